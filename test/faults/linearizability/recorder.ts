// Records the calls of the clients of one history, their answers, and when.

import type { Caller } from "./caller.ts";
import {
  type Answer,
  type Call,
  type Clock,
  type History,
  isReply,
  type Operation,
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
  readonly call: Call;
}

export class Recorder {
  /** Each pet's tag in the last answer to any client. */
  readonly known: Map<number, Tag>;
  readonly #options: RecorderOptions;
  readonly #operations: Operation[] = [];
  readonly #waiting = new Map<number, () => void>();
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
    return new Promise((resolve) => this.#waiting.set(count, resolve));
  }

  async send({ client, server, call }: Sent): Promise<Answer> {
    const { servers, caller, clock, name } = this.#options;
    const id = `${name}-${++this.#sent}`;
    const service = await servers.at(server);
    const sentAt = clock.tick();
    const answer = await caller.ask(service, call, id);
    const answeredAt = answer === UNKNOWN ? Number.POSITIVE_INFINITY : clock.tick();
    this.#operations.push({
      id,
      client,
      server: call.kind === "set" ? "command" : `server ${server + 1}`,
      call,
      sentAt,
      answer,
      answeredAt,
    });
    if (isReply(answer)) for (const [petId, tag] of answer.stocks) this.known.set(petId, tag);
    this.#waiting.get(this.#operations.length)?.();
    return answer;
  }
}
