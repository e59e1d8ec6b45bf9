// The ledger by filters, newest first, from its primary key: whatever else a filter names is looked for on the way.

import type { ReservedSQL } from "bun";
import type { MovementFilter } from "../inventory/movement.ts";
import type { MovementRow } from "./rows.ts";

/** In the order of the key backwards, and by ascending pet within a revision. */
export async function readMovements(sql: ReservedSQL, filter: MovementFilter): Promise<MovementRow[]> {
  const { after, limit, firstRevision = 0, lastRevision = Number.MAX_SAFE_INTEGER } = filter;
  const wanted = matching(sql, filter);
  if (after === undefined) {
    return sql`
      SELECT * FROM movement WHERE revision BETWEEN ${firstRevision} AND ${lastRevision} AND ${wanted}
      ORDER BY revision DESC, pet_id LIMIT ${limit}`;
  }
  const rest: MovementRow[] = await sql`
    SELECT * FROM movement WHERE revision = ${after.revision} AND pet_id > ${after.petId} AND ${wanted}
    ORDER BY pet_id LIMIT ${limit}`;
  const { after: _, ...earlier } = {
    ...filter,
    lastRevision: after.revision - 1,
    limit: limit - rest.length,
  };
  return [...rest, ...(await readMovements(sql, earlier))];
}

/** What the ledger's key does not find. */
function matching(sql: ReservedSQL, filter: MovementFilter) {
  const [petId, key, reason] = [filter.petId ?? null, filter.key ?? null, filter.reason ?? null];
  const [since, until] = [filter.since ?? null, filter.until ?? null];
  return sql`
    (${petId}::bigint IS NULL OR pet_id = ${petId}::bigint)
    AND (${key}::text IS NULL OR key_id = ${key}::text OR actor = 'key:' || ${key}::text)
    AND (${since}::bigint IS NULL OR at >= ${since}::bigint)
    AND (${until}::bigint IS NULL OR at < ${until}::bigint)
    AND (${reason}::text IS NULL OR reason = ${reason}::text)`;
}
