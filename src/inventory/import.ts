// An import or a large change set: rows that are staged without locks and applied as one revision.

import type { ChangeSet, ChangeSetOutcome, PetChange } from "./change-set.ts";
import type { PetStatus } from "./item.ts";
import type { ExpectedPosition } from "./position.ts";

/** A pet in an import: created or updated. `line` is its line in the file, from 1. */
export interface ImportRow {
  readonly petId: bigint;
  readonly quantity: number;
  /** Default: unchanged; `available` for a new pet. */
  readonly status?: PetStatus;
  readonly line: number;
}

/** A row of the stage: of an import, or a change of a change set. */
export interface StagedRow extends Omit<PetChange, "create"> {
  /** Line of a row in its file, from 1; index of a change in its set, from 0. */
  readonly line: number;
  /** Whether the pet must exist, or must not. Default: either. */
  readonly exists?: boolean;
}

export function stagedRowOf({ create = false, ...change }: PetChange, index: number): StagedRow {
  return { ...change, line: index, exists: !create };
}

/** Whether the row may be refused, by what its pet is when the rows are applied. */
export function isConditional({ exists, ifMatch, quantity }: StagedRow): boolean {
  return exists !== undefined || ifMatch !== undefined || typeof quantity === "object";
}

export interface ImportOptions extends Omit<ChangeSet, "changes"> {
  /** Remove pets that are not in the rows. */
  readonly replace: boolean;
  /** Refuse if a pet has changed since this position. */
  readonly ifUnchangedSince?: ExpectedPosition;
}

export type ImportResult =
  | ChangeSetOutcome
  /** The newest revision, which is not the expected one, or is one of another history. */
  | { readonly kind: "changed_since"; readonly revision: number };

/** A row that repeats a pet of an earlier row. */
export interface DuplicateRow {
  readonly row: StagedRow;
  readonly firstLine: number;
}

/** The staged rows of one import. Closing it without `apply` discards them. */
export interface ImportStage extends AsyncDisposable {
  /** Adds rows; returns those that repeat a pet, which are not added. */
  add(rows: readonly StagedRow[]): Promise<readonly DuplicateRow[]>;
  /** Computes and applies the difference in one transaction and one revision. */
  apply(options: ImportOptions): Promise<ImportResult>;
}
