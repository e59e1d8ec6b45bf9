// The staged rows of an import or a change set, compared with the stock: what each would do to its pet, and why it cannot.

import {
  type ChangeConflict,
  type ChangeProblem,
  type ChangeProblemCode,
  type ChangeSetRefusal,
  LISTED_MAX,
} from "../inventory/change-set.ts";
import type { StagedRow } from "../inventory/import.ts";
import { type PetStatus, QUANTITY_MAX, type Stock, STATUS_OF_NEW_PET } from "../inventory/item.ts";
import { type LabelPatch, NO_MEMBERS } from "../inventory/label.ts";
import { RESTOCKED } from "./difference.ts";
import { labelOf, stockOf } from "./rows.ts";
import { type Integer, type Query, rows, sql, type Work } from "./sql.ts";

/** The tables of a stage, each with a row for a pet; null stands for what the row does not say. */
export interface Staged {
  /**
   * `pet_id`, `line`, `quantity` or `delta`, `status`, `if_match` (a tag), `must_exist` (1: the pet must exist, 0: it must not),
   * `removes` (1: removes the pet).
   */
  readonly rows: Query;
  /**
   * Of the rows with a label: `pet_id`, its members `name`, `kind`, `code`, `low`, and those that it must have, `if_name` and so on;
   * `given` and `if_given` say which members these are (bits of `MEMBER_BITS`). Undefined: no row has one.
   */
  readonly labels: Query | undefined;
}

/** Which members of a label are given: a bit for each, since null is a value. */
export const MEMBER_BITS = { name: 1, kind: 2, code: 4, low: 8 } as const;

type LabelColumn = keyof typeof MEMBER_BITS;

export const LABEL_COLUMNS = Object.keys(MEMBER_BITS) as readonly LabelColumn[];

/** The values of a row of the stage's table of labels, in the order of its columns after `pet_id`. */
export function labelValuesOf({ label, ifLabel }: Pick<StagedRow, "label" | "ifLabel">) {
  return [...membersAndBits(label), ...membersAndBits(ifLabel)] as const;
}

function membersAndBits(patch: LabelPatch | null | undefined) {
  const given = patch === null ? NO_MEMBERS : (patch ?? {});
  const bits = LABEL_COLUMNS.filter((member) => given[member] !== undefined).map(
    (member) => MEMBER_BITS[member],
  );
  const { name = null, kind = null, code = null, low = null } = given;
  return [name, kind, code, low, bits.reduce<number>((sum, bit) => sum | bit, 0)] as const;
}

/** Rows of pets as the inventory has them: `pet_id`, `quantity`, `status`, `revision`, `removed`, `label_revision`. */
export const PRESENT_PETS = sql`inventory`;

/**
 * The staged rows, each with its pet before and after it, of the pets as they are, or as a query like `PRESENT_PETS` gives them. A
 * removed pet counts as absent; its row in the inventory is a tombstone with the last stock.
 */
export const stagedPets = ({ rows: staged, labels }: Staged, pets = PRESENT_PETS): Query => sql`(
  SELECT pet_id, line, must_exist, if_match, removes, quantity_before, status_before, coalesce(previous, 0) AS previous,
    CASE WHEN removes = 1 THEN NULL ${labels === undefined ? NOTHING : KEEPS_QUANTITY}
      ELSE coalesce(quantity, coalesce(quantity_before, 0) + coalesce(delta, 0)) END AS quantity_after,
    CASE WHEN removes = 1 THEN NULL ${labels === undefined ? NOTHING : KEEPS_STATUS}
      ELSE coalesce(status, status_before, ${STATUS_OF_NEW_PET}) END AS status_after,
    quantity_before || '-' || status_before AS tag, label_revision ${labels === undefined ? NOTHING : COMPARED_LABELS}
  FROM (
    SELECT s.*, CASE WHEN i.removed = 0 THEN i.quantity END AS quantity_before,
      CASE WHEN i.removed = 0 THEN i.status END AS status_before, i.revision AS previous, i.label_revision
      ${labels === undefined ? NOTHING : PRESENT_LABELS}
    FROM ${staged} s LEFT JOIN ${pets} i ON i.pet_id = s.pet_id
      ${labels === undefined ? NOTHING : joinLabels(labels)}
  ) AS present
) AS compared`;

const NOTHING = sql``;

/** A row that says nothing of the stock changes the label alone, also of a pet that the inventory does not have. */
const IS_OF_LABEL = sql`quantity IS NULL AND delta IS NULL AND status IS NULL AND must_exist IS NULL`;
const KEEPS_QUANTITY = sql`WHEN ${IS_OF_LABEL} THEN quantity_before`;
const KEEPS_STATUS = sql`WHEN ${IS_OF_LABEL} THEN status_before`;

const joinLabels = (labels: Query): Query => sql`
  LEFT JOIN ${labels} g ON g.pet_id = s.pet_id
  LEFT JOIN label_entry l ON l.revision = i.label_revision AND l.pet_id = i.pet_id`;

/** The label as it is (`old_…`) and as it will be; a member that is not given stays. */
const PRESENT_LABELS = sql`, g.if_name, g.if_kind, g.if_code, g.if_low, coalesce(g.if_given, 0) AS if_given,
  l.name AS old_name, l.kind AS old_kind, l.code AS old_code, l.low AS old_low,
  CASE WHEN (g.given & ${MEMBER_BITS.name}) > 0 THEN g.name ELSE l.name END AS name,
  CASE WHEN (g.given & ${MEMBER_BITS.kind}) > 0 THEN g.kind ELSE l.kind END AS kind,
  CASE WHEN (g.given & ${MEMBER_BITS.code}) > 0 THEN g.code ELSE l.code END AS code,
  CASE WHEN (g.given & ${MEMBER_BITS.low}) > 0 THEN g.low ELSE l.low END AS low`;

