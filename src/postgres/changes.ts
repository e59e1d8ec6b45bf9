// The changes after a position, in one round trip.

import type { ReservedSQL, SQL } from "bun";
import { type RelabelledRow, relabelledOf, throwIfMovementsLost } from "../ledger/changes.ts";
import type { Position } from "../inventory/position.ts";
import type { ChangesOptions, ChangesSince } from "../inventory/store.ts";
import { type ItemRow, itemOfRow } from "./rows.ts";
import { BY_KEY_PAGE_COST } from "./transaction-settings.ts";

interface ChangeRow extends ItemRow {
  relabelled?: false;
  newest: bigint;
  nonce: string;
  known: boolean;
  movements: bigint;
  removed: number | null;
}

/** Of a pet whose label changed; its other columns are null. */
interface RelabelledChange extends RelabelledRow {
  relabelled: true;
}

/**
 * The changes and the newest commit, in one statement and so from one snapshot: a row for each pet, or one row without a
 * pet. The limits and the setting make the planner use the primary keys of ledger and inventory, whatever it estimates:
 * reading a whole table would include the dead rows that a held snapshot keeps. The simple protocol takes both statements
 * at once and plans them each time (see newest-commit.ts).
 */
export function selectChanges(
  sql: ReservedSQL,
  known: Position,
  { movementsMax, labels }: Required<ChangesOptions> & { readonly movementsMax: number },
): SQL.Query<[unknown, (ChangeRow | RelabelledChange)[]]> {
  const { revision, nonce } = literalsOf(known);
  const noLabel = labels
    ? ", false AS relabelled, NULL AS label_revision, NULL AS name, NULL AS kind, NULL AS code, NULL AS low"
    : "";
  const query = sql.unsafe(`
    SELECT set_config('random_page_cost', '${BY_KEY_PAGE_COST}', true);
    WITH recent AS MATERIALIZED (
      SELECT pet_id, quantity_before IS DISTINCT FROM quantity_after OR status_before IS NOT NULL AS restocked
      FROM ledger_entry WHERE revision > ${revision} ORDER BY revision LIMIT ${movementsMax + 1}
    )
    SELECT newest.revision AS newest, newest.nonce,
      EXISTS (SELECT 1 FROM commit_mark WHERE revision = ${revision} AND nonce = ${nonce}) AS known,
      (SELECT count(*) FROM recent) AS movements, pet_id, quantity, status, removed ${noLabel}
    FROM (SELECT revision, nonce FROM commit_mark ORDER BY revision DESC LIMIT 1) AS newest
      LEFT JOIN (
        (SELECT DISTINCT pet_id FROM recent WHERE restocked) AS changed CROSS JOIN LATERAL (
          SELECT quantity, status, removed FROM inventory WHERE inventory.pet_id = changed.pet_id LIMIT 1
        ) AS stock
      ) ON true
    ${labels ? relabelledAfter(revision, movementsMax) : ""}`);
  return query.simple();
}

/** More rows of the same statement; none where the answer is "reload": an import may have changed millions of labels. */
function relabelledAfter(revision: string, movementsMax: number): string {
  return `
    UNION ALL
    SELECT NULL, NULL, NULL, NULL, changed.pet_id, NULL, NULL, NULL, true, stock.label_revision, name, kind, code, low
    FROM (SELECT DISTINCT pet_id FROM label_entry WHERE revision > ${revision} AND (SELECT count(*) FROM recent) <= ${movementsMax}) AS changed
      CROSS JOIN LATERAL (
        SELECT label_revision FROM inventory WHERE inventory.pet_id = changed.pet_id LIMIT 1
      ) AS stock
      LEFT JOIN LATERAL (
        SELECT name, kind, code, low FROM label_entry
        WHERE label_entry.revision = stock.label_revision AND label_entry.pet_id = changed.pet_id LIMIT 1
      ) AS current ON true`;
}

/** A position as SQL literals, since the simple protocol has no parameters. A malformed nonce is NULL, which equals nothing. */
function literalsOf({ revision, nonce }: Position): { revision: string; nonce: string } {
  return {
    revision: String(BigInt(revision)),
    nonce: /^[0-9a-f]{16}$/.test(nonce) ? `'${nonce}'` : "NULL",
  };
}

export function changesOf(
  found: readonly (ChangeRow | RelabelledChange)[],
  known: Position,
  movementsMax: number,
): ChangesSince | "reload" {
  const rows = found.filter(isOfStock);
  const relabelled = found.filter((row) => !isOfStock(row));
  const [first] = rows;
  if (first === undefined || !first.known || Number(first.movements) > movementsMax) return "reload";
  const position = { revision: Number(first.newest), nonce: first.nonce };
  throwIfMovementsLost({ known, position, count: Number(first.movements) });
  const changed = rows.filter(({ pet_id }) => pet_id !== null);
  return {
    position,
    items: changed.filter(({ removed }) => removed === 0).map(itemOfRow),
    removed: changed.filter(({ removed }) => removed === 1).map(({ pet_id }) => pet_id),
    ...(relabelled.length > 0 && { relabelled: relabelledOf(relabelled) }),
  };
}

function isOfStock(row: ChangeRow | RelabelledChange): row is ChangeRow {
  return !("relabelled" in row) || !row.relabelled;
}
