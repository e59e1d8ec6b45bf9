// Writes movements of the ledger as the service and the command line give them: CSV or NDJSON.

import { toJson } from "../contract/json.ts";
import { timeText } from "../contract/time.ts";
import type { LabelMembers } from "../inventory/label.ts";
import type { Movement } from "../inventory/movement.ts";
import { csvText } from "./write-rows.ts";

export const MOVEMENT_FORMATS = ["csv", "ndjson"] as const;

export type MovementFormat = (typeof MOVEMENT_FORMATS)[number];

/** A movement without the ledger's own chain. */
type LedgerRow = Omit<Movement, "previous">;

const COLUMNS =
  "revision,petId,quantityBefore,statusBefore,quantityAfter,statusAfter,reason,note,undoes,actor,keyId,requestId,at," +
  "nameBefore,kindBefore,codeBefore,lowBefore,nameAfter,kindAfter,codeAfter,lowAfter\n";

/** What a file has before its first movement. */
export function movementHead(format: MovementFormat): string {
  return format === "csv" ? COLUMNS : "";
}

export function movementLines(format: MovementFormat, movements: readonly LedgerRow[]): string {
  const lineOf = format === "csv" ? csvLine : jsonLine;
  return movements.map(lineOf).join("");
}

/** A movement in the form of the contract. */
export function movementJson({ revision, petId, before, after, label, ...rest }: LedgerRow): object {
  const { reason, note, undoes, by, at } = rest;
  const changed = { before, after, ...(label && { label }) };
  return { revision, petId, ...changed, reason, note, undoes, ...by, at: timeText(at) };
}

function jsonLine(movement: LedgerRow): string {
  return `${toJson(movementJson(movement))}\n`;
}

/** An empty cell is no value. The cells of the label are empty unless it changed. */
function csvLine({ revision, petId, before, after, label, ...rest }: LedgerRow): string {
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
