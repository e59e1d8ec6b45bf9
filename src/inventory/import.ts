// An import or a large change set: rows that are staged without locks and applied as one revision.

import type { AppliedChanges } from "./applied-changes.ts";
import {
  type ChangeConflict,
  type ChangeSet,
  type ChangeSetOutcome,
  isOfLabelAlone,
  type PetChange,
} from "./change-set.ts";
import type { PetStatus } from "./item.ts";
import { type LabelPatch, type LabelRow, NO_MEMBERS } from "./label.ts";
import type { ExpectedPosition, Position } from "./position.ts";

/** A pet in an import: created or updated. `line` is its line in the file, from 1. Absent members are not changed. */
export interface ImportRow {
  readonly petId: bigint;
  readonly quantity?: number;
  /** Default for a new pet: `available`. */
  readonly status?: PetStatus;
  readonly label?: LabelPatch;
  /** Whether the pet must exist. Default: no. */
  readonly exists?: boolean;
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
  const staged = { ...change, line: index };
  return isOfLabelAlone(change) && !create ? staged : { ...staged, exists: !create };
}

/** `replace`: members that the row does not give have no value afterwards. */
function stagedLabelOf({ petId, line, ...given }: LabelRow, replace: boolean): StagedRow {
  return { petId, line, label: replace ? { ...NO_MEMBERS, ...given } : given };
}

/** Takes rows of labels for an import. */
export function labelStage(stage: ImportStage, replace: boolean) {
  return {
    async add(rows: readonly LabelRow[]) {
      const rowOf = new Map(rows.map((row) => [stagedLabelOf(row, replace), row]));
      const duplicates = await stage.add([...rowOf.keys()]);
      return duplicates.map(({ row, firstLine }) => ({ row: rowOf.get(row) as LabelRow, firstLine }));
    },
  };
}

/** Whether the row changes a label, or expects something of it. */
export function hasLabel({ label, ifLabel }: StagedRow): boolean {
  return label !== undefined || ifLabel !== undefined;
}

/** Whether the row may be refused, by what its pet is when the rows are applied. */
export function isConditional({ exists, ifMatch, ifLabel, quantity }: StagedRow): boolean {
  const isExpecting = ifMatch !== undefined || ifLabel !== undefined;
  return exists !== undefined || isExpecting || typeof quantity === "object";
}

export interface ImportOptions extends Omit<ChangeSet, "changes"> {
  /** Remove pets that are not in the rows. */
  readonly replace: boolean;
  /** For rows of labels: whether to remove the labels of pets that are not in the rows. */
  readonly replaceLabels?: boolean;
  /** Refuse unless the labels are as one of these positions of theirs had them (`LabelStore.position`). */
  readonly ifLabelsAt?: readonly Position[];
  /** Refuse if a pet has changed since this position. */
  readonly ifUnchangedSince?: ExpectedPosition;
}

export type ImportResult =
  | Exclude<ChangeSetOutcome, { kind: "outdated" }>
  | PlanChanged
  /** Where `replaceLabels` was given: what happened to labels. */
  | ({
      readonly kind: "applied";
      readonly labels: LabelCounts;
      readonly preview?: undefined;
    } & AppliedChanges)
  /** The position of the labels, which is none of the expected ones. */
  | { readonly kind: "labels_changed_since"; readonly position: Position }
  /** The newest revision, which is not the expected one, or is one of another history. */
  | { readonly kind: "changed_since"; readonly revision: number };

/**
 * On how many pets the rows have another effect than at `planAt`, and the first of these as they are now; with their label where one of
 * the two effects changes it. None: the position is not in the history any more.
 */
export interface PlanChanged {
  readonly kind: "plan_changed";
  readonly count: number;
  readonly conflicts: readonly Omit<ChangeConflict, "place">[];
}

/** How many labels an import creates, changes and removes. */
export interface LabelCounts {
  readonly created: number;
  readonly updated: number;
  readonly removed: number;
}

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
