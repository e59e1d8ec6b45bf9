// The list of what could not be changed, as a file: to mend, and to drop again.

export interface FailedRow {
  readonly petId: bigint;
  readonly wanted: number;
  readonly reason: string;
}

export function failedRowsCsv(rows: readonly FailedRow[]): string {
  const lines = rows.map(({ petId, wanted, reason }) => `${petId},${wanted},${quoted(reason)}\n`);
  return `petId,quantity,reason\n${lines.join("")}`;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
