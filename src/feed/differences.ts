// Differences by the position that they start from. Concurrent requests of one key for one position share one reading, and the latest
// differences are kept: after a restart all streams come back with the same few positions. Large ones are read one after the other, in
// turns of keys: each has up to 3 MB and takes up to a second, and a key may ask for as many positions as the history has.

import { positionTag } from "../contract/position-tag.ts";
import { andThen, type Awaitable } from "../inventory/awaitable.ts";
import { KeyTurns } from "../inventory/key-turns.ts";
import type { Position } from "../inventory/position.ts";
import { SingleFlight } from "../inventory/single-flight.ts";
import type { Changes, InventoryStore } from "../inventory/store.ts";
import { Difference, type ChangesText, textOf } from "./difference.ts";

/**
 * Read in one step, without a turn; more are read in pages. For streams, which are brought to now one after the other, 1,000 take 10 ms on
 * SQLite, also of pets that are far apart among 1,000,000. Many requests may come at once.
 */
const MOVEMENTS_AT_ONCE = { streams: 1_000, request: 100 } as const;
/** Kept differences. Each has up to 3 MB. */
const KEPT_MAX = 4;

export type ChangesSource = Pick<InventoryStore, "changesSince" | "readChanges">;

/** `"gone"`: the position is not in the history, or too long ago. */
export type DifferenceOrGone = Difference | "gone";

/** The request that a difference is for. */
export interface DifferenceRequest {
  readonly keyId: string;
  readonly signal: AbortSignal;
}

/** A difference that is being read, or waits for its turn. */
class Reading {
  readonly flight: SingleFlight<DifferenceOrGone>;
  readonly #requests: (DifferenceRequest | undefined)[] = [];

  constructor(read: (reading: Reading) => Awaitable<DifferenceOrGone>) {
    this.flight = new SingleFlight(() => read(this));
  }

  join(request: DifferenceRequest | undefined): Awaitable<DifferenceOrGone> {
    this.#requests.push(request);
    const difference = this.flight.get();
    if (request === undefined || !(difference instanceof Promise)) return difference;
    return difference.catch((error: unknown) => {
      if (error instanceof AllLeftError) request.signal.throwIfAborted();
      throw error;
    });
  }

  throwIfAborted(): void {
    if (this.#requests.every((request) => request?.signal.aborted)) throw new AllLeftError();
  }
}

/** The clients of all requests have left: each request gets the reason of its own signal. */
class AllLeftError extends Error {}

interface Wanted {
  readonly position: Position;
  readonly tag: string;
  /** Null for the streams that are open. */
  readonly keyId: string | null;
  readonly reading: Reading;
}

export class Differences {
  readonly #store: ChangesSource;
  readonly #turns = new KeyTurns();
  readonly #readings = new Map<string, Reading>();
  readonly #kept = new Map<string, Difference>();
  #newest: Position | undefined;

  constructor(store: ChangesSource) {
    this.#store = store;
  }

  /**
   * The difference from `position` to now: shows every change that any server has acknowledged when it is called. Without changes
   * its position equals `position`. Synchronous if the store is, and few pets have changed. Without `request` for the streams that are
   * open. Throws a StoreError; the reason of the request's signal if its client has left before a large difference is read.
   */
  since(position: Position, request?: DifferenceRequest): Awaitable<DifferenceOrGone> {
    const tag = positionTag(position);
    const keyId = request?.keyId ?? null;
    // Keys share no reading: it would wait behind all that the first of them has asked for.
    const key = `${keyId ?? ""} ${tag}`;
    const reading =
      this.#readings.get(key) ??
      new Reading((own) => this.#makeOrRecall({ position, tag, keyId, reading: own }));
    const difference = reading.join(request);
    if (!(difference instanceof Promise)) return difference;
    this.#readings.set(key, reading);
    const end = () => void this.#readings.delete(key);
    difference.then(end, end);
    return difference;
  }

  #makeOrRecall(wanted: Wanted): Awaitable<DifferenceOrGone> {
    return this.#recall(wanted, () => this.#make(wanted));
  }

  #recall({ tag }: Wanted, make: () => Awaitable<DifferenceOrGone>): Awaitable<DifferenceOrGone> {
    const kept = this.#kept.get(tag);
    if (kept === undefined) return make();
    return andThen(this.#store.changesSince(kept.position, { movementsMax: 0 }), (changes) =>
      // Still the newest position, so the difference is the same.
      changes !== "reload" && changes.position === kept.position ? kept : make(),
    );
  }

  #make(wanted: Wanted): Awaitable<DifferenceOrGone> {
    const { position, tag, keyId, reading } = wanted;
    const movementsMax = MOVEMENTS_AT_ONCE[keyId === null ? "streams" : "request"];
    return andThen(this.#store.changesSince(position, { movementsMax, labels: true }), (changes) => {
      if (changes !== "reload")
        return this.#keep(tag, new Difference(this.#canonical(changes.position), textOf(changes)));
      // Another key may have read it before this turn.
      return this.#turns.run(keyId, reading, async () =>
        this.#recall(wanted, () => this.#readInPages(wanted)),
      );
    });
  }

  async #readInPages({ position: since, tag, reading }: Wanted): Promise<DifferenceOrGone> {
    const pages: ChangesText[] = [];
    const onPage = async (page: Changes) => {
      pages.push(textOf(page));
      // Lets other requests run between pages.
      await new Promise((resolve) => setImmediate(resolve));
      reading.throwIfAborted();
    };
    const position = await this.#store.readChanges(since, onPage, { labels: true });
    if (position === "reload") return "gone";
    const text = {
      items: pages.flatMap(({ items }) => items),
      removed: pages.flatMap(({ removed }) => removed),
      labels: pages.flatMap(({ labels }) => labels),
      unlabeled: pages.flatMap(({ unlabeled }) => unlabeled),
    };
    return this.#keep(tag, new Difference(this.#canonical(position), text));
  }

  /** One object for equal positions, so that streams that stand there share the next difference. */
  #canonical(position: Position): Position {
    const newest = this.#newest;
    if (newest?.revision === position.revision && newest.nonce === position.nonce) return newest;
    this.#newest = position;
    return position;
  }

  #keep(tag: string, difference: Difference): Difference {
    this.#kept.delete(tag);
    this.#kept.set(tag, difference);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest);
    return difference;
  }
}
