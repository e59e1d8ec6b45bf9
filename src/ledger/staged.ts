// The staged rows of an import or a change set, compared with the stock: what each would do to its pet, and why it cannot.

import {
  type ChangeConflict,
  type ChangeProblem,
  type ChangeProblemCode,
  type ChangeSetRefusal,
  LISTED_MAX,
} from "../inventory/change-set.ts";
import { type PetStatus, QUANTITY_MAX, type Stock, STATUS_OF_NEW_PET } from "../inventory/item.ts";
import { RESTOCKED } from "./summary.ts";
import { labelOf, stockOf } from "./rows.ts";
import { type Integer, names, type Query, rows, sql, type Work } from "./sql.ts";
import { LABEL_COLUMNS, type LabelColumn, MEMBER_BITS } from "./stage-columns.ts";

/** The rows of a stage. */
export interface Staged {
  /** Its table, with the columns of stage-columns.ts. */
  readonly rows: Query;
  /** Whether rows change labels, or expect something of them. */
  readonly hasLabels: boolean;
}

/** Rows of pets as the inventory has them: `pet_id`, `quantity`, `status`, `revision`, `removed`, `label_revision`. */
export const PRESENT_PETS = sql`inventory`;

/**
 * The staged rows, each with its pet before and after it, of the pets as they are, or as a query like `PRESENT_PETS` gives them. A
 * removed pet counts as absent; its row in the inventory is a tombstone with the last stock.
 */
export const stagedPets = ({ rows: staged, hasLabels }: Staged, pets = PRESENT_PETS): Query => sql`(
  SELECT pet_id, line, must_exist, if_match, removes, quantity_before, status_before, coalesce(previous, 0) AS previous,
    CASE WHEN removes = 1 THEN NULL ${hasLabels ? KEEPS_QUANTITY : NOTHING}
      ELSE coalesce(quantity, coalesce(quantity_before, 0) + coalesce(delta, 0)) END AS quantity_after,
    CASE WHEN removes = 1 THEN NULL ${hasLabels ? KEEPS_STATUS : NOTHING}
      ELSE coalesce(status, status_before, ${STATUS_OF_NEW_PET}) END AS status_after,
    quantity_before || '-' || status_before AS tag, label_revision ${hasLabels ? COMPARED_LABELS : NOTHING}
  FROM (
    SELECT s.pet_id, s.line, s.quantity, s.delta, s.status, s.if_match, s.must_exist, s.removes,
      CASE WHEN i.removed = 0 THEN i.quantity END AS quantity_before,
      CASE WHEN i.removed = 0 THEN i.status END AS status_before, i.revision AS previous, i.label_revision
      ${hasLabels ? PRESENT_LABELS : NOTHING}
    FROM ${staged} s LEFT JOIN ${pets} i ON i.pet_id = s.pet_id
      ${hasLabels ? JOINED_LABELS : NOTHING}
  ) AS present
) AS compared`;

const NOTHING = sql``;

/** A row that says nothing of the stock changes the label alone, also of a pet that the inventory does not have. */
const IS_OF_LABEL = sql`quantity IS NULL AND delta IS NULL AND status IS NULL AND must_exist IS NULL`;
const KEEPS_QUANTITY = sql`WHEN ${IS_OF_LABEL} THEN quantity_before`;
const KEEPS_STATUS = sql`WHEN ${IS_OF_LABEL} THEN status_before`;

const JOINED_LABELS = sql`LEFT JOIN label_entry l ON l.revision = i.label_revision AND l.pet_id = i.pet_id`;

/**
 * The label as it is (`old_…`) and as it will be: a member that is not given stays. `relabelled` 1: they differ; `unexpected` 1: it is
 * not as the row expects it.
 */
const PRESENT_LABELS = sql`, ${membersOf(oldMember)}, ${membersOf(newMember)},
  CASE WHEN ${anyDiffers("given", "")} THEN 1 ELSE 0 END AS relabelled,
  CASE WHEN ${anyDiffers("if_given", "if_")} THEN 1 ELSE 0 END AS unexpected`;

const COMPARED_LABELS = sql`, old_name, old_kind, old_code, old_low, name, kind, code, low, relabelled, unexpected`;

function membersOf(columnOf: (member: LabelColumn) => Query): Query {
  return LABEL_COLUMNS.map(columnOf).reduce((all, column) => sql`${all}, ${column}`);
}

function oldMember(member: LabelColumn): Query {
  return sql`${names(`l.${member}`)} AS ${names(`old_${member}`)}`;
}

function newMember(member: LabelColumn): Query {
  const [given, old] = [names(`s.${member}`), names(`l.${member}`)];
  return sql`CASE WHEN (s.given & ${MEMBER_BITS[member]}) > 0 THEN ${given} ELSE ${old} END AS ${names(member)}`;
}

/** Whether a member that `given` names is not as the label has it. */
function anyDiffers(given: "given" | "if_given", prefix: "" | "if_"): Query {
  return LABEL_COLUMNS.map((member) => {
    const [wanted, old] = [names(`s.${prefix}${member}`), names(`l.${member}`)];
    return sql`((${names(`s.${given}`)} & ${MEMBER_BITS[member]}) > 0 AND ${wanted} IS DISTINCT FROM ${old})`;
  }).reduce((any, member) => sql`${any} OR ${member}`);
}

/** The changes by the staged rows, `hasLabels` with those of labels. The quantities are in range: `refuseStaged` found no problem. */
export function stagedDifference(staged: Staged, hasLabels: boolean): Query {
  const labels = staged.hasLabels ? NEW_LABEL : LABEL_STAYS;
  return sql`
    SELECT pet_id, quantity_before, CAST(quantity_after AS integer) AS quantity_after, status_before, status_after, previous
      ${hasLabels ? labels : NOTHING}
    FROM ${stagedPets(staged)}
    WHERE ${RESTOCKED} ${staged.hasLabels ? sql`OR relabelled = 1` : NOTHING}`;
}

const NEW_LABEL = sql`, relabelled, label_revision AS label_previous, name, kind, code, low`;

/** The same columns where no label changes. */
export const LABEL_STAYS = sql`, 0 AS relabelled, label_revision AS label_previous, CAST(NULL AS text) AS name,
  CAST(NULL AS text) AS kind, CAST(NULL AS text) AS code, CAST(NULL AS integer) AS low`;

interface RefusedRow {
  readonly line: Integer;
  readonly pet_id: bigint;
  readonly quantity_before: Integer | null;
  readonly status_before: PetStatus | null;
  readonly quantity_after: Integer | null;
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
    staged.hasLabels ? LABEL_OR_CONFLICT : CONFLICT,
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
  const label = staged.hasLabels ? sql`, unexpected, old_name, old_kind, old_code, old_low` : NOTHING;
  return rows(sql<RefusedRow>`
    SELECT line, pet_id, quantity_before, status_before, quantity_after ${label}, code, count(*) OVER () AS count
    FROM (SELECT line, pet_id, quantity_before, status_before, quantity_after ${label}, ${code} AS code FROM ${stagedPets(staged)}) AS judged
    WHERE code IS NOT NULL
    ORDER BY line LIMIT ${LISTED_MAX}`);
}

function problemOf({ line, pet_id: petId, code, ...row }: RefusedRow): ChangeProblem {
  const problem = { place: Number(line), petId, code };
  if (code !== "quantity_out_of_range") return problem;
  const present = presentOf(row);
  return { ...problem, present, by: Number(row.quantity_after) - present.quantity };
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
