// What a file of quantities would do to the inventory, row by row, before anything is done.

import type { InventoryItem } from "../../contract/item-json.ts";
import { describeProblem, type RowProblem } from "../../transfer/problem.ts";
import type { Problems } from "../../transfer/problem-list.ts";
import { rowOf } from "./rows.ts";
import { count } from "./words.ts";

export const BULK_GROUPS = ["change", "conflict", "unknown", "invalid", "same"] as const;
export type BulkGroup = (typeof BULK_GROUPS)[number];

/** A row of the file that is one. */
export interface FileRow {
  readonly line: number;
  readonly petId: bigint;
  readonly quantity: number;
}

export interface BulkRow {
  readonly line: number;
  readonly petId: bigint | undefined;
  /** As it is: what the change is guarded with. */
  readonly now: InventoryItem | undefined;
  readonly wanted: number | undefined;
  readonly reason: string;
}

export type BulkPlan = Readonly<Record<BulkGroup, readonly BulkRow[]>> & {
  /** How many more invalid rows the file has: only the first are kept. */
  readonly unnamed: number;
};

export interface BulkSource {
  readonly rows: readonly FileRow[];
  readonly problems: Problems;
  /** The inventory when the file was read: whoever looks at the plan compares with that. */
  readonly seen: readonly InventoryItem[];
  readonly now: readonly InventoryItem[];
}

/** Each row of the file is in one group, in the order of the file. */
export function planBulk({ rows, problems, seen, now }: BulkSource): BulkPlan {
  const plan: Record<BulkGroup, BulkRow[]> = { change: [], conflict: [], unknown: [], invalid: [], same: [] };
  const first = firstOfEach(rows);
  const contested = contestedPets(rows, first);
  for (const row of rows) {
    const { line, petId, quantity } = row;
    const item = rowOf(now, petId);
    const add = (group: BulkGroup, reason = ""): void =>
      void plan[group].push({ line, petId, now: item, wanted: quantity, reason });
    const before = rowOf(seen, petId);
    if (contested.has(petId))
      add("conflict", "The file names this pet more than once, with different quantities");
    else if (item === undefined) add("unknown", "No pet has this id: only an import adds pets");
    else if (first.get(petId) !== row) add("same", `Line ${first.get(petId)!.line} says so already`);
    else if (item.quantity === quantity) add("same");
    else if (before !== undefined && differs(before, item)) {
      add(
        "conflict",
        `Changed from ${count(before.quantity)} to ${count(item.quantity)} since the file was read`,
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
  return { ...plan, unnamed: problems.count - problems.named.length };
}

/** Those that are not kept are counted. */
export function sizeOf(plan: BulkPlan, group: BulkGroup): number {
  return plan[group].length + (group === "invalid" ? plan.unnamed : 0);
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

/** The line stands in a column of its own. */
function reasonOf(problem: RowProblem): string {
  return describeProblem(problem).replace(/^line [0-9]+(?:, |: )/, "");
}
