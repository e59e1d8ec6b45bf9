// The rows of an import: stock, labels, or both. A file without a column of labels is a file of the inventory, where each row has a
// quantity; in one with such columns an empty quantity or status is not changed, and an empty text of a label has no value.

import type { JsonObject } from "../contract/json.ts";
import type { ImportRow } from "../inventory/import.ts";
import { INVENTORY_COLUMNS, LABEL_COLUMNS, type ColumnSet } from "./columns.ts";
import { INVENTORY_FORM } from "./inventory-form.ts";
import { plainInventoryReader } from "./plain-csv-row.ts";
import type { RowForm, RowPlace } from "./row-form.ts";
import { sheetReaders, type SheetRow } from "./sheet-form.ts";

const LABEL_NAMES = LABEL_COLUMNS.names.filter((name) => name !== "petId");

const PET_COLUMNS: ColumnSet = {
  names: [...INVENTORY_COLUMNS.names, ...LABEL_NAMES],
  required: ["petId"],
  requiredBeside: (has) => (LABEL_NAMES.some(has) && !has("status") ? [] : ["quantity"]),
  of: "an import",
};

export const PET_FORM: RowForm<ImportRow> = {
  columns: PET_COLUMNS,
  example: INVENTORY_FORM.example,
  item: INVENTORY_FORM.item,
  hasTexts: true,
  plainReader: (columns, separator) =>
    hasLabels(columns.cellOf) ? undefined : plainInventoryReader(columns, separator),
  cellReader: (cellOf) =>
    hasLabels(cellOf) ? WITH_LABELS.cellReader(cellOf) : INVENTORY_FORM.cellReader(cellOf),
  readMembers: readPet,
};

function hasLabels(cellOf: ReadonlyMap<string, number>): boolean {
  return LABEL_NAMES.some((name) => cellOf.has(name));
}

function readPet(item: JsonObject, place: RowPlace<ImportRow>): ImportRow | undefined {
  const form = LABEL_NAMES.some((name) => name in item) ? WITH_LABELS : INVENTORY_FORM;
  return form.readMembers(item, place);
}

const WITH_LABELS = sheetReaders(importRowOf);

/** A status alone is of a pet that exists: a new one needs a quantity. */
function importRowOf({ petId, quantity, status, line, ...label }: SheetRow): ImportRow {
  return {
    petId,
    line,
    ...(quantity !== undefined && { quantity }),
    ...(status !== undefined && { status }),
    ...(quantity === undefined && status !== undefined && { exists: true }),
    label,
  };
}
