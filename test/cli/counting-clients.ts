// Clients of a service that each increment one pet, one update after another, until they are stopped.

import { expect } from "bun:test";
import { petstockOrThrow } from "../support/petstock.ts";
import type { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

export class CountingClients {
  /** The last quantity that was acknowledged, by pet. */
  readonly #lastOf = new Map<number, number>();
  readonly #refused: string[] = [];
  updates = 0;
  readonly #service: TestService;
  readonly #key: string;
  readonly #running: Promise<unknown>;
  #isStopped = false;

  private constructor(service: TestService, key: string, petIds: readonly number[]) {
    this.#service = service;
    this.#key = key;
    this.#running = Promise.all(petIds.map((petId) => this.#count(petId)));
  }

  /** Resolves when a first update of each pet is acknowledged. */
  static async start(service: TestService, key: string, petIds: readonly number[]): Promise<CountingClients> {
    const clients = new CountingClients(service, key, petIds);
    await until("the first updates", () => clients.#lastOf.size === petIds.length);
    return clients;
  }

  /** Expects that no update was refused, and that the list and the ledger have the last one of each pet; resolves with the list. */
  async stop(): Promise<readonly Item[]> {
    this.#isStopped = true;
    await this.#running;
    expect(this.#refused).toEqual([]);
    const list = (await this.#service.list(this.#key)).json as unknown as Item[];
    const quantities = new Map(list.map(({ petId, quantity }) => [petId, quantity]));
    for (const [petId, quantity] of this.#lastOf) expect(quantities.get(petId)).toBe(quantity);
    await petstockOrThrow(["verify", "--database", this.#service.databaseUrl]);
    return list;
  }

  async #count(petId: number): Promise<void> {
    for (let quantity = 2; !this.#isStopped; quantity++) {
      const { status, text } = await this.#service.update(this.#key, petId, quantity);
      this.updates += 1;
      if (status === 200) this.#lastOf.set(petId, quantity);
      else this.#refused.push(`${status} ${text}`);
    }
  }
}

export interface Item {
  readonly petId: number;
  readonly quantity: number;
  readonly status: string;
}
