// The clients of one history: each makes random calls, one after the other, at any of the servers. Their choices
// come from the seed; what they know at a moment, such as a tag, depends on the machine's timing.

import { PET_STATUSES } from "../../../src/inventory/item.ts";
import { randomFrom } from "../../support/sizes.ts";
import {
  type Apply,
  type Call,
  type Event,
  type PetChange,
  type PutLabels,
  REFUSED,
  type Tag,
  type Undo,
  UNKNOWN,
  unknownOf,
  type Update,
} from "./history.ts";
import type { Recorder } from "./recorder.ts";
import type { Servers } from "./servers.ts";
import { StreamClient } from "./stream-client.ts";

export interface ClientsOptions {
  readonly servers: Servers;
  readonly recorder: Recorder;
  readonly key: string;
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
/** Older revisions are rarely undone whole: their pets have changed. */
const NEWEST = 3;
/** The most calls of one client: with more, the search for an order takes long. */
const CALLS_MAX = 24;

/**
 * Runs all clients concurrently, while another one follows a stream; then, when all calls are answered, gets list and labels from each
 * server, and waits until the stream shows the last one.
 */
export async function runClients(options: ClientsOptions): Promise<void> {
  const { servers, recorder, clients, withOperator = false } = options;
  await using stream = await StreamClient.open(options);
  let isOver = !withOperator;
  const operator = withOperator && operate(options).finally(() => (isOver = true));
  const running = Array.from({ length: clients }, (_, index) => new Client(options, index).run(() => isOver));
  await Promise.all([operator, ...running]);
  for (let server = 0; server < servers.size; server++) {
    await servers.ready(server);
    const answer = await recorder.send({ client: "last", server, call: { kind: "list" } });
    await recorder.send({ client: "last", server, call: { kind: "labels" } });
    await stream.reaches(answer);
  }
}

async function operate({ recorder, petIds, seed }: ClientsOptions): Promise<void> {
  const petId = neverRemoved(petIds);
  const status = PET_STATUSES[seed % PET_STATUSES.length]!;
  const call: Call = { kind: "set", petId, quantity: OPERATORS_QUANTITY, status };
  await recorder.send({ client: "operator", server: 0, call });
}

/** The operator's command fails for a pet that is not there. */
function neverRemoved(petIds: readonly number[]): number {
  return petIds[0]!;
}

class Client {
  readonly #options: ClientsOptions;
  readonly #name: string;
  readonly #random: () => number;
  #values: number;
  /** The last change with an Idempotency-Key. */
  #made: Update | Apply | undefined;

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
      const mayTwin = ("once" in call && call.once !== undefined) || call.kind === "undo";
      const isTwin = mayTwin && this.#random() < 0.5;
      const sending = [this.#send(call, server, this.#name)];
      if (isTwin) sending.push(this.#send(call, (server + 1) % servers.size, `${this.#name}'`));
      await Promise.all(sending);
    }
  }

  async #send(call: Exclude<Call, Event>, server: number, client: string): Promise<void> {
    const { servers, recorder } = this.#options;
    const answer = await recorder.send({ client, server, call });
    if (answer === REFUSED) await servers.ready(server);
    // A retry with the key, as after a lost answer.
    const mayRepeat = "once" in call && call.once !== undefined;
    if (answer === UNKNOWN && mayRepeat) await this.#send(call, this.#below(servers.size), client);
  }

  #call(): Exclude<Call, Event> {
    const draw = this.#random();
    if (draw < 0.22) return { kind: "list", conditional: this.#random() < 0.5 };
    if (draw < 0.28) return { kind: "labels" };
    if (draw < 0.32) return this.#put();
    if (draw < 0.4) return this.#update();
    if (draw < 0.57) return this.#guarded();
    if (draw < 0.67) return this.#once();
    if (draw < 0.71) return this.#again();
    if (draw < 0.87) return this.#apply();
    if (draw < 0.97) return this.#undo();
    return { kind: "update", petId: UNKNOWN_PET, quantity: 1 };
  }

