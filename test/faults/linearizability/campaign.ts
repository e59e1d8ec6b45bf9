// Many histories on the servers of one database, each on pets of its own, so that each is independent of the others.

import { PET_STATUSES } from "../../../src/inventory/item.ts";
import { randomFrom } from "../../support/sizes.ts";
import { Caller } from "./caller.ts";
import { runClients } from "./clients.ts";
import { Clock, type History, type Stocks } from "./history.ts";
import { Ledger } from "./ledger.ts";
import { Recorder } from "./recorder.ts";
import type { Servers } from "./servers.ts";

/** An event in the middle of a history. */
export type Event = "nothing" | "kill" | "end sessions" | "command";

export interface Shape {
  readonly clients: number;
  readonly callsEach: number;
  readonly pets: number;
  readonly event: Event;
}

/** Lists hold all pets, so their number is limited; new ones replace them when they are used up. */
const PETS_AT_ONCE = 100;
const LEDGER_MAX = 1_000_000;

export class Campaign {
  readonly histories: History[] = [];
  readonly #servers: Servers;
  readonly #key: string;
  readonly #seed: number;
  readonly #clock = new Clock();
  /** The pets that no history has used yet. */
  #pets: readonly (readonly [number, string])[] = [];
  #made = 0;

  private constructor(servers: Servers, key: string, seed: number) {
    this.#servers = servers;
    this.#key = key;
    this.#seed = seed;
  }

  static async on(servers: Servers, seed: number): Promise<Campaign> {
    const key = await servers.command(["keys", "create", "--name", "test", "--role", "manager"]);
    return new Campaign(servers, key.trim(), seed);
  }

  async run({ clients, callsEach, pets, event }: Shape): Promise<History> {
    const initial = await this.#take(pets);
    const [servers, petIds] = [this.#servers, [...initial.keys()]];
    const number = this.histories.length + 1;
    const seed = this.#seed + number;
    const caller = new Caller({ servers, key: this.#key, petIds });
    const recorder = new Recorder({ servers, caller, clock: this.#clock, name: `h${number}`, initial });
    const random = randomFrom(seed);
    const happening = recorder
      .over(1 + Math.floor(random() * clients * callsEach * 0.7))
      .then(() => this.#cause(event, random));
    const withOperator = event === "command";
    await runClients({ servers, recorder, key: this.#key, petIds, clients, callsEach, seed, withOperator });
    await happening;
    this.histories.push(recorder.history);
    return recorder.history;
  }

  async ledger(): Promise<Ledger> {
    return Ledger.read(await this.#servers.command(["history", "--json", "--limit", String(LEDGER_MAX)]));
  }

  async #cause(event: Event, random: () => number): Promise<void> {
    if (event === "kill") await this.#servers.kill(Math.floor(random() * this.#servers.size));
    if (event === "end sessions") await this.#servers.endSessions();
  }

  /** Pets that no history has used. */
  async #take(count: number): Promise<Stocks> {
    if (this.#pets.length < count) await this.#import();
    const taken = this.#pets.slice(0, count);
    this.#pets = this.#pets.slice(count);
    return new Map(taken);
  }

  /** Replaces all pets. */
  async #import(): Promise<void> {
    this.#pets = Array.from({ length: PETS_AT_ONCE }, () => {
      const petId = ++this.#made;
      return [petId, `0-${PET_STATUSES[petId % PET_STATUSES.length]}`] as const;
    });
    const rows = this.#pets.map(([petId, tag]) => `${petId},${tag.replace("-", ",")}`);
    const args = ["import", "-", "--format", "csv", "--replace"];
    await this.#servers.command(args, ["petId,quantity,status", ...rows, ""].join("\n"));
  }
}
