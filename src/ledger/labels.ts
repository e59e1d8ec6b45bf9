// Labels as rows. A change of labels is the difference between staged rows and the current labels, applied set by set, so that
// memory does not grow with it. Every effective change moves the labels' counter.

import type { Label, LabelRow } from "../inventory/label.ts";
import type { Awaitable } from "../inventory/awaitable.ts";
import type {
  LabelChangeOptions,
  LabelChangeResult,
  LabelPage,
  LabelPageOptions,
} from "../inventory/label-store.ts";
import { makeCounterStep } from "../inventory/nonce.ts";
import { PAGE_ROWS } from "../inventory/store.ts";
import { ensureActing } from "./keys.ts";
import { execute, type Integer, only, type Query, rows, sql, type Work } from "./sql.ts";

/** Which members a row gives: a bit for each, since null is a value. */
const GIVEN = { name: 1, kind: 2, code: 4, low: 8 } as const;

/** A row as the engines stage it. */
interface StagedLabel extends Label {
  readonly line: number;
  /** Bits of `GIVEN`. */
  readonly given: number;
}

export function stagedLabelOf({ petId, name, kind, code, low, line }: LabelRow): StagedLabel {
  const bits = Object.entries({ name, kind, code, low }).map(([member, value]) =>
    value === undefined ? 0 : GIVEN[member as keyof typeof GIVEN],
  );
  const given = bits.reduce<number>((sum, bit) => sum | bit, 0);
  return { petId, name: name ?? null, kind: kind ?? null, code: code ?? null, low: low ?? null, line, given };
}

interface DatabaseRow {
  readonly pet_id: bigint;
  readonly name: string | null;
  readonly kind: string | null;
  readonly code: string | null;
  readonly low: Integer | null;
}

export function* readLabelCounter(): Work<number> {
  const { value } = yield* only(sql<{ value: Integer }>`SELECT value FROM label_counter`);
  return Number(value);
}

export function* moveLabelCounter(): Work<void> {
  yield* execute(sql`UPDATE label_counter SET value = value + ${makeCounterStep()}`);
}

export function* readLabel(petId: bigint): Work<Label | undefined> {
  const [row] = yield* rows(
    sql<DatabaseRow>`SELECT pet_id, name, kind, code, low FROM label WHERE pet_id = ${petId}`,
  );
  return row && labelOfRow(row);
}

/** In one statement, and so from one snapshot: without a label the counter has a row of its own. */
export function* readLabelPage({ after, limit }: LabelPageOptions): Work<LabelPage> {
  const onwards = after === undefined ? sql`` : sql`WHERE pet_id > ${after}`;
  const found = yield* rows(sql<PageRow>`
    SELECT c.value AS counter, page.pet_id, page.name, page.kind, page.code, page.low
    FROM label_counter c LEFT JOIN (
      SELECT pet_id, name, kind, code, low FROM label ${onwards} ORDER BY pet_id LIMIT ${limit}
    ) AS page ON true
    ORDER BY page.pet_id`);
  const labels = found.flatMap((row) =>
    row.pet_id === null ? [] : [labelOfRow({ ...row, pet_id: row.pet_id })],
  );
  return { counter: Number(found[0]?.counter), labels };
}

type PageRow = Omit<DatabaseRow, "pet_id"> & { readonly pet_id: bigint | null; readonly counter: Integer };

/** All labels in pages, by ascending pet; returns the counter. `run` runs work in one snapshot. */
export async function readAllLabels(
  run: (work: Work<LabelPage>) => Awaitable<LabelPage>,
  onPage: (labels: readonly Label[]) => Awaitable<void>,
): Promise<number> {
  for (let after: bigint | undefined; ;) {
    const { counter, labels } = await run(readLabelPage({ after, limit: PAGE_ROWS }));
    if (labels.length > 0) await onPage(labels);
    if (labels.length < PAGE_ROWS) return counter;
    after = labels.at(-1)?.petId;
  }
}

function labelOfRow({ pet_id, name, kind, code, low }: DatabaseRow): Label {
  return { petId: pet_id, name, kind, code, low: low === null ? null : Number(low) };
}

interface StagedLabels extends LabelChangeOptions {
  /** The engine's table of staged rows: pet_id (unique), name, kind, code, low, given (bits of `GIVEN`). */
  readonly staged: Query;
}

/** The effect that the change would have, read without a lock. */
export function* compareLabels(change: StagedLabels): Work<LabelChangeResult> {
  const counter = yield* readLabelCounter();
  if (change.ifCounter !== undefined && !change.ifCounter.includes(counter))
    return { kind: "changed_since", counter };
  return { kind: "applied", ...(yield* countChanges(change)), counter };
}

