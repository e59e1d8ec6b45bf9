// Reads the JSON object of one row. No member is dropped or taken for another.

import {
  DuplicateMemberError,
  isJsonObject,
  JsonNumber,
  type JsonObject,
  JsonSyntaxError,
  type JsonValue,
  parseJson,
} from "../contract/json.ts";
import { resolveColumn } from "./columns.ts";
import type { Fault } from "./fault.ts";
import type { RowForm, RowPlace } from "./row-form.ts";
import { petIdFault } from "./value-faults.ts";

/** The time to read a number grows with the square of its length, and no number of an item has so many digits. */
const TOO_MANY_DIGITS = /[0-9]{100}/;

/** Adds the item's row, or a problem for each of its bad members. */
export function readJsonRow<Row>(text: string, form: RowForm<Row>, place: RowPlace<Row>): void {
  const value = parseItem(text, place);
  if (value !== undefined) readJsonValue(value, { form, text: () => text }, place);
}

/** The same for a value that is parsed already. `text` is shown where the value is no object. */
export function readJsonValue<Row>(
  value: JsonValue,
  { form, text }: { form: RowForm<Row>; text: () => string },
  place: RowPlace<Row>,
): void {
  const { line, report } = place;
  const sizeBefore = report.size;
  if (!isJsonObject(value)) return report.addProblem(line, { value: text(), fault: noItemFault(form) });
  for (const name in value) {
    if (!form.columns.names.includes(name))
      report.addProblem(line, { value: name, fault: unknownMemberFault(name, form) });
  }
  const row = form.readMembers(value, place);
  if (row !== undefined && report.size === sizeBefore) return report.addRow(row);
  const petId = knownPetIdOf(value);
  if (petId !== undefined) report.identify(line, petId);
}

export function noItemFault({ item, example }: Pick<RowForm<unknown>, "item" | "example">): Fault {
  return { code: "not_item", item, example };
}

function parseItem(text: string, { line, report }: RowPlace<unknown>): JsonValue | undefined {
  if (TOO_MANY_DIGITS.test(text)) {
    report.addProblem(line, { value: text, fault: { code: "number_too_long" } });
    return undefined;
  }
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof DuplicateMemberError) {
      report.addProblem(line, { value: error.member, fault: { code: "member_repeated" } });
    } else if (error instanceof JsonSyntaxError) {
      report.addProblem(line, { value: text, fault: { code: "not_json", detail: error.message } });
    } else throw error;
  }
  return undefined;
}

function unknownMemberFault(
  name: string,
  { columns, item }: Pick<RowForm<unknown>, "columns" | "item">,
): Fault {
  const meant = resolveColumn(columns, name);
  if (meant !== undefined) return { code: "member_misnamed", item, meant };
  return { code: "member_unknown", item, names: columns.names.join(", ") };
}

/** The id of an item; undefined, with a problem, if it has none. */
export function petIdOf(
  item: JsonObject,
  needs: string,
  { line, report }: RowPlace<unknown>,
): bigint | undefined {
  const petId = knownPetIdOf(item);
  if (petId === undefined)
    report.addProblem(line, { column: "petId", ...refusal(item["petId"], { needs, faultOf: petIdFault }) });
  return petId;
}

function knownPetIdOf({ petId }: JsonObject): bigint | undefined {
  return typeof petId === "number" || typeof petId === "bigint" ? BigInt(petId) : undefined;
}

/** Why a number of an item is refused. `needs` says what every item needs. */
export function refusal(
  value: JsonValue | undefined,
  { needs, faultOf }: { needs: string; faultOf: (text: string) => Fault },
): { value?: string; fault: Fault } {
  if (value === undefined) return { fault: { code: "member_missing", needs } };
  if (typeof value === "string") return { value, fault: { code: "number_in_quotes" } };
  const text = textOf(value);
  return { value: text, fault: faultOf(text) };
}

/** Nested values are shortened: they are wrong in every member. */
export function textOf(value: JsonValue): string {
  if (value instanceof JsonNumber) return value.text;
  if (Array.isArray(value)) return "[…]";
  return isJsonObject(value) ? "{…}" : String(value);
}
