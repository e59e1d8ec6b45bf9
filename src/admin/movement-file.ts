// All movements that a filter selects, as CSV or NDJSON, read slice by slice at the reader's pace. The ledger is only appended to, so its part
// up to one revision is one snapshot, for which no transaction stays open.

import type { MovementFilter, MovementPage } from "../inventory/movement.ts";
import type { Pieces } from "../snapshot/pieces.ts";
import { type MovementFormat, movementHead, movementLines } from "../transfer/write-movements.ts";

export const MOVEMENT_TYPES = {
  csv: "text/csv; charset=utf-8; header=present",
  ndjson: "application/x-ndjson",
} as const;

/** Some 200 KB. */
const SLICE_ROWS = 1_000;

interface Source {
  readonly filter: Omit<MovementFilter, "limit">;
  readonly format: MovementFormat;
  readonly read: (slice: MovementFilter) => Promise<MovementPage>;
}

export async function* movementFile({ filter, format, read }: Source): Pieces {
  const encoder = new TextEncoder();
  const head = movementHead(format);
  if (head !== "") yield encoder.encode(head);
  for (let { after } = filter; ;) {
    const { movements, next }: MovementPage = await read({
      ...filter,
      ...(after && { after }),
      limit: SLICE_ROWS,
    });
    if (movements.length > 0) yield encoder.encode(movementLines(format, movements));
    if (next === null) return;
    after = next;
  }
}
