// The view `movement`: the ledger as it is read. Its table, `ledger_entry`, stores the parts that repeat once (decisions 0049 and
// 0058): reason, actor and key as the id of a row of `origin`, a status that stays as `status_after` alone, and the request of a
// revision of several movements as a row of `revision_request`. Rows of older schemas have all columns, and are read in the same way.
// Both joins are by a primary key, so a statement that reads none of their columns does without them.

/** Part of the migrations of both engines: never edited. */
export const CREATE_MOVEMENT_VIEW = `
  CREATE VIEW movement AS
  SELECT e.revision, e.pet_id, e.quantity_before, e.quantity_after,
    CASE WHEN e.quantity_before IS NOT NULL THEN coalesce(e.status_before, e.status_after) END AS status_before,
    e.status_after,
    coalesce(o.reason, e.reason) AS reason, coalesce(o.actor, e.actor) AS actor, coalesce(o.key_id, e.key_id) AS key_id,
    e.request_id, e.at, e.note, e.previous
  FROM ledger_entry e LEFT JOIN origin o ON o.id = e.origin;`;

/** The same with the requests of revisions. Part of the migrations of both engines: never edited. */
export const CREATE_MOVEMENT_VIEW_WITH_REQUESTS = `
  DROP VIEW movement;
  CREATE VIEW movement AS
  SELECT e.revision, e.pet_id, e.quantity_before, e.quantity_after,
    CASE WHEN e.quantity_before IS NOT NULL THEN coalesce(e.status_before, e.status_after) END AS status_before,
    e.status_after,
    coalesce(o.reason, e.reason) AS reason, coalesce(o.actor, e.actor) AS actor, coalesce(o.key_id, e.key_id) AS key_id,
    coalesce(r.request_id, e.request_id) AS request_id, e.at, coalesce(r.note, e.note) AS note, e.previous, r.undoes
  FROM ledger_entry e LEFT JOIN origin o ON o.id = e.origin LEFT JOIN revision_request r ON r.revision = e.revision;`;
