// Reads of labels. Changes of labels are change sets and imports, like those of the stock. Methods throw StoreErrors as those of the
// store do (store.ts).

import type { Awaitable } from "./awaitable.ts";
import type { Entry } from "./item.ts";
import type { Label } from "./label.ts";
import type { Position } from "./position.ts";

export interface LabelStore {
  /**
   * The commit that changed a label last, or the oldest one of the history where that was pruned: where it is the same, all labels
   * are the same.
   */
  position(): Promise<Position>;
  /** Undefined if the pet has no label. */
  get(petId: bigint): Promise<Label | undefined>;
  /** The labels of these pets, at most 500, in any order; none of pets without one. */
  of(petIds: readonly bigint[]): Promise<readonly Label[]>;
  /** Up to `limit` entries whose labels have this code, by ascending `petId`, those after `after`. */
  entriesByCode(code: string, options: LabelPageOptions): Promise<readonly LabelledEntry[]>;
  /** Up to `limit` labels by ascending `petId`, those after `after`. */
  page(options: LabelPageOptions): Promise<readonly Label[]>;
  /** All labels by ascending `petId`, in pages, from one snapshot; returns their position. */
  readAll(onPage: (labels: readonly Label[]) => Awaitable<void>): Promise<Position>;
}

export interface LabelledEntry extends Entry {
  readonly label: Label;
}

export interface LabelPageOptions {
  readonly after?: bigint | undefined;
  readonly limit: number;
}
