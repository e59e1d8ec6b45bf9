// The problems of a file as a file: to correct them in the spreadsheet that the file came from.

import { transferText } from "../language/en/transfer.ts";
import type { PlanList } from "../imports/import-plan.ts";
import { reasonInWords } from "../imports/row-reason.ts";

/** A last line has the number of problems that are not listed, if any. Begins with a byte order mark, for Excel. */
export function problemsCsv({ rows, count }: PlanList): string {
  const lines = rows.map(
    ({ line, petId, reason }) =>
      `${line ?? ""},${petId === undefined ? "" : quoted(String(petId))},${quoted(reason === undefined ? "" : reasonInWords(reason))}`,
  );
  const more = count - rows.length;
  if (more > 0) lines.push(`,,${quoted(transferText.moreProblems(more))}`);
  return ["\ufeffline,petId,problem", ...lines, ""].join("\r\n");
}

/** A reason begins with a word or a quote, never with a formula. */
function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
