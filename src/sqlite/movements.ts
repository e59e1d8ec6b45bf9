// The ledger by filters, newest first, from its primary key: whatever else a filter names is looked for on the way.

import type { Database } from "bun:sqlite";
import type { MovementFilter } from "../inventory/movement.ts";
import type { MovementRow } from "./rows.ts";

/** In the order of the key backwards, and by ascending pet within a revision. */
export function readMovements(db: Database, filter: MovementFilter): MovementRow[] {
  const { after, limit } = filter;
  const bounds = boundsOf(filter);
  if (after === undefined) return db.query(FROM_THE_NEWEST).all({ ...bounds, limit }) as MovementRow[];
  const { revision } = after;
  const rest = db
    .query(REST_OF_REVISION)
    .all({ ...bounds, revision, afterPet: after.petId, limit }) as MovementRow[];
  const { after: _, ...earlier } = { ...filter, lastRevision: revision - 1, limit: limit - rest.length };
  return [...rest, ...readMovements(db, earlier)];
}

function boundsOf({ firstRevision, lastRevision, ...wanted }: MovementFilter) {
  const { petId, key, since, until, reason } = wanted;
  const revisions = { first: firstRevision ?? 0, last: lastRevision ?? Number.MAX_SAFE_INTEGER };
  const times = { since: since ?? null, until: until ?? null };
  return { ...revisions, ...times, petId: petId ?? null, key: key ?? null, reason: reason ?? null };
}

const MATCHING = `
  ($petId IS NULL OR pet_id = $petId) AND ($key IS NULL OR key_id = $key OR actor = 'key:' || $key)
  AND ($since IS NULL OR at >= $since) AND ($until IS NULL OR at < $until)
  AND ($reason IS NULL OR reason = $reason)`;

const FROM_THE_NEWEST = `
  SELECT * FROM movement WHERE revision BETWEEN $first AND $last AND ${MATCHING}
  ORDER BY revision DESC, pet_id LIMIT $limit`;

const REST_OF_REVISION = `
  SELECT * FROM movement WHERE revision = $revision AND pet_id > $afterPet AND ${MATCHING}
  ORDER BY pet_id LIMIT $limit`;
