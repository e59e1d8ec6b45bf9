// An import: rows that are staged without locks and applied as one revision.

import type { MovementReason, Origin } from "./movement.ts";
import type { PetStatus } from "./item.ts";
import type { ExpectedPosition } from "./position.ts";

/** A pet in an import. `line` is its line in the file, from 1. */
export interface ImportRow {
  readonly petId: bigint;
  readonly quantity: number;
  /** Default: unchanged; `available` for a new pet. */
  readonly status?: PetStatus;
  readonly line: number;
}

export interface ImportOptions {
  /** Remove pets that are not in the rows. */
  readonly replace: boolean;
  /** Report only; change nothing. */
  readonly dryRun: boolean;
  /** Refuse if a pet has changed since this position. */
  readonly ifUnchangedSince?: ExpectedPosition;
  readonly reason: MovementReason;
  /** What a person says about it, at most `NOTE_CHARACTERS_MAX`. */
  readonly note?: string;
  readonly by: Origin;
}

export type ImportResult =
  | {
      readonly kind: "applied";
      readonly created: number;
      readonly updated: number;
      readonly removed: number;
      readonly unchanged: number;
      /** The import's revision; the newest one if nothing changed or with `dryRun`. */
      readonly revision: number;
    }
  | { readonly kind: "changed_since"; readonly revision: number };

/** A row that repeats a pet of an earlier row. */
export interface DuplicateRow {
  readonly row: ImportRow;
  readonly firstLine: number;
}

/** The staged rows of one import. Closing it without `apply` discards them. */
export interface ImportStage extends AsyncDisposable {
  /** Adds rows; returns those that repeat a pet, which are not added. */
  add(rows: readonly ImportRow[]): Promise<readonly DuplicateRow[]>;
  /** Computes and applies the difference in one transaction and one revision. */
  apply(options: ImportOptions): Promise<ImportResult>;
}
