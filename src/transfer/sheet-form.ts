// The rows of a sheet that has everything of a pet: its quantity and status, and its label. Each column but the id may be
// missing; an empty quantity or status is not changed, an empty text of a label has no value.

import type { JsonObject } from "../contract/json.ts";
import { parsePetId, PET_STATUSES, type PetStatus } from "../inventory/item.ts";
import { quantityOf, refuse } from "./csv-row.ts";
import { quantityMember, statusMember } from "./inventory-form.ts";
import { petIdOf } from "./json-row.ts";
import { labelCellReader, labelMembers, type LabelMembers } from "./label-form.ts";
import type { CellReader, RowForm, RowPlace } from "./row-form.ts";
import { petIdFault, quantityFault, statusFault } from "./value-faults.ts";
import { SHEET_COLUMNS } from "./columns.ts";
import { isBlank, trimmed } from "./trimmed.ts";

/** Absent members are not changed. `line` is the row's line in the file, from 1. */
export interface SheetRow extends LabelMembers {
  readonly petId: bigint;
  readonly quantity?: number;
  readonly status?: PetStatus;
  readonly line: number;
}

export const SHEET_FORM: RowForm<SheetRow> = {
  columns: SHEET_COLUMNS,
  example: '{"petId":…,"quantity":…,"status":…,"name":…}',
  item: "a pet",
  hasTexts: true,
  ...sheetReaders((row) => row),
};

/** Readers of rows that `toRow` makes of those of a sheet. */
export function sheetReaders<Row>(
  toRow: (row: SheetRow) => Row,
): Pick<RowForm<Row>, "cellReader" | "readMembers"> {
  return {
    cellReader: (cellOf) => cellReader(cellOf, toRow),
    readMembers(item, place) {
      const row = readMembers(item, place);
      return row && toRow(row);
    },
  };
}

function cellReader<Row>(
  cellOf: ReadonlyMap<string, number>,
  toRow: (row: SheetRow) => Row,
): CellReader<Row> {
  const textAt = (column: string): ((cells: readonly string[]) => string) => {
    const at = cellOf.get(column);
    return at === undefined ? () => "" : (cells) => trimmed(cells[at] as string);
  };
  const idOf = textAt("petId");
  const quantityTextOf = textAt("quantity");
  const statusTextOf = textAt("status");
  const readLabel = labelCellReader(cellOf);
  return (cells, place) => {
    if (cells.every(isBlank)) return;
    const { line, report } = place;
    const sizeBefore = report.size;
    const petId = parsePetId(idOf(cells));
    if (petId === undefined) refuse({ column: "petId", text: idOf(cells), faultOf: petIdFault }, place);
    const members = {
      ...quantityCell(quantityTextOf(cells), place),
      ...statusCell(statusTextOf(cells), place),
      ...readLabel(cells, place),
    };
    if (petId === undefined) return;
    if (report.size === sizeBefore) report.addRow(toRow({ petId, ...members, line }));
    else report.identify(line, petId);
  };
}

function quantityCell(text: string, place: RowPlace<unknown>): { readonly quantity?: number } {
  if (text === "") return {};
  const quantity = quantityOf(text);
  if (quantity !== undefined) return { quantity };
  refuse({ column: "quantity", text, faultOf: quantityFault }, place);
  return {};
}

/** In any case: `Sold` can mean nothing else. */
function statusCell(text: string, place: RowPlace<unknown>): { readonly status?: PetStatus } {
  if (text === "") return {};
  const status = PET_STATUSES.find((known) => known === text.toLowerCase());
  if (status !== undefined) return { status };
  refuse({ column: "status", text, faultOf: statusFault }, place);
  return {};
}

function readMembers(item: JsonObject, place: RowPlace<unknown>): SheetRow | undefined {
  const petId = petIdOf(item, "petId", place);
  const quantity = item["quantity"] === undefined ? undefined : quantityMember(item["quantity"], place);
  const status = statusMember(item["status"], place);
  const label = labelMembers(item, place);
  if (petId === undefined) return undefined;
  return {
    petId,
    ...(quantity !== undefined && { quantity }),
    ...(status !== undefined && { status }),
    ...label,
    line: place.line,
  };
}
