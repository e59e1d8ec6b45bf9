// A client that follows the stream of changes for one history: it keeps what the events say, and records each event as a read of
// the whole list. When its server is killed, it continues at another one, where it was.

import { expect } from "bun:test";
import { revisionOf } from "../../support/event-stream.ts";
import { type Changes, FollowedStream } from "../followed-stream.ts";
import { namesOf } from "./caller.ts";
import { type Answer, isReply, type Reply, type Tag } from "./history.ts";
import type { Recorder } from "./recorder.ts";
import type { Servers } from "./servers.ts";

export interface StreamOptions {
  readonly servers: Servers;
  readonly recorder: Recorder;
  readonly key: string;
  readonly petIds: readonly number[];
  readonly seed: number;
}

const CLIENT = "stream";

export class StreamClient implements AsyncDisposable {
  readonly #options: StreamOptions;
  readonly #stocks: Map<number, Tag>;
  readonly #labels = new Map<number, string>();
  readonly #stream: FollowedStream;
  #server: number;
  /** When the stream was opened last; undefined before the first time. */
  #sentAt: number | undefined;
  /** The event before. */
  #last: string | undefined;

  private constructor(options: StreamOptions, server: number, { stocks, position }: Reply) {
    this.#options = options;
    this.#server = server;
    this.#stocks = new Map(stocks);
    const onChanges = (changes: Changes) => this.#take(changes);
    this.#stream = FollowedStream.from(position!, {
      url: () => this.#nextUrl(),
      key: options.key,
      onChanges,
    });
  }

  /** Reads the list, and follows the changes from there. */
  static async open(options: StreamOptions): Promise<StreamClient> {
    const { recorder, servers, seed } = options;
    const server = seed % servers.size;
    for (;;) {
      await servers.ready(server);
      const answer = await recorder.send({ client: CLIENT, server, call: { kind: "list" } });
      if (isReply(answer)) return new StreamClient(options, server, answer);
    }
  }

  /** Resolves when the stream has shown what this list shows. */
  async reaches(list: Answer): Promise<void> {
    if (isReply(list)) await this.#stream.reachesPosition(list.position!);
    expect(this.#stream.gone).toBe(0);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stream[Symbol.asyncDispose]();
  }

  /** The address of the next server, each time the stream is opened again. */
  async #nextUrl(): Promise<string> {
    const { servers, recorder } = this.#options;
    if (this.#sentAt !== undefined) {
      this.#server = (this.#server + 1) % servers.size;
      await servers.ready(this.#server);
    }
    const { url } = await servers.at(this.#server);
    this.#sentAt = recorder.tick();
    return url;
  }

  #take({ position, items, removed, labels, unlabeled }: Changes): void {
    const { recorder, petIds } = this.#options;
    for (const { petId, quantity, status } of items) {
      if (petIds.includes(petId)) this.#stocks.set(petId, `${quantity}-${status}`);
    }
    for (const petId of removed) this.#stocks.delete(petId);
    for (const [petId, name] of namesOf(labels, petIds)) this.#labels.set(petId, name);
    for (const petId of unlabeled) this.#labels.delete(petId);
    this.#last = recorder.received({
      client: CLIENT,
      server: this.#server,
      sentAt: this.#sentAt!,
      follows: this.#last,
      answer: {
        says: "listed",
        stocks: new Map(this.#stocks),
        labels: new Map(this.#labels),
        revision: revisionOf(position),
      },
    });
  }
}
