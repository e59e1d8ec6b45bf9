// Plans the changes of pasted cells. Pure.

import type { InventoryItem } from "../../contract/item-json.ts";
import type { PastedRow, PastedTable } from "./pasted-table.ts";
import type { Plan, PlannedChange, PlanProblem } from "./planned-changes.ts";
import { petText } from "../language/en/pet.ts";

interface PasteTarget {
  readonly item: (petId: bigint) => InventoryItem | undefined;
  /** Where a column of quantities goes: the pet of each row, in order. */
  readonly targets: readonly (bigint | undefined)[];
  readonly canSetStatus: boolean;
}

export function pastePlan({ rows, hasIds }: PastedTable, { item, targets, canSetStatus }: PasteTarget): Plan {
  const changes: PlannedChange[] = [];
  const problems: PlanProblem[] = [];
  const seen = new Map<bigint, number>();
  let unchanged = 0;
  rows.forEach((row, at) => {
    const petId = hasIds ? row.petId : targets[at];
    const from = petId === undefined ? undefined : item(petId);
    const problem = row.problem ?? problemOf(row, { petId, from, seen, canSetStatus, hasIds });
    if (petId !== undefined && !seen.has(petId)) seen.set(petId, row.row);
    if (problem !== undefined || from === undefined) {
      problems.push({ where: petText.row(row.row), text: problem ?? "" });
      return;
    }
    const change = { petId: from.petId, ...membersOf(row, canSetStatus) };
    if (Object.keys(change).length === 1) unchanged += 1;
    else changes.push(change);
  });
  return { changes, unchanged, problems };
}

/** A key that may not set statuses has none that would change. */
function membersOf({ quantity, status }: PastedRow, canSetStatus: boolean): Omit<PlannedChange, "petId"> {
  return {
    ...(quantity !== undefined && { quantity }),
    ...(status !== undefined && canSetStatus && { status }),
  };
}

interface RowContext extends Pick<PasteTarget, "canSetStatus">, Pick<PastedTable, "hasIds"> {
  readonly petId: bigint | undefined;
  readonly from: InventoryItem | undefined;
  /** The rows of the pets so far. */
  readonly seen: ReadonlyMap<bigint, number>;
}

function problemOf(
  row: PastedRow,
  { petId, from, seen, canSetStatus, hasIds }: RowContext,
): string | undefined {
  if (petId === undefined) return hasIds ? petText.petIdMissing : petText.noRowForIt;
  if (from === undefined) return petText.unknownPet(petId);
  const before = seen.get(petId);
  if (before !== undefined) return petText.inRowAlready(petId, before);
  const setsStatus = row.status !== undefined && row.status !== from.status;
  return setsStatus && !canSetStatus ? petText.needsManager : undefined;
}
