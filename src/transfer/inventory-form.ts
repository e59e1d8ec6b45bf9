// The rows of an inventory.

import type { ImportRow } from "../inventory/import.ts";
import { INVENTORY_COLUMNS } from "./columns.ts";
import { inventoryCellReader } from "./csv-row.ts";
import { plainInventoryReader } from "./plain-csv-row.ts";
import { readItem } from "./json-item.ts";
import type { RowForm } from "./row-form.ts";

export const INVENTORY_FORM: RowForm<ImportRow> = {
  columns: INVENTORY_COLUMNS,
  example: '{"petId":…,"quantity":…,"status":…}',
  item: "an item",
  hasTexts: false,
  plainReader: plainInventoryReader,
  cellReader: inventoryCellReader,
  readMembers: readItem,
};
