// A client that follows the stream of changes through faults: it reconnects with the position of its last event, and records
// every event, to be compared with the ledger.

import { expect } from "bun:test";
import { EventStream, revisionOf, type StreamEvent } from "../support/event-stream.ts";
import type { Answer } from "../support/service.ts";
import { until } from "../support/until.ts";
import { countUpTo, type Item, type Label, type Movement } from "./ledger.ts";

export interface FollowOptions {
  /** The address of a service, each time the stream is opened; undefined while there is none. */
  readonly url: () => string | undefined | Promise<string | undefined>;
  readonly key: string;
  /** Called with each event. */
  readonly onChanges?: (changes: Changes) => void;
}

export interface Changes {
  readonly position: string;
  readonly items: readonly Item[];
  readonly removed: readonly number[];
  readonly labels: readonly Label[];
  readonly unlabeled: readonly number[];
}

interface Followed extends Changes {
  readonly revision: number;
  /** The revision that was reached before. */
  readonly since: number;
}

/** The pause before the stream is opened again. */
const PAUSE_MS = 10;
/** Longer than any test. */
const STREAM_MS_MAX = 3_600_000;
const GONE = 410;
const UNAVAILABLE = 503;

export class FollowedStream implements AsyncDisposable {
  /** Since the beginning, or since the last `gone`. */
  events: Followed[] = [];
  /** How often the stream said that its position is no longer in the history. */
  gone = 0;
  /** How often it was opened. */
  opened = 0;
  readonly #options: FollowOptions;
  #isOver = false;
  #isDropped = false;
  #leave: () => void = () => {};
  #position = "";
  #running: Promise<void> = Promise.resolve();
  #failure: unknown;

  private constructor(options: FollowOptions) {
    this.#options = options;
  }

  /** Follows the changes after a list. */
  static after({ headers }: Answer, options: FollowOptions): FollowedStream {
    return FollowedStream.from(headers.get("ETag")!, options);
  }

  static from(position: string, options: FollowOptions): FollowedStream {
    const stream = new FollowedStream(options);
    stream.#position = position;
    stream.#running = stream.#run().catch((error: unknown) => {
      stream.#failure = error;
    });
    return stream;
  }

  /** Resolves when the stream has shown all that this list shows, or more: a commit in doubt may have come later. */
  reaches({ headers }: Answer): Promise<void> {
    return this.reachesPosition(headers.get("ETag")!);
  }

  async reachesPosition(position: string): Promise<void> {
    await until(`the stream to reach ${position}`, () => {
      if (this.#failure !== undefined) throw this.#failure;
      return this.#position === position || revisionOf(this.#position) > revisionOf(position);
    });
  }

  /**
   * Each event is exactly what the ledger says about its revisions: nothing is skipped, and nothing shown that was not committed.
   */
  expectTrue(movements: readonly Movement[]): void {
    const ascending = movements.toSorted((a, b) => a.revision - b.revision);
    const newest = ascending.at(-1)?.revision ?? 0;
    const wrong = this.events.filter((event) => event.revision <= newest && !isTrue(event, ascending));
    expect(wrong.slice(0, 3)).toEqual([]);
  }

  /** Breaks the connection, also one that is just being opened. It is opened again, as after any break. */
  drop(): void {
    this.#isDropped = true;
    this.#leave();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    this.#leave();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      await this.#follow();
      await Bun.sleep(PAUSE_MS);
    }
  }

  /** Until the connection breaks. */
  async #follow(): Promise<void> {
    const { url, key } = this.#options;
    this.#isDropped = false;
    const address = await url();
    if (address === undefined) return;
    const options = { lastEventId: this.#position, onEvent: (event: StreamEvent) => this.#take(event) };
    // A service that was killed, or does not listen yet.
    const stream = await EventStream.tryOpen(address, key, options).catch(() => undefined);
    if (stream === undefined || stream.response.status === UNAVAILABLE) return;
    if (stream.response.status === GONE) return this.#beginAgain(address);
    expect(stream.response.status).toBe(200);
    this.opened += 1;
    this.#leave = () => stream.abort();
    if (this.#isOver || this.#isDropped) stream.abort();
    await stream.ended(STREAM_MS_MAX);
  }

  /** Continues after the current list. */
  async #beginAgain(address: string): Promise<void> {
    const headers = { Authorization: `Bearer ${this.#options.key}` };
    const response = await fetch(`${address}/v1/inventory`, { headers }).catch(() => undefined);
    if (response?.status !== 200) return;
    await response.arrayBuffer();
    this.gone += 1;
    this.events = [];
    this.#position = response.headers.get("ETag")!;
  }

  /** `gone` is the last event: the next request gets 410. */
  #take({ event, id, data }: StreamEvent): void {
    if (event === "gone") return;
    const changes = JSON.parse(data) as Changes;
    const [since, revision] = [revisionOf(this.#position), revisionOf(changes.position)];
    if (revision < since) throw new Error(`${id} after ${this.#position}: ${data.slice(0, 200)}`);
    this.events.push({ ...changes, since, revision });
    this.#position = changes.position;
    this.#options.onChanges?.(changes);
  }
}

function isTrue({ since, revision, ...shown }: Followed, ascending: readonly Movement[]): boolean {
  const own = ascending.slice(countUpTo(ascending, since), countUpTo(ascending, revision));
  return areItemsTrue(shown, own) && areLabelsTrue(shown, own);
}

/** A pet whose stock is as before may be shown, and need not be. */
function areItemsTrue(
  { items, removed }: Pick<Changes, "items" | "removed">,
  own: readonly Movement[],
): boolean {
  const byPet = Map.groupBy(own, ({ petId }) => petId);
  const shown = new Map<number, string>(items.map(({ petId, ...stock }) => [petId, textOf(stock)]));
  for (const petId of removed) shown.set(petId, textOf(null));
  const isComplete = [...byPet].every(([petId, moves]) => {
    const [before, after] = [textOf(moves[0]!.before), textOf(moves.at(-1)!.after)];
    return shown.has(petId) ? shown.get(petId) === after : before === after;
  });
  return isComplete && [...shown.keys()].every((petId) => byPet.has(petId));
}

/** Exactly the pets whose label a movement changed, each with its last one. */
function areLabelsTrue(
  { labels, unlabeled }: Pick<Changes, "labels" | "unlabeled">,
  own: readonly Movement[],
): boolean {
  const last = new Map(own.flatMap(({ petId, label }) => (label ? [[petId, label.after] as const] : [])));
  const areTrue =
    labels.every(({ petId, ...members }) => Bun.deepEquals(last.get(petId), members)) &&
    unlabeled.every((petId) => last.get(petId) === null);
  return areTrue && last.size === labels.length + unlabeled.length;
}

function textOf(stock: Movement["after"]): string {
  return stock === null ? "removed" : `${stock.quantity}-${stock.status}`;
}
