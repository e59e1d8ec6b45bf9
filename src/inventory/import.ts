// An import: rows that are staged outside every lock and applied as one revision.

import type { MovementReason, Origin } from "./movement.ts";
import type { PetStatus } from "./item.ts";
import type { ExpectedPosition } from "./position.ts";

/** A pet as an import wants it. `line` is where it stands in the file, counted from 1. */
export interface ImportRow {
  readonly petId: bigint;
  readonly quantity: number;
  /** The present status is kept where absent; a new pet is `available`. */
  readonly status?: PetStatus;
  readonly line: number;
}

export interface ImportOptions {
  /** Remove the pets that the rows lack. */
  readonly replace: boolean;
  /** Report only; change nothing. */
  readonly dryRun: boolean;
  /** Refuse where a pet of the inventory changed since then. */
  readonly ifUnchangedSince?: ExpectedPosition;
  readonly reason: MovementReason;
  readonly by: Origin;
}

export type ImportResult =
  | {
      readonly kind: "applied";
      readonly created: number;
      readonly updated: number;
      readonly removed: number;
      readonly unchanged: number;
      /** The import's revision, or the present one where nothing changed or `dryRun`. */
      readonly revision: number;
    }
  | { readonly kind: "changed_since"; readonly revision: number };

/** A row that repeats a pet of an earlier row. */
export interface DuplicateRow {
  readonly row: ImportRow;
  readonly firstLine: number;
}

/** Rows of one import, gathered outside every lock. Closing it without `apply` leaves no trace. */
export interface ImportStage extends AsyncDisposable {
  /** Adds rows; those that repeat a pet are not added but given back. */
  add(rows: readonly ImportRow[]): Promise<readonly DuplicateRow[]>;
  /** Computes the difference and makes it, in one transaction and one revision, all or nothing. */
  apply(options: ImportOptions): Promise<ImportResult>;
}
