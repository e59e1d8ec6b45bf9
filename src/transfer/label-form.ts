// The rows of labels. An absent column or member is not changed; an empty cell, an empty text or null has no value.

import { JsonNumber, type JsonObject, type JsonValue } from "../contract/json.ts";
import { isQuantity, parsePetId } from "../inventory/item.ts";
import { LABEL_TEXTS, type LabelRow, type LabelText, storedLabelText } from "../inventory/label.ts";
import { refusalOfLabelText } from "../inventory/label-text.ts";
import { withoutKeys } from "../inventory/redact.ts";
import { LABEL_COLUMNS } from "./columns.ts";
import { quantityOf, refuse } from "./csv-row.ts";
import { petIdOf, refusal, textOf } from "./json-row.ts";
import type { CellReader, RowForm, RowPlace } from "./row-form.ts";
import { codeFault, petIdFault, quantityFault } from "./value-faults.ts";
import { isBlank, trimmed } from "./trimmed.ts";

export const LABEL_FORM: RowForm<LabelRow> = {
  columns: LABEL_COLUMNS,
  example: '{"petId":…,"name":…,"kind":…,"code":…,"low":…}',
  item: "a label",
  hasTexts: true,
  cellReader,
  readMembers,
};

type Place = RowPlace<unknown>;

/** Absent: not changed. */
export type LabelMembers = Omit<LabelRow, "petId" | "line">;

function cellReader(cellOf: ReadonlyMap<string, number>): CellReader<LabelRow> {
  const idAt = cellOf.get("petId") as number;
  const readLabel = labelCellReader(cellOf);
  return (cells, place) => {
    if (cells.every(isBlank)) return;
    const { line, report } = place;
    const sizeBefore = report.size;
    const idText = trimmed(cells[idAt] as string);
    const petId = parsePetId(idText);
    if (petId === undefined) refuse({ column: "petId", text: idText, faultOf: petIdFault }, place);
    const row = readLabel(cells, place);
    if (petId === undefined) return;
    if (report.size === sizeBefore) report.addRow({ petId, ...row, line });
    else report.identify(line, petId);
  };
}

/** The members of a label that have a column; the id is not among them. Adds a problem for each bad cell. */
export function labelCellReader(
  cellOf: ReadonlyMap<string, number>,
): (cells: readonly string[], place: RowPlace<unknown>) => LabelMembers {
  const texts = LABEL_TEXTS.flatMap((column) =>
    cellOf.has(column) ? [[column, cellOf.get(column)!] as const] : [],
  );
  const lowAt = cellOf.get("low");
  return (cells, place) => ({
    ...Object.fromEntries(
      texts.map(([column, at]) => [column, textOfCell(column, trimmed(cells[at] as string), place)]),
    ),
    ...(lowAt !== undefined && { low: lowOfCell(trimmed(cells[lowAt] as string), place) }),
  });
}

function lowOfCell(text: string, place: Place): number | null {
  const low = text === "" ? null : quantityOf(text);
  if (low === undefined) refuse({ column: "low", text, faultOf: quantityFault }, place);
  return low ?? null;
}

function readMembers(item: JsonObject, place: Place): LabelRow | undefined {
  const petId = petIdOf(item, "petId", place);
  const row = labelMembers(item, place);
  return petId === undefined ? undefined : { ...row, petId, line: place.line };
}

/** The members of a label in a JSON object. Adds a problem for each bad one; unknown ones are refused elsewhere. */
export function labelMembers(item: JsonObject, place: Place): LabelMembers {
  const members = Object.entries(item).filter(([name]) => isLabelMember(name));
  return Object.fromEntries(members.map(([name, value]) => [name, memberOf(name, value, place)]));
}

function isLabelMember(name: string): boolean {
  return name !== "petId" && LABEL_COLUMNS.names.some((known) => known === name);
}

function memberOf(name: string, value: JsonValue, place: Place): string | number | null {
  if (value === null) return null;
  if (name === "low") return lowOf(value, place);
  const text = LABEL_TEXTS.find((each) => each === name);
  if (text === undefined) return null;
  if (typeof value === "string") return checkedText(text, value, place);
  const isNumber = typeof value === "number" || typeof value === "bigint" || value instanceof JsonNumber;
  const code = isNumber && text === "code" ? "code_as_number" : "text_expected";
  place.report.addProblem(place.line, { column: text, value: textOf(value), fault: { code } });
  return null;
}

function lowOf(value: JsonValue, { line, report }: Place): number | null {
  if (isQuantity(value)) return value;
  report.addProblem(line, { column: "low", ...refusal(value, { needs: "petId", faultOf: quantityFault }) });
  return null;
}

/** The text as it is stored; a problem is added if it is refused. */
function checkedText(column: LabelText, text: string, { line, report }: Place): string | null {
  const code = refusalOfLabelText(text);
  if (code !== undefined) report.addProblem(line, { column, value: withoutKeys(text), fault: { code } });
  return storedLabelText(text);
}

/** The same for a cell, which a spreadsheet may have written. */
function textOfCell(column: LabelText, text: string, place: Place): string | null {
  const fault = column === "code" ? codeFault(text) : undefined;
  if (fault !== undefined) place.report.addProblem(place.line, { column, value: text, fault });
  return checkedText(column, text, place);
}
