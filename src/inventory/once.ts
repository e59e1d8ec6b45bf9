// What makes sending a change again safe: the results of changes that named a key, kept for a day and given again.

import type { Once, Outcome } from "./change.ts";
import type { InventoryItem } from "./item.ts";

/** The first result of a key, stored in the very transaction of its change. `at`: ms since 1970. */
export interface OnceRecord extends Once {
  readonly item: InventoryItem;
  readonly at: number;
}

/** How long a key is remembered, ms. Whoever did not get an answer within a day no longer asks the same. */
export const ONCE_KEPT_MS = 24 * 60 * 60 * 1000;

/** Which stored results of `Idempotency-Key`s to remove: those of `from` until just before `before`, ms since 1970. */
export interface ExpiredRange {
  readonly from: number;
  readonly before: number;
  /** How many at the most, the oldest first. */
  readonly max: number;
}

export interface ExpiredPortion {
  readonly removed: number;
  /** Of the range, nothing older than this is left, ms since 1970: where the next portion's range begins. */
  readonly reached: number;
}

/** Looks a key up in the transaction; undefined where it was never used. */
export type OnceOf = (once: Once) => OnceRecord | undefined;

/** The results that the changes of one group find: those stored before, and those of the changes before them. */
export class KnownResults {
  readonly #onceOf: OnceOf;
  readonly #at: number;
  readonly #made = new Map<string, OnceRecord>();

  constructor(onceOf: OnceOf, at: number) {
    this.#onceOf = onceOf;
    this.#at = at;
  }

  /** What the key stands for: the result that it had before, or else what `make` comes to now. */
  once(once: Once, make: () => Outcome): Outcome {
    const known = this.#made.get(nameOf(once)) ?? this.#stored(once);
    if (known === undefined) return this.#keep(once, make());
    if (known.request !== once.request) return { kind: "once_mismatch" };
    return { kind: "replayed", item: known.item };
  }

  /** What has to be written. */
  get made(): readonly OnceRecord[] {
    return [...this.#made.values()];
  }

  /** Only a result that a client may take for done is kept: what failed changed nothing and is decided anew. */
  #keep(once: Once, outcome: Outcome): Outcome {
    if (outcome.kind === "updated" || outcome.kind === "unchanged") {
      this.#made.set(nameOf(once), { ...once, item: outcome.item, at: this.#at });
    }
    return outcome;
  }

  #stored(once: Once): OnceRecord | undefined {
    const record = this.#onceOf(once);
    return record !== undefined && this.#at - record.at <= ONCE_KEPT_MS ? record : undefined;
  }
}

/** No two keys of two scopes have one name. */
function nameOf({ scope, key }: Once): string {
  return JSON.stringify([scope, key]);
}
