// Records the calls of the clients of one history, their answers, and when.

import type { Caller } from "./caller.ts";
import { hasNoEffect } from "./change-sets.ts";
import {
  type Answer,
  type Call,
  type Clock,
  type Event,
  type History,
  isReply,
  type Labels,
  type Operation,
  type Reply,
  type Stocks,
  type Tag,
  UNKNOWN,
} from "./history.ts";
import type { Servers } from "./servers.ts";

export interface RecorderOptions {
  readonly servers: Servers;
  readonly caller: Caller;
  readonly clock: Clock;
  /** Begins the id of each operation. */
  readonly name: string;
  readonly initial: Stocks;
}

export interface Sent {
  readonly client: string;
  /** Which of the servers. */
  readonly server: number;
  readonly call: Exclude<Call, Event>;
}

export interface Received {
  readonly client: string;
  readonly server: number;
  /** When the stream was requested that gave the event. */
  readonly sentAt: number;
  readonly follows: string | undefined;
  readonly answer: Reply;
}

/** A revision that can be undone. */
export interface Made {
  readonly of: string;
  readonly revision: number;
}

export class Recorder {
  /** Each pet's tag in the last answer to any client. */
  readonly known: Map<number, Tag>;
  /** The names of pets in the last read of them. */
  labels: Labels = new Map();
  /** The revisions of change sets and undos, in the order of their answers. */
  readonly made: Made[] = [];
  readonly #options: RecorderOptions;
  readonly #operations: Operation[] = [];
  #waiting: readonly { readonly count: number; readonly resolve: () => void }[] = [];
  #sent = 0;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.known = new Map(options.initial);
  }

  get name(): string {
    return this.#options.name;
  }

  get history(): History {
    const { initial } = this.#options;
    return { initial, operations: this.#operations.toSorted((a, b) => a.sentAt - b.sentAt) };
  }

  /** Resolves as soon as this many operations are over, while others are in flight. */
  over(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting = [...this.#waiting, { count, resolve }];
    });
  }

  async send({ client, server, call }: Sent): Promise<Answer> {
    const { servers, caller, clock, name } = this.#options;
    const id = `${name}-${++this.#sent}`;
    const service = await servers.at(server);
    const sentAt = clock.tick();
    const answer = await caller.ask(service, call, id);
    const answeredAt = answer === UNKNOWN ? Number.POSITIVE_INFINITY : clock.tick();
    const place = call.kind === "set" ? "command" : `server ${server + 1}`;
    this.#add({ id, client, server: place, call, sentAt, answer, answeredAt });
    if (isReply(answer)) this.#learn(answer, id);
    return answer;
  }

  /** Records an event of a stream; gives its id. */
  received({ client, server, sentAt, follows, answer }: Received): string {
    const id = `${this.name}-${++this.#sent}`;
    const answeredAt = this.#options.clock.tick();
    const place = { id, client, server: `server ${server + 1}`, sentAt, answeredAt };
    this.labels = answer.labels ?? this.labels;
    this.#add({ ...place, call: { kind: "event" }, answer, ...(follows !== undefined && { follows }) });
    return id;
  }

  tick(): number {
    return this.#options.clock.tick();
  }

  #add(operation: Operation): void {
    const count = this.#operations.push(operation);
    for (const { resolve } of this.#waiting.filter((each) => each.count <= count)) resolve();
  }

  #learn(answer: Reply, id: string): void {
    const { says, stocks, labels, revision } = answer;
    if (labels !== undefined) this.labels = labels;
    if (says === "listed") this.known.clear();
    for (const [petId, tag] of stocks) this.known.set(petId, tag);
    if (says === "applied" && revision !== undefined && !hasNoEffect(answer))
      this.made.push({ of: id, revision });
  }
}
