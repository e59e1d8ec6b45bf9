// The clients of one history: each makes random calls, one after the other, at any of the servers. Their choices
// come from the seed; what they know at a moment, such as a tag, depends on the machine's timing.

import { PET_STATUSES } from "../../../src/inventory/item.ts";
import { randomFrom } from "../../support/sizes.ts";
import { type Call, REFUSED, type Tag, UNKNOWN, type Update } from "./history.ts";
import type { Recorder } from "./recorder.ts";
import type { Servers } from "./servers.ts";

export interface ClientsOptions {
  readonly servers: Servers;
  readonly recorder: Recorder;
  readonly petIds: readonly number[];
  readonly clients: number;
  readonly callsEach: number;
  readonly seed: number;
  /** One client also runs a command; the others continue until it is done. */
  readonly withOperator?: boolean;
}

/** A pet that is never created. */
const UNKNOWN_PET = 999_999_999;
/** A value that no other client sends. */
const OPERATORS_QUANTITY = 77;
/** The most calls of one client: with more, the search for an order takes long. */
const CALLS_MAX = 40;

/** Runs all clients concurrently; then, when all calls are answered, gets a list from each server. */
export async function runClients(options: ClientsOptions): Promise<void> {
  const { servers, recorder, clients, withOperator = false } = options;
  let isOver = !withOperator;
  const operator = withOperator && operate(options).finally(() => (isOver = true));
  const running = Array.from({ length: clients }, (_, index) => new Client(options, index).run(() => isOver));
  await Promise.all([operator, ...running]);
  for (let server = 0; server < servers.size; server++) {
    await servers.ready(server);
    await recorder.send({ client: "last", server, call: { kind: "list" } });
  }
}

async function operate({ recorder, petIds, seed }: ClientsOptions): Promise<void> {
  const petId = petIds[seed % petIds.length]!;
  const status = PET_STATUSES[seed % PET_STATUSES.length]!;
  const call: Call = { kind: "set", petId, quantity: OPERATORS_QUANTITY, status };
  await recorder.send({ client: "operator", server: 0, call });
}

class Client {
  readonly #options: ClientsOptions;
  readonly #name: string;
  readonly #random: () => number;
  #values: number;
  /** The last update with an Idempotency-Key. */
  #made: Update | undefined;

  constructor(options: ClientsOptions, index: number) {
    this.#options = options;
    this.#name = `client ${index + 1}`;
    this.#random = randomFrom(options.seed * 1_000 + index);
    this.#values = 10_000 * (index + 1);
  }

  /** Makes at least its calls; more while the others still run. */
  async run(isOver: () => boolean): Promise<void> {
    const { servers, callsEach } = this.#options;
    for (let count = 0; count < callsEach || (!isOver() && count < CALLS_MAX); count++) {
      const call = this.#call();
      const server = this.#below(servers.size);
      const isTwin = call.kind === "update" && call.once !== undefined && this.#random() < 0.5;
      const sending = [this.#send(call, server, this.#name)];
      if (isTwin) sending.push(this.#send(call, (server + 1) % servers.size, `${this.#name}'`));
      await Promise.all(sending);
    }
  }

  async #send(call: Call, server: number, client: string): Promise<void> {
    const { servers, recorder } = this.#options;
    const answer = await recorder.send({ client, server, call });
    if (answer === REFUSED) await servers.ready(server);
    // A retry with the key, as after a lost answer.
    const mayRepeat = call.kind === "update" && call.once !== undefined;
    if (answer === UNKNOWN && mayRepeat) await this.#send(call, this.#below(servers.size), client);
  }

  #call(): Call {
    const draw = this.#random();
    if (draw < 0.35) return { kind: "list", conditional: this.#random() < 0.5 };
    if (draw < 0.55) return this.#update();
    if (draw < 0.8) return this.#guarded();
    if (draw < 0.92) return this.#once();
    if (draw < 0.96) return this.#again();
    return { kind: "update", petId: UNKNOWN_PET, quantity: 1 };
  }

  /** Mostly sets a value that no other call of the history sends, so that it identifies its call; sometimes a repeated one. */
  #update(): Update {
    const petId = this.#pick(this.#options.petIds);
    const quantity = this.#random() < 0.8 ? ++this.#values : this.#below(2);
    return { kind: "update", petId, quantity };
  }

  #guarded(): Update {
    const update = this.#update();
    return { ...update, ...this.#guard(update.petId) };
  }

  #guard(petId: number): Pick<Update, "ifMatch"> {
    const tag: Tag = this.#options.recorder.known.get(petId)!;
    const draw = this.#random();
    return { ifMatch: draw < 0.1 ? "*" : draw < 0.3 ? [...new Set(["0-available", tag])] : [tag] };
  }

  #once(): Update {
    const update = this.#update();
    const guard = this.#random() < 0.3 ? this.#guard(update.petId) : {};
    this.#made = { ...update, ...guard, once: `${this.#options.recorder.name}-${++this.#values}` };
    return this.#made;
  }

  /** Repeats the last update with its key, whatever its answer; sometimes wrongly with other content. */
  #again(): Update {
    const made = this.#made ?? this.#once();
    return this.#random() < 0.75 ? made : { ...made, quantity: made.quantity + 500_000 };
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.#below(from.length)]!;
  }

  #below(bound: number): number {
    return Math.floor(this.#random() * bound);
  }
}
