// Storage of labels. Methods throw StoreErrors as those of the store do (store.ts).

import type { Awaitable } from "./awaitable.ts";
import type { ActingKey } from "./key-store.ts";
import type { Label, LabelRow } from "./label.ts";

/** Labels have a counter of their own, so that they never change the list's tag. */
export interface LabelStore {
  /**
   * Grows with every effective change of labels, by random steps, so that a database that was rewound and then changed has a
   * number that it never had before.
   */
  counter(): Promise<number>;
  /** Undefined if the pet has no label. */
  get(petId: bigint): Promise<Label | undefined>;
  /** Up to `limit` labels by ascending `petId`, those after `after`, with the counter of the same snapshot. */
  page(options: LabelPageOptions): Promise<LabelPage>;
  /** All labels by ascending `petId`, in pages, from one snapshot; returns its counter. */
  readAll(onPage: (labels: readonly Label[]) => Awaitable<void>): Promise<number>;
  /** Starts a change of labels. */
  stage(): Promise<LabelStage>;
}

export interface LabelPageOptions {
  readonly after?: bigint | undefined;
  readonly limit: number;
}

export interface LabelPage {
  readonly counter: number;
  readonly labels: readonly Label[];
}

/** The staged rows of one change, which holds no lock before `apply`. Closing it without `apply` discards them. */
export interface LabelStage extends AsyncDisposable {
  /** Adds rows; returns those that repeat a pet, which are not added. */
  add(rows: readonly LabelRow[]): Promise<readonly DuplicateLabel[]>;
  /** Applies the difference in one transaction. */
  apply(options: LabelChangeOptions): Promise<LabelChangeResult>;
}

/** A row that repeats a pet of an earlier row. */
export interface DuplicateLabel {
  readonly row: LabelRow;
  readonly firstLine: number;
}

export interface LabelChangeOptions {
  readonly by?: ActingKey;
  /** Remove the labels that are not in the rows. */
  readonly replace: boolean;
  /** Report only; change nothing. */
  readonly dryRun: boolean;
  /** Refuse unless the counter is one of these. */
  readonly ifCounter?: readonly number[];
}

export type LabelChangeResult =
  | {
      readonly kind: "applied";
      readonly created: number;
      readonly updated: number;
      /** A label is removed if it has no member left, or if `replace` does not find it in the rows. */
      readonly removed: number;
      readonly unchanged: number;
      /** After the change; unchanged if nothing has changed, or with `dryRun`. */
      readonly counter: number;
    }
  | { readonly kind: "changed_since"; readonly counter: number };
