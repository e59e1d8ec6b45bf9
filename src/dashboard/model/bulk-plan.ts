// Plans a bulk change: compares each row of a file with the inventory, and sorts the rows into groups.

import type { InventoryItem } from "../../contract/item-json.ts";
import { describeProblem, type RowProblem } from "../../transfer/problem.ts";
import type { Problems } from "../../transfer/problem-list.ts";
import { findRow } from "./rows.ts";
import { formatCount } from "./format.ts";

export const BULK_GROUPS = ["change", "conflict", "unknown", "invalid", "same"] as const;
export type BulkGroup = (typeof BULK_GROUPS)[number];

/** A valid row of the file. */
export interface FileRow {
  readonly line: number;
  readonly petId: bigint;
  readonly quantity: number;
}

export interface BulkRow {
  readonly line: number;
  readonly petId: bigint | undefined;
  /** The current row, with which the update is guarded. */
  readonly now: InventoryItem | undefined;
  readonly wanted: number | undefined;
  readonly reason: string;
}

export type BulkPlan = Readonly<Record<BulkGroup, readonly BulkRow[]>> & {
  /** Invalid rows that are counted but not listed. */
  readonly omitted: number;
};

export interface BulkSource {
  readonly rows: readonly FileRow[];
  readonly problems: Problems;
  /** The inventory when the file was read, as the user saw it. */
  readonly baseline: readonly InventoryItem[];
  readonly now: readonly InventoryItem[];
}

/** Each row of the file is in exactly one group, in file order. */
export function planBulk({ rows, problems, baseline, now }: BulkSource): BulkPlan {
  const plan: Record<BulkGroup, BulkRow[]> = { change: [], conflict: [], unknown: [], invalid: [], same: [] };
  const first = firstOfEach(rows);
  const contested = contestedPets(rows, first);
  for (const row of rows) {
    const { line, petId, quantity } = row;
    const item = findRow(now, petId);
    const add = (group: BulkGroup, reason = ""): void =>
      void plan[group].push({ line, petId, now: item, wanted: quantity, reason });
    const before = findRow(baseline, petId);
    if (contested.has(petId)) add("conflict", "Listed more than once with different quantities");
    else if (item === undefined) add("unknown", "No pet has this id, and pets cannot be added here");
    else if (first.get(petId) !== row) add("same", `Same as line ${first.get(petId)!.line}`);
    else if (item.quantity === quantity) add("same");
    else if (before !== undefined && differs(before, item)) {
      add(
        "conflict",
        `Changed from ${formatCount(before.quantity)} to ${formatCount(item.quantity)} since the file was read`,
      );
    } else add("change");
  }
  for (const problem of problems.named) {
    const { line } = problem;
    plan.invalid.push({
      line,
      petId: undefined,
      now: undefined,
      wanted: undefined,
      reason: reasonOf(problem),
    });
  }
  return { ...plan, omitted: problems.count - problems.named.length };
}

/** Includes rows that are not listed. */
export function groupSize(plan: BulkPlan, group: BulkGroup): number {
  return plan[group].length + (group === "invalid" ? plan.omitted : 0);
}

function firstOfEach(rows: readonly FileRow[]): ReadonlyMap<bigint, FileRow> {
  const first = new Map<bigint, FileRow>();
  for (const row of rows) if (!first.has(row.petId)) first.set(row.petId, row);
  return first;
}

function contestedPets(rows: readonly FileRow[], first: ReadonlyMap<bigint, FileRow>): ReadonlySet<bigint> {
  return new Set(
    rows.filter(({ petId, quantity }) => first.get(petId)!.quantity !== quantity).map(({ petId }) => petId),
  );
}

function differs(a: InventoryItem, b: InventoryItem): boolean {
  return a.quantity !== b.quantity || a.status !== b.status;
}

/** Without the line number, which has its own column. */
function reasonOf(problem: RowProblem): string {
  return describeProblem(problem).replace(/^line [0-9]+(?:, |: )/, "");
}