  /** A change set of one to all pets. */
  #apply(): Apply {
    const all = this.#options.petIds;
    const first = this.#below(all.length);
    const petIds = Array.from(
      { length: 1 + this.#below(all.length) },
      (_, i) => all[(first + i) % all.length]!,
    );
    const changes = petIds.map((petId) => this.#change(petId));
    const draw = this.#random();
    if (draw < 0.15) return { kind: "apply", changes, dryRun: true };
    if (draw < 0.6) return { kind: "apply", changes };
    this.#made = { kind: "apply", changes, once: `${this.#options.recorder.name}-${++this.#values}` };
    return this.#made;
  }

  /** Names of some pets, one of which may be in no inventory. */
  #put(): PutLabels {
    const all = this.#options.petIds;
    const petIds = new Set([this.#pick(all), this.#pick(all), unknownOf(all)].slice(0, 1 + this.#below(3)));
    return { kind: "put", names: [...petIds].map((petId) => [petId, this.#petName()]) };
  }

  /** Which identifies its call; null for no label. */
  #petName(): string | null {
    return this.#random() < 0.2 ? null : `n${++this.#values}`;
  }

  /** The stock of a pet, its label, or both. */
  #change(petId: number): PetChange {
    const draw = this.#random();
    const label = this.#petName();
    if (draw < 0.6) return this.#stockChange(petId);
    if (draw < 0.75) return { ...this.#stockChange(petId), label };
    if (draw < 0.85) return { petId, label };
    return { petId, label, ifLabel: this.#options.recorder.labels.get(petId) ?? null };
  }

  /** A pet that is not known to be there is created: often that is out of date, and the whole set is refused. */
  #stockChange(petId: number): PetChange {
    const tag = this.#options.recorder.known.get(petId);
    const status = PET_STATUSES[this.#below(PET_STATUSES.length)]!;
    if (tag === undefined) return { petId, quantity: ++this.#values, status, create: true };
    const guard = this.#random() < 0.25 ? { ifMatch: tag } : {};
    const draw = this.#random();
    if (draw < 0.45) return { petId, quantity: ++this.#values, ...guard };
    if (draw < 0.8) return { petId, by: 3 - this.#below(5), ...guard };
    if (draw < 0.95 || petId === neverRemoved(this.#options.petIds)) return { petId, status, ...guard };
    return { petId, remove: true, ...guard };
  }

  /** Takes back one of the newest revisions of change sets and undos, of any client. */
  #undo(): Undo | Apply {
    const made = this.#options.recorder.made.slice(-NEWEST);
    if (made.length === 0) return this.#apply();
    const isDryRun = this.#random() < 0.2;
    return {
      kind: "undo",
      ...this.#pick(made),
      skipChanged: this.#random() < 0.4,
      ...(isDryRun && { dryRun: true }),
    };
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
    const tag: Tag = this.#options.recorder.known.get(petId) ?? "0-available";
    const draw = this.#random();
    return { ifMatch: draw < 0.1 ? "*" : draw < 0.3 ? [...new Set(["0-available", tag])] : [tag] };
  }

  #once(): Update {
    const update = this.#update();
    const guard = this.#random() < 0.3 ? this.#guard(update.petId) : {};
    const made = { ...update, ...guard, once: `${this.#options.recorder.name}-${++this.#values}` };
    this.#made = made;
    return made;
  }

  /** Repeats the last change with its key, whatever its answer; sometimes wrongly with other content. */
  #again(): Update | Apply {
    const made = this.#made ?? this.#once();
    if (this.#random() < 0.75) return made;
    if (made.kind === "update") return { ...made, quantity: made.quantity + 500_000 };
    return { ...made, changes: [{ petId: made.changes[0]!.petId, quantity: ++this.#values }] };
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.#below(from.length)]!;
  }

  #below(bound: number): number {
    return Math.floor(this.#random() * bound);
  }
}
