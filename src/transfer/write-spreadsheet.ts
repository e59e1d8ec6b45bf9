// Writes a sheet that Excel opens with the right columns and changes nothing of, in every country: UTF-16 with tabs, where it
// takes neither the separator nor the letters from the computer's language (docs/decisions/0039).

import type { InventoryItem } from "../inventory/item.ts";
import type { Label } from "../inventory/label.ts";
import type { RowWriter } from "./write-rows.ts";

/** A pet with its label. */
export interface SheetItem extends InventoryItem, Omit<Label, "petId"> {}

const COLUMNS = ["petId", "name", "kind", "quantity", "status", "code", "low"] as const;

/** The text of the file; `utf16Bytes` makes its bytes. */
export function openSpreadsheetWriter(): RowWriter<SheetItem> {
  let before = `\ufeff${COLUMNS.join("\t")}\r\n`;
  const take = (text: string): string => {
    const all = before + text;
    before = "";
    return all;
  };
  return {
    page: (items) => (items.length === 0 ? "" : take(items.map(line).join(""))),
    end: () => take(""),
  };
}

/** Little endian, as Excel writes it. */
export function utf16Bytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length * 2);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    bytes[2 * at] = unit & 0xff;
    bytes[2 * at + 1] = unit >> 8;
  }
  return bytes;
}

function line({ petId, name, kind, quantity, status, code, low }: SheetItem): string {
  const id = numberCell(String(petId));
  return `${id}\t${textCell(name)}\t${textCell(kind)}\t${quantity}\t${status}\t${codeCell(code)}\t${low ?? ""}\r\n`;
}

/** Excel shows longer numbers as 1.23E+11, saves them like this, and keeps 15 of their digits. */
const EXACT_DIGITS_MAX = 11;

function numberCell(number: string): string {
  return number.replace("-", "").length > EXACT_DIGITS_MAX ? formula(number) : number;
}

/** Begins with a letter and has no digit: no number, date, formula or error value. */
const PLAIN_TEXT = /^\p{L}[^\p{N}\p{C}"\t]*$/u;
/** TRUE and FALSE, as Excel has them in the languages of most of its users. */
const LOGICAL =
  /^(?:true|false|wahr|falsch|vrai|faux|vero|verdadero|verdadeiro|falso|waar|onwaar|sant|falskt|prawda|fałsz)$/iu;

function textCell(text: string | null): string {
  if (text === null) return "";
  return PLAIN_TEXT.test(text) && !LOGICAL.test(text) ? text : formula(text);
}

/** A code is never a number: its leading zeros count. */
function codeCell(code: string | null): string {
  return code === null ? "" : formula(code);
}

/** A formula whose value is the text: a spreadsheet neither changes nor runs it. */
function formula(text: string): string {
  return `"${`="${text.replaceAll('"', '""')}"`.replaceAll('"', '""')}"`;
}
