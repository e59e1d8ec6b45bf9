// Checks one JSON item and makes an import row of it. An id keeps every digit, and no member is dropped or taken for
// another.

import {
  DuplicateMemberError,
  isJsonObject,
  JsonNumber,
  type JsonObject,
  JsonSyntaxError,
  type JsonValue,
  parseJson,
} from "../contract/json.ts";
import { isQuantity, PET_STATUSES, type PetStatus } from "../inventory/item.ts";
import { COLUMNS, columnMeant, isColumn } from "./columns.ts";
import { petIdRule, quantityRule, statusRule } from "./rules.ts";
import type { RowReport } from "./row-report.ts";

/** The time to read a number grows with the square of its length, and no number of an item has so many digits. */
const TOO_MANY_DIGITS = /[0-9]{100}/;

export const NO_ITEM_RULE = 'is not an item: write {"petId":…,"quantity":…,"status":…}';

interface Place {
  readonly line: number;
  readonly report: RowReport;
}

/** Adds the item's row, or a problem for each of its bad members. */
export function readItem(text: string, place: Place): void {
  const { line, report } = place;
  const item = parseItem(text, place);
  if (item === undefined) return;
  const problemsBefore = report.size;
  for (const name in item) {
    if (!isColumn(name)) report.addProblem(line, { value: name, rule: unknownMemberRule(name) });
  }
  const petId = petIdOf(item.petId, place);
  const quantity = quantityOf(item.quantity, place);
  const status = statusOf(item.status, place);
  if (petId === undefined || quantity === undefined || report.size > problemsBefore) return;
  report.addRow(status === undefined ? { petId, quantity, line } : { petId, quantity, status, line });
}

function parseItem(text: string, { line, report }: Place): JsonObject | undefined {
  if (TOO_MANY_DIGITS.test(text)) {
    report.addProblem(line, {
      value: text,
      rule: "has a hundred digits in a row: no number of an item is that long",
    });
    return undefined;
  }
  try {
    const value = parseJson(text);
    if (isJsonObject(value)) return value;
    report.addProblem(line, { value: text, rule: NO_ITEM_RULE });
  } catch (error) {
    if (error instanceof DuplicateMemberError) {
      const rule = "appears twice in one item: keep one of the two";
      report.addProblem(line, { value: error.member, rule });
    } else if (error instanceof JsonSyntaxError) {
      report.addProblem(line, { value: text, rule: `is not JSON: ${error.message}` });
    } else throw error;
  }
  return undefined;
}

function petIdOf(value: JsonValue | undefined, { line, report }: Place): bigint | undefined {
  if (typeof value === "number" || typeof value === "bigint") return BigInt(value);
  report.addProblem(line, { column: "petId", ...refusal(value, petIdRule) });
  return undefined;
}

function quantityOf(value: JsonValue | undefined, { line, report }: Place): number | undefined {
  if (isQuantity(value)) return value;
  report.addProblem(line, { column: "quantity", ...refusal(value, quantityRule) });
  return undefined;
}

function statusOf(value: JsonValue | undefined, { line, report }: Place): PetStatus | undefined {
  // Not the text itself: it is a slice of the file's text, and would keep a whole block of it in memory.
  const status = PET_STATUSES.find((known) => known === value);
  if (status !== undefined || value === undefined) return status;
  const text = textOf(value);
  report.addProblem(line, { column: "status", value: text, rule: statusRule(text) });
  return undefined;
}

/** Why an id or a quantity is refused. */
function refusal(
  value: JsonValue | undefined,
  ruleOf: (text: string) => string,
): { value?: string; rule: string } {
  if (value === undefined) return { rule: "the member is missing: every item needs petId and quantity" };
  if (typeof value === "string") return { value, rule: "is a text: write the number without double quotes" };
  const text = textOf(value);
  return { value: text, rule: ruleOf(text) };
}

function unknownMemberRule(name: string): string {
  const meant = columnMeant(name);
  if (meant !== undefined) return `is not a member of an item: write "${meant}"`;
  return `is not a member of an item: remove it (the members are ${COLUMNS.join(", ")})`;
}

/** Nested values are shortened: they are wrong in every member. */
function textOf(value: JsonValue): string {
  if (value instanceof JsonNumber) return value.text;
  if (Array.isArray(value)) return "[…]";
  return isJsonObject(value) ? "{…}" : String(value);
}
