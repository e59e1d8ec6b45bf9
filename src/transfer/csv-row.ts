// Checks the cells of one CSV row and makes an import row of them. White space around a value is ignored: no id,
// quantity or status has any, and files that were aligned by hand do.

import { exactInt64 } from "../contract/exact-int64.ts";
import type { ImportRow } from "../inventory/import.ts";
import { isQuantity, parsePetId, PET_STATUSES } from "../inventory/item.ts";
import type { CellReader, RowPlace } from "./row-form.ts";
import type { Fault } from "./fault.ts";
import { petIdFault, quantityFault, statusFault } from "./value-faults.ts";
import { isBlank, trimmed } from "./trimmed.ts";

const PLAIN_QUANTITY = /^(?:0|[1-9][0-9]{0,8})$/;
/** A JSON number: the API takes the same numbers for a quantity. */
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
/** `1.000` is 1 in English and 1000 in German: either would be a guess. */
const AMBIGUOUS = /^-?[1-9][0-9]{0,2}\.000$/;
/** The time to read a number grows with its length, and no quantity needs so many characters. */
const NUMBER_LENGTH_MAX = 100;

/** The index of each column's cell. */
interface Cells {
  readonly petId: number;
  readonly quantity: number;
  readonly status: number | undefined;
}

export function inventoryCellReader(cellOf: ReadonlyMap<string, number>): CellReader<ImportRow> {
  const at: Cells = {
    petId: cellOf.get("petId") as number,
    quantity: cellOf.get("quantity") as number,
    status: cellOf.get("status"),
  };
  return (cells, place) => readRow(cells, at, place);
}

/** Adds the row, or a problem for each of its bad cells. A row of empty cells is ignored. */
function readRow(cells: readonly string[], at: Cells, place: RowPlace<ImportRow>): void {
  const { line, report } = place;
  const petIdText = trimmed(cells[at.petId] as string);
  const quantityText = trimmed(cells[at.quantity] as string);
  const statusText = at.status === undefined ? "" : trimmed(cells[at.status] as string);
  const petId = parsePetId(petIdText);
  const quantity = quantityOf(quantityText);
  const status = PET_STATUSES.find((known) => known === statusText);
  if (petId !== undefined && quantity !== undefined) {
    if (status !== undefined) return report.addRow({ petId, quantity, status, line });
    if (statusText === "") return report.addRow({ petId, quantity, line });
  }
  if (cells.every(isBlank)) return;
  if (petId === undefined) refuse({ column: "petId", text: petIdText, faultOf: petIdFault }, place);
  if (quantity === undefined)
    refuse({ column: "quantity", text: quantityText, faultOf: quantityFault }, place);
  if (status === undefined && statusText !== "") {
    refuse({ column: "status", text: statusText, faultOf: statusFault }, place);
  }
  if (petId !== undefined) report.identify(line, petId);
}

/** Reports a cell; also one that is empty and must not be. */
export function refuse(
  { column, text, faultOf }: { column: string; text: string; faultOf: (text: string) => Fault },
  { line, report }: RowPlace<unknown>,
): void {
  if (text === "") report.addProblem(line, { column, fault: { code: "value_missing", column } });
  else report.addProblem(line, { column, value: text, fault: faultOf(text) });
}

/** An integer as JSON has it, from 0 to `QUANTITY_MAX`; undefined for any other text. */
export function quantityOf(text: string): number | undefined {
  if (PLAIN_QUANTITY.test(text)) return Number(text);
  if (text.length > NUMBER_LENGTH_MAX || !NUMBER.test(text) || AMBIGUOUS.test(text)) return undefined;
  const integer = exactInt64(text);
  if (integer === undefined) return undefined;
  const quantity = Number(integer);
  return isQuantity(quantity) ? quantity : undefined;
}
