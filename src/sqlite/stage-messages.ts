// Rows of a stage as messages between the two threads: JSON text of arrays (see writer-messages.ts).

import type { StagedRow } from "../inventory/import.ts";
import type { PetStatus } from "../inventory/item.ts";

/** Null stands for an absent member; the id is text, because a JSON number would lose digits. */
type PackedRow = [
  petId: string,
  line: number,
  quantity: Exclude<StagedRow["quantity"], undefined> | null,
  status: PetStatus | null,
  ...rest: [] | [exists: boolean | null, remove: boolean | null, ifMatch: string | null],
];

/** The index of a row that repeats a pet, among those added with it, and the line of the pet's first row. */
export type PackedDuplicate = [index: number, firstLine: number];

export function packRows(rows: readonly StagedRow[]): string {
  return JSON.stringify(rows.map(rowOf));
}

function rowOf({ petId, line, quantity, status, exists, remove, ifMatch }: StagedRow): PackedRow {
  const row = [String(petId), line, quantity ?? null, status ?? null] as const;
  const isPlain = exists === undefined && remove === undefined && ifMatch === undefined;
  return isPlain ? [...row] : [...row, exists ?? null, remove ?? null, ifMatch ?? null];
}

export function unpackRows(text: string): StagedRow[] {
  return (JSON.parse(text) as PackedRow[]).map(([petId, line, quantity, status, ...rest]) => {
    const [exists = null, remove = null, ifMatch = null] = rest;
    return {
      petId: BigInt(petId),
      line,
      ...(quantity !== null && { quantity }),
      ...(status !== null && { status }),
      ...(exists !== null && { exists }),
      ...(remove !== null && { remove }),
      ...(ifMatch !== null && { ifMatch }),
    };
  });
}
