// The problems of a file as a file: to correct them in the spreadsheet that the file came from.

import { formatPlural } from "../language/format.ts";
import type { PlanList } from "../imports/import-plan.ts";

/** A last line has the number of problems that are not listed, if any. Begins with a byte order mark, for Excel. */
export function problemsCsv({ rows, count }: PlanList): string {
  const lines = rows.map(
    ({ line, petId, reason = "" }) =>
      `${line ?? ""},${petId === undefined ? "" : quoted(String(petId))},${quoted(reason)}`,
  );
  const more = count - rows.length;
  if (more > 0) lines.push(`,,${quoted(`${formatPlural(more, "more problem")} not listed`)}`);
  return ["\ufeffline,petId,problem", ...lines, ""].join("\r\n");
}

/** A reason begins with a word or a quote, never with a formula. */
function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
