// The text of a workbook's cell, as a CSV file would have it; or why it must not be taken, because the sheet does not have the value
// that the user means.

import type { Cell, CellValue } from "hucre/xlsx";
import type { Fault } from "../../../transfer/fault.ts";

export interface RefusedCell {
  readonly value?: string;
  readonly fault: Fault;
}

/** A spreadsheet keeps 15 digits of a number (IEEE 754 has 15.95). */
const ROUNDED_FROM = 1e15;
/** Excel's limit, so that no repeated text takes minutes. */
const TEXT_LENGTH_MAX = 32_767;
/** Before it, a spreadsheet has times of day alone. */
const FIRST_DATE = Date.UTC(1900, 0, 1);

/** `details`: those of formulas and errors. `nameOf` gives its name, such as `B7`. */
export function cellText(
  value: CellValue | undefined,
  details: Cell | undefined,
  nameOf: () => string,
): string | RefusedCell {
  if (details?.type === "error")
    return { value: String(value), fault: { code: "cell_error", cell: nameOf() } };
  if (value === null || value === undefined) {
    if (details?.formula === undefined) return "";
    return { fault: { code: "cell_without_result", cell: nameOf() } };
  }
  if (typeof value === "number") return numberText(value, nameOf);
  if (value instanceof Date) return dateText(value);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  const text = String(value);
  if (text.length <= TEXT_LENGTH_MAX) return text;
  return { value: text, fault: { code: "cell_too_long", cell: nameOf() } };
}

function numberText(value: number, nameOf: () => string): string | RefusedCell {
  if (Math.abs(value) < ROUNDED_FROM) return String(value === 0 ? 0 : value);
  return { value: String(value), fault: { code: "cell_rounded", cell: nameOf() } };
}

/** In ISO 8601, as the sheet shows it: a date, a time of day, or both. */
function dateText(date: Date): string {
  // A spreadsheet shows a date beyond the year 9999 so.
  if (Number.isNaN(date.getTime())) return "#####";
  const [day = "", time = ""] = date.toISOString().slice(0, -".000Z".length).split("T");
  if (date.getTime() < FIRST_DATE) return time;
  return time === "00:00:00" ? day : `${day}T${time}`;
}
