// What makes sending a change again safe: the results of changes that named a key, kept for a day and given again.

import type { Change, Once, Outcome } from "./change.ts";
import type { InventoryItem } from "./item.ts";

/** The first result of a key, stored in the very transaction of its change. `at`: ms since 1970. */
export interface OnceRecord extends Once {
  readonly item: InventoryItem;
  readonly at: number;
}

/** How long a key is remembered, ms. Whoever did not get an answer within a day no longer asks the same. */
export const ONCE_KEPT_MS = 24 * 60 * 60 * 1000;

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

  /** What a change whose key was used before comes to; undefined where it has to be made. */
  recall({ once }: Change): Outcome | undefined {
    if (once === undefined) return undefined;
    const known = this.#made.get(nameOf(once)) ?? this.#stored(once);
    if (known === undefined) return undefined;
    return known.request === once.request
      ? { kind: "replayed", item: known.item }
      : { kind: "once_mismatch" };
  }

  /** Only a result that a client may take for done is kept: what failed changed nothing and is decided anew. */
  keep({ once }: Change, outcome: Outcome): void {
    if (once === undefined || (outcome.kind !== "updated" && outcome.kind !== "unchanged")) return;
    const { scope, key, request } = once;
    this.#made.set(nameOf(once), { scope, key, request, item: outcome.item, at: this.#at });
  }

  /** What has to be written. */
  get made(): readonly OnceRecord[] {
    return [...this.#made.values()];
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
