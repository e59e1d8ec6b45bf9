// Reads revisions as activity, newest first. Small ones are summed from their movements; a large one is a commit of its own,
// which carries its sums.

import type { Revision, RevisionFilter, RevisionPage } from "../inventory/activity.ts";
import type { MovementCursor } from "../inventory/movement-cursor.ts";
import type { MovementReason } from "../inventory/movement.ts";
import { historyStart } from "./commits.ts";
import { undoesOf } from "./rows.ts";
import { LAST_CHANGE } from "./undo.ts";
import { type Integer, only, rows, sql, type Work } from "./sql.ts";
import { startOf, type Window, windowAfter } from "./window.ts";

/** Movements of a large revision. A change set that shares its commit with others is smaller (CHANGES_MAX in the contract). */
const LARGE_MOVEMENTS = 1_024;
/** Movements that one page examines: some milliseconds. */
const EXAMINED_MAX = 4 * LARGE_MOVEMENTS;

export function* readRevisions({ before, limit }: RevisionFilter): Work<RevisionPage> {
  const found: Revision[] = [];
  const range = before === undefined ? {} : { lastRevision: before - 1 };
  let cursor: MovementCursor | null = startOf(range);
  for (let budget = EXAMINED_MAX; cursor !== null && found.length < limit && budget > 0;) {
    const window: Window = yield* windowAfter(cursor, LARGE_MOVEMENTS, range);
    if (window.part === undefined) found.push(...(yield* smallRevisions(window)));
    else found.push(yield* largeRevision(window.part));
    cursor = window.part === undefined ? window.next : { revision: window.part, petId: null };
    budget -= window.examined;
  }
  const isCut = found.length > limit;
  const revisions = found.slice(0, limit);
  const last = isCut ? revisions.at(-1)?.revision : cursor?.revision;
  return yield* withinHistory({ revisions, next: last ?? null });
}

/** Without the last states of pets that a prune has kept: they are from before the start of the history. */
function* withinHistory(page: RevisionPage): Work<RevisionPage> {
  const oldest = page.revisions.at(-1);
  if (oldest === undefined) return page;
  const earlier = yield* rows(sql`
    SELECT 1 FROM commit_mark WHERE revision < ${oldest.revision} ORDER BY revision DESC LIMIT 1`);
  if (earlier.length > 0) return page;
  const start = yield* historyStart();
  return { revisions: page.revisions.filter(({ revision }) => revision > start), next: null };
}

interface OriginRow {
  readonly revision: Integer;
  readonly at: Integer;
  readonly actor: string;
  readonly key_id: string | null;
  readonly reason: MovementReason;
  readonly note: string | null;
  readonly request_id: string | null;
  readonly undoes: Integer | null;
}

interface SumRow extends OriginRow {
  readonly pets: Integer;
  readonly labels: Integer;
  readonly change: Integer;
  /** Number of pets that have changed since. */
  readonly changed: Integer;
}

/** All movements of a revision have the same origin. */
function* smallRevisions({ rows: condition }: Window): Work<Revision[]> {
  const found = yield* rows(sql<SumRow>`
    SELECT m.revision, min(m.at) AS at, min(m.actor) AS actor, min(m.key_id) AS key_id, min(m.reason) AS reason,
      min(m.note) AS note, min(m.request_id) AS request_id, min(m.undoes) AS undoes, count(*) AS pets,
      count(m.label_revision) AS labels,
      sum(CAST(coalesce(m.quantity_after, 0) AS bigint) - coalesce(m.quantity_before, 0)) AS change,
      count(*) FILTER (WHERE m.newest IS DISTINCT FROM m.revision) AS changed
    FROM (
      SELECT movement.*, (SELECT ${LAST_CHANGE} FROM inventory i WHERE i.pet_id = movement.pet_id) AS newest
      FROM movement WHERE ${condition}
    ) AS m
    GROUP BY m.revision ORDER BY m.revision DESC`);
  return found.map((row) => ({
    ...originOf(row),
    pets: Number(row.pets),
    labels: Number(row.labels),
    quantityChange: Number(row.change),
    undoable: Number(row.changed) === 0,
  }));
}

function* largeRevision(revision: number): Work<Revision> {
  const origin = yield* only(sql<OriginRow & { labels: Integer | null }>`
    SELECT revision, at, actor, key_id, reason, note, request_id, undoes,
      (SELECT r.labels FROM revision_request r WHERE r.revision = movement.revision) AS labels
    FROM movement WHERE revision = ${revision} ORDER BY pet_id LIMIT 1`);
  // A revision from before the start of the history has no commit; withinHistory leaves it out.
  const [commit] = yield* rows(sql<{ pets: Integer; change: Integer }>`
    SELECT movements AS pets, quantity - coalesce((
      SELECT quantity FROM commit_mark WHERE revision < ${revision} ORDER BY revision DESC LIMIT 1
    ), 0) AS change
    FROM commit_mark WHERE revision = ${revision}`);
  return {
    ...originOf(origin),
    pets: Number(commit?.pets ?? 0),
    labels: Number(origin.labels ?? 0),
    quantityChange: Number(commit?.change ?? 0),
    undoable: yield* isLargeUndoable(revision),
  };
}

function originOf(row: OriginRow) {
  const { revision, at, actor, key_id: keyId, reason, note } = row;
  return { revision: Number(revision), at: Number(at), actor, keyId, reason, note, undoes: undoesOf(row) };
}

/**
 * Looks for pets that changed since, in the newest later movements and in the first pets of the revision. Sub-queries, as a join
 * could be planned for a revision of few movements: it would read all of this one for each later movement.
 */
function* isLargeUndoable(revision: number): Work<boolean | null> {
  const { changed, examined } = yield* only(sql<{ changed: Integer; examined: Integer }>`
    SELECT count(own) AS changed, count(*) AS examined
    FROM (
      SELECT (
        SELECT 1 FROM movement m JOIN inventory i ON i.pet_id = m.pet_id
        WHERE m.revision = ${revision} AND m.pet_id = l.pet_id AND ${LAST_CHANGE} IS DISTINCT FROM m.revision
      ) AS own
      FROM (
        SELECT pet_id FROM ledger_entry WHERE revision > ${revision} ORDER BY revision DESC LIMIT ${LARGE_MOVEMENTS}
      ) AS l
    ) AS later`);
  if (Number(changed) > 0) return false;
  if (Number(examined) < LARGE_MOVEMENTS) return true;
  const { moved } = yield* only(sql<{ moved: Integer }>`
    SELECT count(*) AS moved
    FROM (SELECT * FROM movement WHERE revision = ${revision} ORDER BY pet_id LIMIT ${LARGE_MOVEMENTS}) AS m
    WHERE (SELECT ${LAST_CHANGE} FROM inventory i WHERE i.pet_id = m.pet_id) IS DISTINCT FROM m.revision`);
  return Number(moved) > 0 ? false : null;
}
