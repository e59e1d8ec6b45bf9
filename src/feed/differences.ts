// Differences by the position that they start from. Concurrent readers of one position share one reading, and the latest
// differences are kept: after a restart all streams come back with the same few positions.

import { positionTag } from "../contract/position-tag.ts";
import { andThen, type Awaitable } from "../inventory/awaitable.ts";
import type { Position } from "../inventory/position.ts";
import { SingleFlight } from "../inventory/single-flight.ts";
import type { InventoryStore } from "../inventory/store.ts";
import { Difference, type ChangesText, textOf } from "./difference.ts";

/** Read in one step: takes 10 ms on SQLite, also for pets that are far apart among 1,000,000. More are read in pages. */
const MOVEMENTS_AT_ONCE = 1_000;
/** Kept differences. Each has up to 3 MB. */
const KEPT_MAX = 4;

export type ChangesSource = Pick<InventoryStore, "changesSince" | "readChanges">;

/** `"gone"`: the position is not in the history, or too long ago. */
export type DifferenceOrGone = Difference | "gone";

export class Differences {
  readonly #store: ChangesSource;
  readonly #readings = new Map<string, SingleFlight<DifferenceOrGone>>();
  readonly #kept = new Map<string, Difference>();
  #newest: Position | undefined;

  constructor(store: ChangesSource) {
    this.#store = store;
  }

  /**
   * The difference from `position` to now: shows every change that any server has acknowledged when it is called. Without changes
   * its position equals `position`. Synchronous if the store is, and few pets have changed. Throws a StoreError.
   */
  since(position: Position): Awaitable<DifferenceOrGone> {
    const key = positionTag(position);
    const reading = this.#readings.get(key) ?? new SingleFlight(() => this.#makeOrRecall(key, position));
    const difference = reading.get();
    if (!(difference instanceof Promise)) return difference;
    this.#readings.set(key, reading);
    const end = () => void this.#readings.delete(key);
    difference.then(end, end);
    return difference;
  }

  #makeOrRecall(key: string, position: Position): Awaitable<DifferenceOrGone> {
    const kept = this.#kept.get(key);
    if (kept === undefined) return this.#make(key, position);
    return andThen(this.#store.changesSince(kept.position, 0), (changes) =>
      // Still the newest position, so the difference is the same.
      changes !== "reload" && changes.position === kept.position ? kept : this.#make(key, position),
    );
  }

  #make(key: string, position: Position): Awaitable<DifferenceOrGone> {
    return andThen(this.#store.changesSince(position, MOVEMENTS_AT_ONCE), (changes) => {
      if (changes === "reload") return this.#readInPages(key, position);
      return this.#keep(key, new Difference(this.#canonical(changes.position), textOf(changes)));
    });
  }

  async #readInPages(key: string, since: Position): Promise<DifferenceOrGone> {
    const pages: ChangesText[] = [];
    const position = await this.#store.readChanges(since, async (page) => {
      pages.push(textOf(page));
      // Lets other requests run between pages.
      await new Promise((resolve) => setImmediate(resolve));
    });
    if (position === "reload") return "gone";
    const text = {
      items: pages.flatMap(({ items }) => items),
      removed: pages.flatMap(({ removed }) => removed),
    };
    return this.#keep(key, new Difference(this.#canonical(position), text));
  }

  /** One object for equal positions, so that streams that stand there share the next difference. */
  #canonical(position: Position): Position {
    const newest = this.#newest;
    if (newest?.revision === position.revision && newest.nonce === position.nonce) return newest;
    this.#newest = position;
    return position;
  }

  #keep(key: string, difference: Difference): Difference {
    this.#kept.delete(key);
    this.#kept.set(key, difference);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest);
    return difference;
  }
}
