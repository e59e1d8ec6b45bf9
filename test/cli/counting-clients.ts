// Clients of a service that each increment one pet, one update after another, until they are closed.

import type { TestService } from "../support/service.ts";

export class CountingClients {
  /** The last quantity that was acknowledged, by pet. */
  readonly lastOf = new Map<number, number>();
  readonly refused: string[] = [];
  updates = 0;
  readonly #service: TestService;
  readonly #key: string;
  readonly #petIds: readonly number[];
  #closed = false;

  constructor(service: TestService, key: string, petIds: readonly number[]) {
    this.#service = service;
    this.#key = key;
    this.#petIds = petIds;
  }

  async run(): Promise<void> {
    await Promise.all(this.#petIds.map((petId) => this.#count(petId)));
  }

  close(): void {
    this.#closed = true;
  }

  async #count(petId: number): Promise<void> {
    for (let quantity = 2; !this.#closed; quantity++) {
      const { status, text } = await this.#service.update(this.#key, petId, quantity);
      this.updates += 1;
      if (status === 200) this.lastOf.set(petId, quantity);
      else this.refused.push(`${status} ${text}`);
    }
  }
}
