// Reads movements by a filter, newest first, in the order of the ledger's primary key (revision, pet). A filter by
// anything else is tested row by row.

import type { Movement, MovementFilter } from "../inventory/movement.ts";
import { type MovementRow, movementOfRow } from "./rows.ts";
import { type Query, rows, sql, type Work } from "./sql.ts";

/** By descending revision, and by ascending pet within one. */
export function* readMovements(filter: MovementFilter): Work<Movement[]> {
  const { after, ...page } = filter;
  if (after === undefined) return yield* readPage(page);
  const rest = yield* rows(sql<MovementRow>`
    SELECT * FROM movement
    WHERE revision = ${after.revision} AND pet_id > ${after.petId} AND ${matching(filter)}
    ORDER BY pet_id LIMIT ${filter.limit}`);
  const limit = filter.limit - rest.length;
  const earlier = yield* readPage({ ...page, lastRevision: after.revision - 1, limit });
  return [...rest.map(movementOfRow), ...earlier];
}

function* readPage(filter: MovementFilter): Work<Movement[]> {
  const { firstRevision = 0, lastRevision = Number.MAX_SAFE_INTEGER, limit } = filter;
  const found = yield* rows(sql<MovementRow>`
    SELECT * FROM movement
    WHERE revision BETWEEN ${firstRevision} AND ${lastRevision} AND ${matching(filter)}
    ORDER BY revision DESC, pet_id LIMIT ${limit}`);
  return found.map(movementOfRow);
}

/** One condition for all filters, so that there is one prepared statement. */
function matching({ petId = null, key = null, since = null, until = null, reason = null }: Wanted): Query {
  return sql`
    (CAST(${petId} AS bigint) IS NULL OR pet_id = CAST(${petId} AS bigint))
    AND (CAST(${key} AS text) IS NULL OR key_id = CAST(${key} AS text) OR actor = 'key:' || CAST(${key} AS text))
    AND (CAST(${since} AS bigint) IS NULL OR at >= CAST(${since} AS bigint))
    AND (CAST(${until} AS bigint) IS NULL OR at < CAST(${until} AS bigint))
    AND (CAST(${reason} AS text) IS NULL OR reason = CAST(${reason} AS text))`;
}

type Wanted = { [Member in "petId" | "key" | "since" | "until" | "reason"]?: MovementFilter[Member] | null };
