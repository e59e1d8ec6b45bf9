// The statements of a group of updates: what it reads under the lock, and what it writes.

import type { ReservedSQL } from "bun";
import {
  type CommitUnit,
  isChangeSet,
  isUndo,
  labelledPetIdsOf,
  petIdsOf,
} from "../inventory/commit-unit.ts";
import type { KnownLabel } from "../inventory/decide-change-set.ts";
import type { FoldContext, KnownPet } from "../inventory/fold.ts";
import type { StoredRecords } from "../inventory/idempotency.ts";
import { type LabelMembers, NO_MEMBERS } from "../inventory/label.ts";
import type { LedgerEntry, RevisionRequest } from "../inventory/movement.ts";
import { makeNonce } from "../inventory/nonce.ts";
import type { Position } from "../inventory/position.ts";
import { type OriginIds, storedStatusBefore } from "../ledger/origins.ts";
import { findOrigins } from "./origins.ts";
import { findRecords } from "./idempotency-table.ts";
import { addTotals, totalsChange } from "../inventory/running-totals.ts";
import { type NewestCommit, revisionAfter } from "./newest-commit.ts";
import { pipelined } from "./run-work.ts";
import type { ItemRow } from "./rows.ts";

/**
 * Reads what the units need. `locked` is the beginning of the transaction, which has just been sent: these statements
 * follow without waiting for it, each with a snapshot younger than the lock.
 */
export async function readGroup(
  connection: ReservedSQL,
  locked: Promise<NewestCommit>,
  { units, recordsMax }: { units: readonly CommitUnit[]; recordsMax: number },
): Promise<GroupContext> {
  const ids = [...new Set(units.flatMap(petIdsOf))];
  const read = selectPets(connection, ids);
  const found = findRecords(connection, units, recordsMax);
  const [newest, rows, labelOf, stored, origins, isInHistory] = await pipelined<
    [NewestCommit, PetRow[], LabelOf, StoredRecords, OriginIds, IsInHistory]
  >(
    locked,
    read,
    findLabels(connection, units),
    found,
    findOrigins(connection, units),
    findCommits(connection, units),
  );
  const petOf = petsOf(rows);
  return {
    petOf,
    labelOf,
    isInHistory,
    stored,
    recordsMax,
    newest,
    origins,
    nonce: makeNonce(),
    at: Date.now(),
  };
}

/** Sends its statement before it returns. */
export function selectPets(connection: ReservedSQL, ids: readonly bigint[]): Promise<PetRow[]> {
  return connection`
    SELECT pet_id, quantity, status, revision, removed FROM inventory
    WHERE pet_id = ANY(${connection.array([...ids], "BIGINT")})`.execute();
}

export function petsOf(rows: readonly PetRow[]): FoldContext["petOf"] {
  const pets = new Map<bigint, KnownPet>(
    rows.map(({ pet_id, quantity, status, revision, removed }) => [
      pet_id,
      { stock: removed === 1 ? null : { quantity, status }, revision: Number(revision) },
    ]),
  );
  return (petId) => pets.get(petId);
}

type LabelOf = NonNullable<FoldContext["labelOf"]>;

/** The labels that units change or expect. Sends its statement, if there is any, before it returns. */
export async function findLabels(connection: ReservedSQL, units: readonly CommitUnit[]): Promise<LabelOf> {
  const ids = [...new Set(units.flatMap(labelledPetIdsOf))];
  if (ids.length === 0) return () => undefined;
  const found: (LabelMembers & { pet_id: bigint; revision: bigint })[] = await connection`
    SELECT pet_id, name, kind, code, low, revision FROM label
    WHERE pet_id = ANY(${connection.array(ids, "BIGINT")})`.execute();
  const labels = new Map<bigint, KnownLabel>(
    found.map(({ pet_id, revision, ...members }) => [pet_id, { members, revision: Number(revision) }]),
  );
  return (petId) => labels.get(petId);
}

type IsInHistory = NonNullable<FoldContext["isInHistory"]>;

/** Which of the positions that units were planned at are commits. Sends its statement, if there is any, before it returns. */
async function findCommits(connection: ReservedSQL, units: readonly CommitUnit[]): Promise<IsInHistory> {
  const plans = units.flatMap(plansOf);
  if (plans.length === 0) return () => false;
  const revisions = connection.array([...new Set(plans.map(({ revision }) => revision))], "BIGINT");
  const found: { revision: bigint; nonce: string }[] = await connection`
    SELECT revision, nonce FROM commit_mark WHERE revision = ANY(${revisions})`.execute();
  const nonces = new Map(found.map(({ revision, nonce }) => [Number(revision), nonce]));
  return ({ revision, nonce }) => nonces.get(revision) === nonce;
}

function plansOf(unit: CommitUnit): readonly Position[] {
  if (isChangeSet(unit)) return unit.planAt === undefined ? [] : [unit.planAt];
  return isUndo(unit) && unit.plan.kind === "planned" ? [unit.plan.at] : [];
}

