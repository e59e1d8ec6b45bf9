// The rows that a bulk change did not apply, as a CSV file that the user can correct and import again.

import type { BulkPlan } from "./bulk-plan.ts";
import { formatPlural } from "./format.ts";

export interface FailedRow {
  readonly petId: bigint;
  readonly wanted: number;
  readonly reason: string;
}

/** A row of the file that was not sent. Fields of an invalid row are undefined. */
export interface UnsentRow {
  readonly petId: bigint | undefined;
  readonly wanted: number | undefined;
  readonly reason: string;
}

/** Rows that the preview excluded, and rows left when the change was stopped. */
export function unsentRows(plan: BulkPlan, sent: ReadonlySet<bigint | undefined>): UnsentRow[] {
  const stopped = plan.change
    .filter(({ petId }) => !sent.has(petId))
    .map(({ petId, wanted }) => ({ petId, wanted, reason: "Not sent" }));
  const refused = [...plan.conflict, ...plan.unknown, ...plan.invalid].map(
    ({ line, petId, wanted, reason }) => ({ petId, wanted, reason: `Line ${line}: ${reason}` }),
  );
  return [...stopped, ...refused];
}

/** A last line reports the number of `omitted` rows, if any. */
export function failedRowsCsv(rows: readonly UnsentRow[], omitted = 0): string {
  const lines = rows.map(({ petId, wanted, reason }) => `${petId ?? ""},${wanted ?? ""},${quoted(reason)}\n`);
  if (omitted > 0) lines.push(`,,${quoted(`${formatPlural(omitted, "more invalid row")} not listed`)}\n`);
  return `petId,quantity,reason\n${lines.join("")}`;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
