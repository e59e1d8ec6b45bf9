// Reads movements by a filter, newest first, in the order of the ledger's primary key (revision, pet). A filter by
// anything else is tested row by row.

import type { Movement, MovementFilter } from "../inventory/movement.ts";
import { type MovementRow, movementOfRow } from "./rows.ts";
import { type Query, rows, sql, type Work } from "./sql.ts";

/** By descending revision, and by ascending pet within one. */
export function* readMovements({ after, ...filter }: MovementFilter): Work<Movement[]> {
  if (after === undefined) return yield* readPage(filter);
  const rest = yield* rows(sql<MovementRow>`
    SELECT * FROM movement
    WHERE revision = ${after.revision} AND pet_id > ${after.petId} ${matching(filter)}
    ORDER BY pet_id LIMIT ${filter.limit}`);
  const limit = filter.limit - rest.length;
  const isFull = limit === 0;
  const earlier = isFull ? [] : yield* readPage({ ...filter, lastRevision: after.revision - 1, limit });
  return [...rest.map(movementOfRow), ...earlier];
}

function* readPage(filter: Page): Work<Movement[]> {
  const { firstRevision = 0, lastRevision = Number.MAX_SAFE_INTEGER, limit } = filter;
  const found = yield* rows(sql<MovementRow>`
    SELECT * FROM movement
    WHERE revision BETWEEN ${firstRevision} AND ${lastRevision} ${matching(filter)}
    ORDER BY revision DESC, pet_id LIMIT ${limit}`);
  return found.map(movementOfRow);
}

type Page = Omit<MovementFilter, "after">;

/** The conditions beyond the revisions, each with AND before it. */
function matching({ petId, key, since, until, reason }: Page): Query {
  const ofPet = petId === undefined ? NONE : sql`AND pet_id = ${petId}`;
  const byKey = key === undefined ? NONE : sql`AND (key_id = ${key} OR actor = ${`key:${key}`})`;
  const from = since === undefined ? NONE : sql`AND at >= ${since}`;
  const before = until === undefined ? NONE : sql`AND at < ${until}`;
  const because = reason === undefined ? NONE : sql`AND reason = ${reason}`;
  return sql`${ofPet} ${byKey} ${from} ${before} ${because}`;
}

const NONE = sql``;