interface GroupContext extends FoldContext {
  readonly newest: NewestCommit;
  /** Origins of the units; those that are new are added before the movements are written. */
  readonly origins: OriginIds;
}

export interface PetRow extends ItemRow {
  revision: bigint;
  removed: number;
}

/** Sends one statement for all rows. They are JSON text, which PostgreSQL parses with every digit of an id. */
export function writeGroup(
  connection: ReservedSQL,
  movements: readonly LedgerEntry[],
  { from, mark, origins }: { from: NewestCommit; mark: Position; origins: OriginIds },
): Promise<unknown> {
  const totals = addTotals(from.totals, totalsChange(movements));
  const rows = JSON.stringify(movements.map((movement) => rowOf(movement, origins)));
  const query = connection`
    WITH moved AS (
      INSERT INTO ledger_entry (
        revision, pet_id, quantity_before, quantity_after, status_before, status_after,
        origin, request_id, at, note, previous)
      SELECT revision, pet_id, quantity_before, quantity_after, status_before, status_after,
        origin, request_id, at, note, previous
      FROM json_to_recordset(${rows}::text::json) AS row (
        revision bigint, pet_id bigint, quantity_before integer, quantity_after integer,
        status_before text, status_after text, origin integer, request_id text, at bigint, note text, previous bigint
      )
      RETURNING revision, pet_id, quantity_before, quantity_after, status_before, status_after
    ), stocked AS (
      -- Nothing reads the values of a removed pet, or of one that has nothing but a label.
      INSERT INTO inventory (pet_id, quantity, status, revision, removed)
      SELECT DISTINCT ON (pet_id) pet_id, coalesce(quantity_after, quantity_before, 0),
        coalesce(status_after, status_before, 'available'), revision, CASE WHEN quantity_after IS NULL THEN 1 ELSE 0 END FROM moved
      ORDER BY pet_id, revision DESC
      ON CONFLICT (pet_id) DO UPDATE SET quantity = excluded.quantity, status = excluded.status,
        revision = excluded.revision, removed = excluded.removed
    )
    INSERT INTO commit_mark
      (revision, nonce, at, quantity, in_stock, available, pending, sold, total_in, total_out, movements)
    VALUES (${revisionAfter(connection, from, mark.revision)}, ${mark.nonce}, ${Math.max(movements.at(-1)?.at ?? 0, from.at)},
      ${totals.quantity}, ${totals.inStock}, ${totals.available}, ${totals.pending},
      ${totals.sold}, ${totals.totalIn}, ${totals.totalOut}, ${movements.length})`;
  return query.execute();
}

/** The changes of labels, after `writeGroup`. Sends its statement, if there is any, before it returns. */
export async function writeLabels(connection: ReservedSQL, movements: readonly LedgerEntry[]): Promise<void> {
  const rows = movements.flatMap(({ revision, petId, label }) =>
    label === undefined
      ? []
      : [
          {
            revision,
            pet_id: String(petId),
            ...(label.after ?? NO_MEMBERS),
            previous: label.previous,
            has_label: label.after !== null,
          },
        ],
  );
  if (rows.length === 0) return;
  await connection`
    WITH changed AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS row (
        revision bigint, pet_id bigint, name text, kind text, code text, low integer, previous bigint, has_label boolean
      )
    ), written AS (
      INSERT INTO label_entry (revision, pet_id, name, kind, code, low, previous)
      SELECT revision, pet_id, name, kind, code, low, previous FROM changed
    )
    UPDATE inventory SET label_revision = CASE WHEN last.has_label THEN last.revision END
    FROM (SELECT DISTINCT ON (pet_id) pet_id, revision, has_label FROM changed ORDER BY pet_id, revision DESC) AS last
    WHERE inventory.pet_id = last.pet_id`.execute();
}

/** The requests of revisions of several movements and of undos. Sends its statement, if there is any, before it returns. */
export async function writeRequests(
  connection: ReservedSQL,
  requests: readonly RevisionRequest[],
): Promise<void> {
  if (requests.length === 0) return;
  const rows = JSON.stringify(
    requests.map(({ revision, requestId, note, undoes }) => ({
      revision,
      request_id: requestId,
      note,
      undoes,
    })),
  );
  await connection`
    INSERT INTO revision_request (revision, request_id, note, undoes)
    SELECT * FROM json_to_recordset(${rows}::text::json) AS row (
      revision bigint, request_id text, note text, undoes bigint
    )`.execute();
}

function rowOf(movement: LedgerEntry, origins: OriginIds) {
  const { revision, petId, before, after, by, at, note, previous } = movement;
  return {
    revision,
    // As text: a JSON number of JavaScript would lose digits.
    pet_id: String(petId),
    quantity_before: before?.quantity ?? null,
    quantity_after: after?.quantity ?? null,
    status_before: storedStatusBefore(movement),
    status_after: after?.status ?? null,
    origin: origins.get(movement),
    request_id: by.requestId,
    at,
    note,
    previous,
  };
}
