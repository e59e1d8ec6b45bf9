// All movements that a filter selects, as CSV or NDJSON, read slice by slice at the reader's pace. The ledger is only appended to, so its part
// up to one revision is one snapshot, for which no transaction stays open.

import { timeText } from "../contract/time.ts";
import { toJson } from "../contract/json.ts";
import type { LabelMembers } from "../inventory/label.ts";
import type { Movement, MovementFilter, MovementPage } from "../inventory/movement.ts";
import type { Pieces } from "../snapshot/pieces.ts";
import { csvText } from "../transfer/write-rows.ts";

export type MovementFormat = "csv" | "ndjson";

export const MOVEMENT_TYPES = {
  csv: "text/csv; charset=utf-8; header=present",
  ndjson: "application/x-ndjson",
} as const;

/** Some 200 KB. */
const SLICE_ROWS = 1_000;

const COLUMNS =
  "revision,petId,quantityBefore,statusBefore,quantityAfter,statusAfter,reason,note,undoes,actor,keyId,requestId,at," +
  "nameBefore,kindBefore,codeBefore,lowBefore,nameAfter,kindAfter,codeAfter,lowAfter\n";

interface Source {
  readonly filter: Omit<MovementFilter, "limit">;
  readonly format: MovementFormat;
  readonly read: (slice: MovementFilter) => Promise<MovementPage>;
}

export async function* movementFile({ filter, format, read }: Source): Pieces {
  const encoder = new TextEncoder();
  const lineOf = format === "csv" ? csvLine : (movement: Movement) => `${toJson(movementJson(movement))}\n`;
  if (format === "csv") yield encoder.encode(COLUMNS);
  for (let { after } = filter; ;) {
    const { movements, next }: MovementPage = await read({
      ...filter,
      ...(after && { after }),
      limit: SLICE_ROWS,
    });
    if (movements.length > 0) yield encoder.encode(movements.map(lineOf).join(""));
    if (next === null) return;
    after = next;
  }
}

export function movementJson({ revision, petId, before, after, label, ...rest }: Movement): object {
  const { reason, note, undoes, by, at } = rest;
  const changed = { before, after, ...(label && { label }) };
  return { revision, petId, ...changed, reason, note, undoes, ...by, at: timeText(at) };
}

/** An empty cell is no value. The cells of the label are empty unless it changed. */
function csvLine({ revision, petId, before, after, label, ...rest }: Movement): string {
  const { reason, note, undoes, by, at } = rest;
  const stock = [before, after].flatMap((each) => [each?.quantity ?? "", each?.status ?? ""]);
  const origin = [reason, csvText(note), undoes ?? "", csvText(by.actor), by.keyId ?? "", by.requestId ?? ""];
  const labels = [...labelCells(label?.before ?? null), ...labelCells(label?.after ?? null)];
  return `${[revision, petId, ...stock, ...origin, timeText(at), ...labels].join(",")}\n`;
}

function labelCells(label: LabelMembers | null): readonly (string | number)[] {
  const { name = null, kind = null, code = null, low = null } = label ?? {};
  return [csvText(name), csvText(kind), csvText(code), low ?? ""];
}
