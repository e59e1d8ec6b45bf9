// The rows of an inventory's file, and how one is made of a JSON item. An id keeps every digit.

import type { JsonObject, JsonValue } from "../contract/json.ts";
import type { ImportRow } from "../inventory/import.ts";
import { isQuantity, PET_STATUSES, type PetStatus } from "../inventory/item.ts";
import { petIdOf, refusal, textOf } from "./json-row.ts";
import type { RowPlace, RowForm } from "./row-form.ts";
import { quantityFault, statusFault } from "./value-faults.ts";
import { INVENTORY_COLUMNS } from "./columns.ts";
import { inventoryCellReader } from "./csv-row.ts";
import { plainInventoryReader } from "./plain-csv-row.ts";

export const INVENTORY_FORM: RowForm<ImportRow> = {
  columns: INVENTORY_COLUMNS,
  example: '{"petId":…,"quantity":…,"status":…}',
  item: "an item",
  hasTexts: false,
  plainReader: plainInventoryReader,
  cellReader: inventoryCellReader,
  readMembers: readItem,
};

const NEEDS = "petId and quantity";

/** The item's row. Adds a problem for each of its bad members. */
function readItem(item: JsonObject, place: RowPlace<ImportRow>): ImportRow | undefined {
  const { line } = place;
  const petId = petIdOf(item, NEEDS, place);
  const quantity = quantityMember(item["quantity"], place);
  const status = statusMember(item["status"], place);
  if (petId === undefined || quantity === undefined) return undefined;
  return status === undefined ? { petId, quantity, line } : { petId, quantity, status, line };
}

export function quantityMember(
  value: JsonValue | undefined,
  { line, report }: RowPlace<unknown>,
): number | undefined {
  if (isQuantity(value)) return value;
  report.addProblem(line, {
    column: "quantity",
    ...refusal(value, { needs: NEEDS, faultOf: quantityFault }),
  });
  return undefined;
}

export function statusMember(
  value: JsonValue | undefined,
  { line, report }: RowPlace<unknown>,
): PetStatus | undefined {
  // Not the text itself: it is a slice of the file's text, and would keep a whole block of it in memory.
  const status = PET_STATUSES.find((known) => known === value);
  if (status !== undefined || value === undefined) return status;
  const text = textOf(value);
  report.addProblem(line, { column: "status", value: text, fault: statusFault(text) });
  return undefined;
}
