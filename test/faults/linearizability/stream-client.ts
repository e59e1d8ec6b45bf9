// A client that follows the stream of changes for one history: it keeps what the events say, and records each event as a read of
// the whole list. When its server is killed, it continues at another one, where it was.

import { expect } from "bun:test";
import { type Answer, isReply, type Tag } from "./history.ts";
import { EventStream, revisionOf, type StreamEvent } from "../../support/event-stream.ts";
import { until } from "../../support/until.ts";
import type { Item } from "../ledger.ts";
import type { Recorder } from "./recorder.ts";
import type { Servers } from "./servers.ts";

export interface StreamOptions {
  readonly servers: Servers;
  readonly recorder: Recorder;
  readonly key: string;
  readonly petIds: readonly number[];
  readonly seed: number;
}

interface Changes {
  readonly position: string;
  readonly items: readonly Item[];
  readonly removed: readonly number[];
}

const CLIENT = "stream";
const UNAVAILABLE = 503;
/** Longer than any history. */
const STREAM_MS_MAX = 600_000;

export class StreamClient implements AsyncDisposable {
  readonly #options: StreamOptions;
  #isOver = false;
  #leave: () => void = () => {};
  readonly #stocks = new Map<number, Tag>();
  #position = "";
  #server: number;
  /** The event before. */
  #last: string | undefined;
  #running: Promise<void> = Promise.resolve();
  #failure: unknown;

  private constructor(options: StreamOptions) {
    this.#options = options;
    this.#server = options.seed % options.servers.size;
  }

  /** Reads the list, and follows the changes from there. */
  static async open(options: StreamOptions): Promise<StreamClient> {
    const client = new StreamClient(options);
    await client.#readList();
    client.#running = client.#run().catch((error: unknown) => {
      client.#failure = error;
    });
    return client;
  }

  /** Resolves when the stream has shown what this list shows. */
  async reaches(list: Answer): Promise<void> {
    const revision = (isReply(list) && list.revision) || 0;
    await until(`the stream to reach revision ${revision}`, () => {
      if (this.#failure !== undefined) throw this.#failure;
      return revisionOf(this.#position) >= revision;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    this.#leave();
    await this.#running;
  }

  async #readList(): Promise<void> {
    const { recorder, servers } = this.#options;
    let answer: Answer;
    do {
      await servers.ready(this.#server);
      answer = await recorder.send({ client: CLIENT, server: this.#server, call: { kind: "list" } });
    } while (!isReply(answer));
    for (const [petId, tag] of answer.stocks) this.#stocks.set(petId, tag);
    this.#position = answer.position!;
  }

  async #run(): Promise<void> {
    const { servers } = this.#options;
    while (!this.#isOver) {
      await this.#follow();
      this.#server = (this.#server + 1) % servers.size;
      await servers.ready(this.#server);
    }
  }

  /** Until the connection breaks. */
  async #follow(): Promise<void> {
    const { servers, recorder, key } = this.#options;
    const { url } = await servers.at(this.#server);
    const sentAt = recorder.tick();
    const options = {
      lastEventId: this.#position,
      onEvent: (event: StreamEvent) => this.#take(event, sentAt),
    };
    // A server that was killed may not listen yet.
    const stream = await EventStream.tryOpen(url, key, options).catch(() => undefined);
    if (stream === undefined || stream.response.status === UNAVAILABLE) return;
    this.#leave = () => stream.abort();
    if (this.#isOver) stream.abort();
    expect(stream.response.status).toBe(200);
    await stream.ended(STREAM_MS_MAX);
  }

  #take({ event, id, data }: StreamEvent, sentAt: number): void {
    const { position, items, removed } = JSON.parse(data) as Changes;
    if (event !== "changes") throw new Error(`unexpected event ${event} ${id} ${data}`);
    const own = (petId: number) => this.#options.petIds.includes(petId);
    for (const { petId, quantity, status } of items) {
      if (own(petId)) this.#stocks.set(petId, `${quantity}-${status}`);
    }
    for (const petId of removed) this.#stocks.delete(petId);
    this.#position = position;
    const { recorder } = this.#options;
    this.#last = recorder.received({
      client: CLIENT,
      server: this.#server,
      sentAt,
      follows: this.#last,
      answer: { says: "listed", stocks: new Map(this.#stocks), revision: revisionOf(position) },
    });
  }
}
