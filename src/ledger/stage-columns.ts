// The columns of a stage's table, which has a row for each pet. Null stands for what a row does not say.

import type { StagedRow } from "../inventory/import.ts";
import { type LabelPatch, NO_MEMBERS } from "../inventory/label.ts";

/**
 * Each with its type. A row has `quantity` or `delta`; `if_match` is a tag; `must_exist` 1: the pet must exist, 0: it must not;
 * `removes` 1: the row removes the pet. `name` to `low` are members of its label, `if_name` to `if_low` those that the label must have;
 * `given` and `if_given` say which of these the row gives (`MEMBER_BITS`).
 */
export const STAGE_COLUMNS = {
  pet_id: "bigint",
  line: "bigint",
  quantity: "integer",
  delta: "bigint",
  status: "text",
  if_match: "text",
  must_exist: "integer",
  removes: "integer",
  name: "text",
  kind: "text",
  code: "text",
  low: "integer",
  given: "integer",
  if_name: "text",
  if_kind: "text",
  if_code: "text",
  if_low: "integer",
  if_given: "integer",
} as const;

export type StageColumn = keyof typeof STAGE_COLUMNS;

const COLUMNS = Object.keys(STAGE_COLUMNS) as readonly StageColumn[];

type StageValue = bigint | number | string | null;

/** Rows of a stage: the columns that any of them has, and their values in the same order. */
export interface StagedValues {
  readonly columns: readonly StageColumn[];
  readonly values: readonly (readonly StageValue[])[];
}

/** Without the columns that no row has: most have three or seven, and binding values takes most of the time of staging. */
export function stagedValuesOf(rows: readonly StagedRow[]): StagedValues {
  const all = rows.map(valuesOf);
  const places = [...COLUMNS.keys()].filter((place) => all.some((values) => values[place] !== null));
  const columns = places.map((place) => COLUMNS[place] as StageColumn);
  return { columns, values: all.map((values) => places.map((place) => values[place] as StageValue)) };
}

/** In the order of the columns. */
function valuesOf({ petId, line, quantity, ...row }: StagedRow): readonly StageValue[] {
  const [fixed, delta] = typeof quantity === "object" ? [null, quantity.by] : [quantity ?? null, null];
  const mustExist = row.exists === undefined ? null : Number(row.exists);
  const removes = row.remove === true ? 1 : null;
  return [
    petId,
    line,
    fixed,
    delta,
    row.status ?? null,
    row.ifMatch ?? null,
    mustExist,
    removes,
    ...membersAndBits(row.label),
    ...membersAndBits(row.ifLabel),
  ];
}

/** Which members of a label are given: a bit for each, since null is a value. */
export const MEMBER_BITS = { name: 1, kind: 2, code: 4, low: 8 } as const;

export type LabelColumn = keyof typeof MEMBER_BITS;

export const LABEL_COLUMNS = Object.keys(MEMBER_BITS) as readonly LabelColumn[];

const NOT_GIVEN = [null, null, null, null, null] as const;

/** A label of null gives all members. */
function membersAndBits(label: LabelPatch | null | undefined): readonly StageValue[] {
  if (label === undefined) return NOT_GIVEN;
  const { name, kind, code, low } = label ?? NO_MEMBERS;
  return [name ?? null, kind ?? null, code ?? null, low ?? null, bitsOf(label ?? NO_MEMBERS)];
}

function bitsOf(given: LabelPatch): number {
  let bits = 0;
  for (const member of LABEL_COLUMNS) if (given[member] !== undefined) bits |= MEMBER_BITS[member];
  return bits;
}