const COMPARED_LABELS = sql`, old_name, old_kind, old_code, old_low, name, kind, code, low,
  CASE WHEN name IS DISTINCT FROM old_name OR kind IS DISTINCT FROM old_kind OR code IS DISTINCT FROM old_code
    OR low IS DISTINCT FROM old_low THEN 1 ELSE 0 END AS relabelled,
  CASE WHEN ((if_given & ${MEMBER_BITS.name}) > 0 AND if_name IS DISTINCT FROM old_name)
    OR ((if_given & ${MEMBER_BITS.kind}) > 0 AND if_kind IS DISTINCT FROM old_kind)
    OR ((if_given & ${MEMBER_BITS.code}) > 0 AND if_code IS DISTINCT FROM old_code)
    OR ((if_given & ${MEMBER_BITS.low}) > 0 AND if_low IS DISTINCT FROM old_low) THEN 1 ELSE 0 END AS unexpected`;

/** The changes by the staged rows, `hasLabels` with those of labels. The quantities are in range: `refuseStaged` found no problem. */
export function stagedDifference(staged: Staged, hasLabels: boolean): Query {
  const labels = staged.labels === undefined ? LABEL_STAYS : NEW_LABEL;
  return sql`
    SELECT pet_id, quantity_before, CAST(quantity_after AS integer) AS quantity_after, status_before, status_after, previous
      ${hasLabels ? labels : NOTHING}
    FROM ${stagedPets(staged)}
    WHERE ${RESTOCKED} ${staged.labels === undefined ? NOTHING : sql`OR relabelled = 1`}`;
}

const NEW_LABEL = sql`, relabelled, name, kind, code, low, label_revision AS label_previous`;

/** The same columns where no label changes. */
export const LABEL_STAYS = sql`, 0 AS relabelled, CAST(NULL AS text) AS name, CAST(NULL AS text) AS kind,
  CAST(NULL AS text) AS code, CAST(NULL AS integer) AS low, label_revision AS label_previous`;

interface RefusedRow {
  readonly line: Integer;
  readonly pet_id: bigint;
  readonly quantity_before: Integer | null;
  readonly status_before: PetStatus | null;
  readonly code: ChangeProblemCode;
  /** Absent where no row has a label. */
  readonly unexpected?: Integer;
  readonly old_name?: string | null;
  readonly old_kind?: string | null;
  readonly old_code?: string | null;
  readonly old_low?: Integer | null;
  readonly count: Integer;
}

/** The refusal where rows cannot be applied, or pets do not have the tags that the rows expect. */
export function* refuseStaged(staged: Staged): Work<ChangeSetRefusal | undefined> {
  const [problem, ...moreProblems] = yield* readRefused(staged, CODE);
  if (problem !== undefined) {
    return {
      kind: "invalid",
      count: Number(problem.count),
      problems: [problem, ...moreProblems].map(problemOf),
    };
  }
  const [conflict, ...moreConflicts] = yield* readRefused(
    staged,
    staged.labels === undefined ? CONFLICT : LABEL_OR_CONFLICT,
  );
  if (conflict === undefined) return undefined;
  const conflicts = [conflict, ...moreConflicts].map(conflictOf);
  return { kind: "conflicts", count: Number(conflict.count), conflicts };
}

/** As `decide` (inventory/decide.ts) orders them: the tag comes before the range. */
const CODE = sql`
  CASE WHEN quantity_before IS NULL AND (must_exist = 1 OR if_match IS NOT NULL OR removes = 1)
      THEN 'pet_not_found'
    WHEN quantity_before IS NOT NULL AND must_exist = 0 THEN 'pet_exists'
    WHEN if_match <> tag THEN NULL
    WHEN quantity_after NOT BETWEEN 0 AND ${QUANTITY_MAX} THEN 'quantity_out_of_range' END`;

const CONFLICT = sql`CASE WHEN if_match <> tag THEN 'conflict' END`;
const LABEL_OR_CONFLICT = sql`CASE WHEN if_match <> tag OR unexpected = 1 THEN 'conflict' END`;

function readRefused(staged: Staged, code: Query): Work<readonly RefusedRow[]> {
  const label =
    staged.labels === undefined ? NOTHING : sql`, unexpected, old_name, old_kind, old_code, old_low`;
  return rows(sql<RefusedRow>`
    SELECT line, pet_id, quantity_before, status_before ${label}, code, count(*) OVER () AS count
    FROM (SELECT line, pet_id, quantity_before, status_before ${label}, ${code} AS code FROM ${stagedPets(staged)}) AS judged
    WHERE code IS NOT NULL
    ORDER BY line LIMIT ${LISTED_MAX}`);
}

function problemOf({ line, pet_id: petId, code, ...row }: RefusedRow): ChangeProblem {
  const problem = { place: Number(line), petId, code };
  return code === "quantity_out_of_range" ? { ...problem, present: presentOf(row) } : problem;
}

function conflictOf({ line, pet_id: petId, ...row }: RefusedRow): ChangeConflict {
  const conflict = { place: Number(line), petId, present: stockOf(row.quantity_before, row.status_before) };
  if (Number(row.unexpected ?? 0) === 0) return conflict;
  const { old_name: name = null, old_kind: kind = null, old_code: code = null, old_low: low = null } = row;
  return { ...conflict, label: labelOf({ name, kind, code, low }) };
}

/** A new pet would have 0. */
function presentOf(row: Pick<RefusedRow, "quantity_before" | "status_before">): Stock {
  return { quantity: Number(row.quantity_before ?? 0), status: row.status_before ?? STATUS_OF_NEW_PET };
}
