// Checks the cells of one CSV row and makes an import row of them. White space around a value is ignored: no id,
// quantity or status has any, and files that were aligned by hand do.

import { exactInt64 } from "../contract/json.ts";
import { isQuantity, parsePetId, PET_STATUSES } from "../inventory/item.ts";
import type { CsvColumns } from "./csv-header.ts";
import { petIdRule, quantityRule, statusRule } from "./rules.ts";
import { trimmed } from "./trimmed.ts";
import type { RowReport } from "./row-report.ts";

const PLAIN_QUANTITY = /^(?:0|[1-9][0-9]{0,8})$/;
/** A JSON number: the API takes the same numbers for a quantity. */
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
/** `1.000` is 1 in English and 1000 in German: either would be a guess. */
const AMBIGUOUS = /^-?[1-9][0-9]{0,2}\.000$/;
/** The time to read a number grows with its length, and no quantity needs so many characters. */
const NUMBER_LENGTH_MAX = 100;

interface Place {
  readonly line: number;
  readonly columns: CsvColumns;
  readonly separator: string;
  readonly report: RowReport;
}

/** Adds the row, or a problem for each of its bad cells. A row of empty cells is ignored. */
export function readRow(cells: readonly string[], place: Place): void {
  const { line, columns, report } = place;
  if (cells.length !== columns.cells) return refuseCount(cells, place);
  const petIdText = trimmed(cells[columns.petId] as string);
  const quantityText = trimmed(cells[columns.quantity] as string);
  const statusText = columns.status === undefined ? "" : trimmed(cells[columns.status] as string);
  const petId = parsePetId(petIdText);
  const quantity = quantityOf(quantityText);
  const status = PET_STATUSES.find((known) => known === statusText);
  if (petId !== undefined && quantity !== undefined) {
    if (status !== undefined) return report.addRow({ petId, quantity, status, line });
    if (statusText === "") return report.addRow({ petId, quantity, line });
  }
  if (cells.every(isBlank)) return;
  if (petId === undefined) refuse({ column: "petId", text: petIdText, ruleOf: petIdRule }, place);
  if (quantity === undefined) refuse({ column: "quantity", text: quantityText, ruleOf: quantityRule }, place);
  if (status === undefined && statusText !== "") {
    refuse({ column: "status", text: statusText, ruleOf: statusRule }, place);
  }
}

function refuse(
  { column, text, ruleOf }: { column: string; text: string; ruleOf: (text: string) => string },
  { line, report }: Place,
): void {
  if (text === "")
    report.addProblem(line, { column, rule: `the cell is empty: every row needs a ${column}` });
  else report.addProblem(line, { column, value: text, rule: ruleOf(text) });
}

function refuseCount(cells: readonly string[], { line, columns, separator, report }: Place): void {
  if (cells.every(isBlank)) return;
  const count = cells.length === 1 ? "1 cell" : `${cells.length} cells`;
  const isMore = cells.length > columns.cells;
  const hint = isMore ? `: is there a ${JSON.stringify(separator)} within a value?` : "";
  const rule = `has ${count} where the header has ${columns.cells}${hint}`;
  report.addProblem(line, { value: cells.join(separator), rule });
}

function quantityOf(text: string): number | undefined {
  if (PLAIN_QUANTITY.test(text)) return Number(text);
  if (text.length > NUMBER_LENGTH_MAX || !NUMBER.test(text) || AMBIGUOUS.test(text)) return undefined;
  const integer = exactInt64(text);
  if (integer === undefined) return undefined;
  const quantity = Number(integer);
  return isQuantity(quantity) ? quantity : undefined;
}

function isBlank(cell: string): boolean {
  return trimmed(cell) === "";
}
