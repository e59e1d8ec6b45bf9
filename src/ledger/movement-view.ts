// The view `movement`: the ledger as it is read. Its table, `ledger_entry`, stores the parts that repeat once (decisions 0049 and
// 0058): reason, actor and key as the id of a row of `origin`, a status that stays as `status_after` alone, and the request of a
// revision of several movements as a row of `revision_request`. Both joins are by a primary key and outer ones, so a statement
// that reads none of their columns does without them.

/** Part of the first migration of both engines: never edited once it is released. */
export const CREATE_MOVEMENT_VIEW = `
  CREATE VIEW movement AS
  SELECT e.revision, e.pet_id, e.quantity_before, e.quantity_after,
    CASE WHEN e.quantity_before IS NOT NULL THEN coalesce(e.status_before, e.status_after) END AS status_before,
    e.status_after, o.reason, o.actor, o.key_id,
    coalesce(r.request_id, e.request_id) AS request_id, e.at, coalesce(r.note, e.note) AS note, e.previous, r.undoes
  FROM ledger_entry e LEFT JOIN origin o ON o.id = e.origin LEFT JOIN revision_request r ON r.revision = e.revision;`;
