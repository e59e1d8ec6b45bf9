// Rows of a stage as messages between the two threads: columns of numbers, which the runtime copies as bytes. What few rows
// have is JSON text.

import type { StagedRow } from "../../inventory/import.ts";
import { PET_STATUSES } from "../../inventory/item.ts";

export interface PackedRows {
  readonly petIds: BigInt64Array;
  readonly lines: Float64Array;
  /** NaN where a row has none, or a difference. */
  readonly quantities: Float64Array;
  /** Index in `PET_STATUSES` from 1; 0 where a row has none. */
  readonly statuses: Uint8Array;
  /** Other members, as JSON of `[index of the row, members][]`; empty if no row has any. */
  readonly others: string;
}

/** The index of a row that repeats a pet, among those added with it, and the line of the pet's first row. */
export type PackedDuplicate = [index: number, firstLine: number];

type Others = Partial<Pick<StagedRow, "quantity" | "exists" | "remove" | "ifMatch" | "label" | "ifLabel">>;

export function packRows(rows: readonly StagedRow[]): PackedRows {
  const petIds = new BigInt64Array(rows.length);
  const lines = new Float64Array(rows.length);
  const quantities = new Float64Array(rows.length);
  const statuses = new Uint8Array(rows.length);
  const others: [number, Others][] = [];
  rows.forEach(({ petId, line, quantity, status, ...rest }, index) => {
    petIds[index] = petId;
    lines[index] = line;
    quantities[index] = typeof quantity === "number" ? quantity : Number.NaN;
    statuses[index] = status === undefined ? 0 : PET_STATUSES.indexOf(status) + 1;
    const members: Others = typeof quantity === "object" ? { ...rest, quantity } : rest;
    if (Object.values(members).some((member) => member !== undefined)) others.push([index, members]);
  });
  return { petIds, lines, quantities, statuses, others: others.length === 0 ? "" : JSON.stringify(others) };
}

export function unpackRows({ petIds, lines, quantities, statuses, others }: PackedRows): StagedRow[] {
  const rows = Array.from(petIds, (petId, index): StagedRow => {
    const quantity = quantities[index] as number;
    const status = PET_STATUSES[(statuses[index] as number) - 1];
    const row = { petId, line: lines[index] as number };
    if (Number.isNaN(quantity)) return status === undefined ? row : { ...row, status };
    return status === undefined ? { ...row, quantity } : { ...row, quantity, status };
  });
  if (others === "") return rows;
  for (const [index, members] of JSON.parse(others) as [number, Others][])
    rows[index] = { ...(rows[index] as StagedRow), ...members };
  return rows;
}
