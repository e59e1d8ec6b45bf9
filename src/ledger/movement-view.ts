// The view `movement`: the ledger as it is read. Its table, `ledger_entry`, stores the parts that repeat once (decision 0049):
// reason, actor and key as the id of a row of `origin`, and a status that stays as `status_after` alone. Rows of older schemas have
// all columns, and are read in the same way.

/** Part of the migrations of both engines: never edited. */
export const CREATE_MOVEMENT_VIEW = `
  CREATE VIEW movement AS
  SELECT e.revision, e.pet_id, e.quantity_before, e.quantity_after,
    CASE WHEN e.quantity_before IS NOT NULL THEN coalesce(e.status_before, e.status_after) END AS status_before,
    e.status_after,
    coalesce(o.reason, e.reason) AS reason, coalesce(o.actor, e.actor) AS actor, coalesce(o.key_id, e.key_id) AS key_id,
    e.request_id, e.at, e.note, e.previous
  FROM ledger_entry e LEFT JOIN origin o ON o.id = e.origin;`;
