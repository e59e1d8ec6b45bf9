// The list of what did not become so, as a file: to mend, and to drop again.

import type { BulkPlan } from "./bulk-plan.ts";
import { counted } from "./words.ts";

export interface FailedRow {
  readonly petId: bigint;
  readonly wanted: number;
  readonly reason: string;
}

/** A row of the file that was not sent; what could not be read is undefined. */
export interface UnsentRow {
  readonly petId: bigint | undefined;
  readonly wanted: number | undefined;
  readonly reason: string;
}

/** Those that a look at the file had shown already, and those that a stop left. */
export function unsentRows(plan: BulkPlan, sent: ReadonlySet<bigint | undefined>): UnsentRow[] {
  const stopped = plan.change
    .filter(({ petId }) => !sent.has(petId))
    .map(({ petId, wanted }) => ({ petId, wanted, reason: "Not sent" }));
  const refused = [...plan.conflict, ...plan.unknown, ...plan.invalid].map(
    ({ line, petId, wanted, reason }) => ({ petId, wanted, reason: `Line ${line}: ${reason}` }),
  );
  return [...stopped, ...refused];
}

/** `unnamed` rows were only counted: one line says so. */
export function failedRowsCsv(rows: readonly UnsentRow[], unnamed = 0): string {
  const lines = rows.map(({ petId, wanted, reason }) => `${petId ?? ""},${wanted ?? ""},${quoted(reason)}\n`);
  if (unnamed > 0) lines.push(`,,${quoted(`and ${counted(unnamed, "more invalid row")} of the file`)}\n`);
  return `petId,quantity,reason\n${lines.join("")}`;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
