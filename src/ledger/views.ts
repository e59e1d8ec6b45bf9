// The views of both engines. Part of the first migration: never edited once it is released.

/**
 * The ledger as it is read. Its table, `ledger_entry`, stores the parts that repeat once (decisions 0049 and 0058): reason, actor and
 * key as the id of a row of `origin`, a status that stays as `status_after` alone, and the request of a revision of several
 * movements as a row of `revision_request`. `label_entry` has a row where the label changed, and the one before it is that of its
 * `previous` (0066). All joins are by a primary key and outer ones, so a statement that reads none of their columns does without them.
 */
export const CREATE_MOVEMENT_VIEW = `
  CREATE VIEW movement AS
  SELECT e.revision, e.pet_id, e.quantity_before, e.quantity_after,
    CASE WHEN e.quantity_before IS NOT NULL THEN coalesce(e.status_before, e.status_after) END AS status_before,
    e.status_after, o.reason, o.actor, o.key_id,
    coalesce(r.request_id, e.request_id) AS request_id, e.at, coalesce(r.note, e.note) AS note, e.previous, r.undoes,
    l.revision AS label_revision, l.previous AS label_previous,
    b.name AS name_before, b.kind AS kind_before, b.code AS code_before, b.low AS low_before,
    l.name AS name_after, l.kind AS kind_after, l.code AS code_after, l.low AS low_after
  FROM ledger_entry e LEFT JOIN origin o ON o.id = e.origin LEFT JOIN revision_request r ON r.revision = e.revision
    LEFT JOIN label_entry l ON l.revision = e.revision AND l.pet_id = e.pet_id
    LEFT JOIN label_entry b ON b.revision = l.previous AND b.pet_id = l.pet_id;`;

/** The labels as they are. */
export const CREATE_LABEL_VIEW = `
  CREATE VIEW label AS
  SELECT i.pet_id, e.name, e.kind, e.code, e.low, e.revision
  FROM inventory i JOIN label_entry e ON e.revision = i.label_revision AND e.pet_id = i.pet_id;`;
