// Rows for spreadsheets: as text with tabs, and as an HTML table whose ids stay texts, because spreadsheets round numbers of more
// than 15 digits. Pure.

import type { Label } from "../../client/client.ts";
import type { InventoryItem } from "../../contract/item-json.ts";

interface CopiedRows {
  readonly text: string;
  readonly html: string;
}

export interface CopiedRow extends InventoryItem {
  readonly name?: Label["name"] | undefined;
  readonly kind?: Label["kind"] | undefined;
}

/** Columns: id, quantity, status, name, kind. The first three are what pasting takes. */
export function copiedRows(rows: readonly CopiedRow[]): CopiedRows {
  const cells = rows.map(({ petId, quantity, status, name, kind }) => [
    String(petId),
    String(quantity),
    status,
    ...(name || kind ? [name ?? "", kind ?? ""] : []),
  ]);
  const lines = cells.map((row) => row.map(plainCell).join("\t"));
  const trs = cells.map((row) => `<tr>${row.map((cell, at) => htmlCell(cell, at !== 1)).join("")}</tr>`);
  return { text: lines.join("\n"), html: `<table>${trs.join("")}</table>` };
}

/** A spreadsheet would run a name such as `=1+1` as a formula. */
function plainCell(text: string): string {
  const oneLine = text.replace(/[\t\r\n]+/g, " ");
  return /^[=+@]|^-(?![0-9]+$)/.test(oneLine) ? `'${oneLine}` : oneLine;
}

function htmlCell(text: string, isText: boolean): string {
  const escaped = text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
  return isText ? `<td style='mso-number-format:"\\@"'>${escaped}</td>` : `<td>${escaped}</td>`;
}
