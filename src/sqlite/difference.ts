// A difference: what a whole revision changes, as a query that gives a row for each pet (pet_id, quantity_before,
// quantity_after, status_before, status_after). It is made by sets, not row by row, in the caller's transaction.

import type { Database } from "bun:sqlite";
import type { MovementReason, Origin } from "../inventory/movement.ts";
import { makeNonce } from "../inventory/nonce.ts";

export interface Counts {
  readonly created: number;
  readonly updated: number;
  readonly removed: number;
}

export function countDifference(db: Database, difference: string): Counts {
  const [row = []] = db.query(countIn(difference)).values();
  const [created = 0, updated = 0, removed = 0] = row.map(Number);
  return { created, updated, removed };
}

/** Makes it, under this revision; where it is empty it leaves no trace. Gives what it came to. */
export function makeDifference(
  db: Database,
  difference: string,
  { revision, reason, by }: { revision: number; reason: MovementReason; by: Origin },
): Counts {
  const at = Date.now();
  const origin = { reason, actor: by.actor, keyId: by.keyId, requestId: by.requestId, at };
  db.query(putMovements(difference)).run({ revision, ...origin });
  db.query(PUT_ITEMS).run({ revision });
  db.query(REMOVE_ITEMS).run({ revision });
  const counts = countDifference(db, `SELECT * FROM movement WHERE revision = ${revision}`);
  if (counts.created + counts.updated + counts.removed > 0)
    db.query("INSERT INTO commit_mark VALUES (?, ?, ?)").run(revision, makeNonce(), at);
  return counts;
}

const countIn = (difference: string) => `
  SELECT count(*) FILTER (WHERE quantity_before IS NULL),
    count(*) FILTER (WHERE quantity_before IS NOT NULL AND quantity_after IS NOT NULL),
    count(*) FILTER (WHERE quantity_after IS NULL)
  FROM (${difference})`;

const putMovements = (difference: string) => `
  INSERT INTO movement
  SELECT $revision, pet_id, quantity_before, quantity_after, status_before, status_after,
    $reason, $actor, $keyId, $requestId, $at
  FROM (${difference})`;

const PUT_ITEMS = `
  INSERT INTO inventory (pet_id, quantity, status, revision, removed)
  SELECT pet_id, quantity_after, status_after, $revision, 0 FROM movement
  WHERE revision = $revision AND quantity_after IS NOT NULL
  ON CONFLICT (pet_id) DO UPDATE SET
    quantity = excluded.quantity, status = excluded.status, revision = excluded.revision, removed = 0`;

const REMOVE_ITEMS = `
  UPDATE inventory SET removed = 1, revision = $revision
  WHERE pet_id IN (SELECT pet_id FROM movement WHERE revision = $revision AND quantity_after IS NULL)`;