/** Whether there is anything to write. */
export function changesLabels(result: LabelChangeResult): boolean {
  return result.kind === "applied" && result.created + result.updated + result.removed > 0;
}

/**
 * Under the lock of the labels' counter, unless it is a dry run. `compared` is what `compareLabels` gave before: where no label
 * has changed since, comparing takes no time under the lock.
 */
export function* applyLabels(change: StagedLabels, compared?: LabelChangeResult): Work<LabelChangeResult> {
  yield* ensureActing(change.by);
  const isKnown = compared !== undefined && compared.counter === (yield* readLabelCounter());
  const result = isKnown ? compared : yield* compareLabels(change);
  if (change.dryRun || result.kind !== "applied" || !changesLabels(result)) return result;
  const { created, updated, removed } = result;
  if (created + updated > 0) yield* putLabels(change);
  if (removed > 0) yield* removeLabels(change);
  yield* moveLabelCounter();
  return { ...result, counter: yield* readLabelCounter() };
}

function* countChanges({ staged, replace }: StagedLabels) {
  const { total, created, updated, emptied } = yield* only(sql<
    Record<"total" | "created" | "updated" | "emptied", Integer>
  >`
    SELECT count(*) AS total,
      count(*) FILTER (WHERE present IS NULL AND ${HAS_MEMBER}) AS created,
      count(*) FILTER (WHERE present IS NOT NULL AND ${HAS_MEMBER} AND ${DIFFERS}) AS updated,
      count(*) FILTER (WHERE present IS NOT NULL AND NOT ${HAS_MEMBER}) AS emptied
    FROM ${resultOf({ staged, replace })}`);
  const missing = replace
    ? (yield* only(sql<{ count: Integer }>`SELECT count(*) AS count FROM label WHERE ${isMissing(staged)}`))
        .count
    : 0;
  return {
    created: Number(created),
    updated: Number(updated),
    removed: Number(emptied) + Number(missing),
    unchanged: Number(total) - Number(created) - Number(updated) - Number(emptied),
  };
}

function* putLabels(change: Pick<StagedLabels, "staged" | "replace">): Work<void> {
  yield* execute(sql`
    INSERT INTO label (pet_id, name, kind, code, low)
    SELECT pet_id, name, kind, code, low FROM ${resultOf(change)}
    WHERE ${HAS_MEMBER} AND (present IS NULL OR ${DIFFERS})
    ON CONFLICT (pet_id) DO UPDATE SET
      name = excluded.name, kind = excluded.kind, code = excluded.code, low = excluded.low`);
}

function* removeLabels(change: Pick<StagedLabels, "staged" | "replace">): Work<void> {
  yield* execute(sql`
    DELETE FROM label
    WHERE pet_id IN (SELECT pet_id FROM ${resultOf(change)} WHERE NOT ${HAS_MEMBER})`);
  if (change.replace) yield* execute(sql`DELETE FROM label WHERE ${isMissing(change.staged)}`);
}

/** A table for FROM: each staged label as it will be, beside the current one (`old_…`; `present` is null if there is none). */
function resultOf({ staged, replace }: Pick<StagedLabels, "staged" | "replace">): Query {
  const text = replace ? sql`s.name, s.kind, s.code, s.low` : MERGED;
  return sql`(
    SELECT s.pet_id, ${text}, l.pet_id AS present,
      l.name AS old_name, l.kind AS old_kind, l.code AS old_code, l.low AS old_low
    FROM ${staged} s LEFT JOIN label l ON l.pet_id = s.pet_id
  ) AS result`;
}

/** A member that a row does not give keeps its value. */
const MERGED = sql`
  CASE WHEN (s.given & ${GIVEN.name}) > 0 THEN s.name ELSE l.name END AS name,
  CASE WHEN (s.given & ${GIVEN.kind}) > 0 THEN s.kind ELSE l.kind END AS kind,
  CASE WHEN (s.given & ${GIVEN.code}) > 0 THEN s.code ELSE l.code END AS code,
  CASE WHEN (s.given & ${GIVEN.low}) > 0 THEN s.low ELSE l.low END AS low`;

const HAS_MEMBER = sql`(name IS NOT NULL OR kind IS NOT NULL OR code IS NOT NULL OR low IS NOT NULL)`;

const DIFFERS = sql`(
  name IS DISTINCT FROM old_name OR kind IS DISTINCT FROM old_kind
  OR code IS DISTINCT FROM old_code OR low IS DISTINCT FROM old_low)`;

const isMissing = (staged: Query): Query => sql`
  NOT EXISTS (SELECT 1 FROM ${staged} s WHERE s.pet_id = label.pet_id)`;
