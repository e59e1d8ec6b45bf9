// API keys as rows. Every change that servers must learn of moves the keys' counter.

import { isUsable, openLink, relinkKey, revokeKey, rotateKey } from "../inventory/key-lifecycle.ts";
import type {
  ActingKey,
  KeyActor,
  KeyCreation,
  KeyLink,
  KeyRecord,
  KeyRelink,
  KeyRepetition,
  KeyRevocation,
  KeyRotation,
  LinkOpening,
  LinkOutcome,
  RelinkOutcome,
  RevocationOutcome,
  RotationOutcome,
} from "../inventory/key-store.ts";
import { type IdempotencyKey, IDEMPOTENCY_RETENTION_MS } from "../inventory/idempotency.ts";
import { requestDigest } from "../inventory/known-results.ts";
import { makeCounterStep } from "../inventory/nonce.ts";
import type { Role } from "../inventory/role.ts";
import { StoreError } from "../inventory/store-error.ts";
import { execute, type Integer, only, rows, sql, type Work } from "./sql.ts";

interface KeyRow {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly hash: string | null;
  readonly created_at: Integer;
  readonly created_by: string;
  readonly created_by_key: string | null;
  readonly replaces: string | null;
  readonly expires_at: Integer | null;
  readonly revoked_at: Integer | null;
  readonly revoked_by: string | null;
  readonly revoked_by_key: string | null;
  readonly last_used_at: Integer | null;
  readonly link_hash: string | null;
  readonly link_expires_at: Integer | null;
  readonly link_opened_at: Integer | null;
  readonly role: Role;
}

export function* readKeyCounter(): Work<number> {
  const { value } = yield* only(sql<{ value: Integer }>`SELECT value FROM api_key_counter`);
  return Number(value);
}

/** Servers read all keys again when the counter moves. */
export function* moveKeyCounter(): Work<void> {
  yield* execute(sql`UPDATE api_key_counter SET value = value + ${makeCounterStep()}`);
}

export function* listKeys(): Work<KeyRecord[]> {
  return (yield* rows(sql<KeyRow>`SELECT * FROM api_key ORDER BY account, created_at, id`)).map(keyOfRow);
}

/** Throws `key_ended` unless the API key that acts, if any, is usable. Under a lock that its revocation needs, too. */
export function* ensureActing(by: ActingKey | null | undefined, at = Date.now()): Work<void> {
  if (by === null || by === undefined) return;
  const acting = yield* findKey(by);
  if (acting === undefined || !isUsable(acting, at))
    throw new StoreError("key_ended", `the API key ${by} was revoked or has expired`);
}

export function* createKey(key: KeyRecord, idempotencyKey?: IdempotencyKey): Work<KeyCreation> {
  yield* ensureActing(key.createdBy.keyId);
  const repetition = yield* repetitionOf(idempotencyKey, key.createdAt);
  if (repetition !== undefined) return repetition;
  if ((yield* findKey(key.name)) !== undefined) return "name_is_id";
  yield* insertKey(key, idempotencyKey);
  return "created";
}

/** Undefined if the request was not sent within a day; a key that it made earlier is forgotten as its result. */
function* repetitionOf(wanted: IdempotencyKey | undefined, at: number): Work<KeyRepetition | undefined> {
  if (wanted === undefined) return undefined;
  const name = requestName(wanted);
  const [made] = yield* rows(
    sql<KeyRow & { request_digest: string }>`SELECT * FROM api_key WHERE request_name = ${name}`,
  );
  if (made === undefined) return undefined;
  if (at - Number(made.created_at) < IDEMPOTENCY_RETENTION_MS)
    return made.request_digest === wanted.request
      ? { kind: "repeated", id: made.id }
      : { kind: "idempotency_mismatch" };
  yield* execute(sql`UPDATE api_key SET request_name = NULL, request_digest = NULL WHERE id = ${made.id}`);
  return undefined;
}

function requestName({ scope, key }: IdempotencyKey): string {
  return requestDigest(JSON.stringify([scope, key]));
}

function* insertKey(key: KeyRecord, idempotencyKey: IdempotencyKey | undefined): Work<void> {
  const { createdBy, revokedBy, link } = key;
  const request = idempotencyKey && { name: requestName(idempotencyKey), digest: idempotencyKey.request };
  yield* execute(sql`
    INSERT INTO api_key (
      id, account, name, hash, role, created_at, created_by, created_by_key, replaces,
      expires_at, revoked_at, revoked_by, revoked_by_key, last_used_at,
      link_hash, link_expires_at, link_opened_at, request_name, request_digest)
    VALUES (
      ${key.id}, ${key.account}, ${key.name}, ${key.hash}, ${key.role},
      ${key.createdAt}, ${createdBy.actor}, ${createdBy.keyId}, ${key.replaces},
      ${key.expiresAt}, ${key.revokedAt}, ${revokedBy?.actor ?? null}, ${revokedBy?.keyId ?? null}, ${key.lastUsedAt},
      ${link?.hash ?? null}, ${link?.expiresAt ?? null}, ${link?.openedAt ?? null},
      ${request?.name ?? null}, ${request?.digest ?? null})`);
  yield* moveKeyCounter();
}

export function* endKey(revocation: KeyRevocation): Work<RevocationOutcome> {
  yield* ensureActing(revocation.by.keyId);
  const current = yield* findKey(revocation.id);
  const outcome = revokeKey(current, yield* listAdmins(), revocation);
  if (outcome.kind !== "revoked" || outcome.key.revokedAt === current?.revokedAt) return outcome;
  yield* endRow(outcome.key);
  yield* moveKeyCounter();
  return outcome;
}

export function* replaceKey(rotation: KeyRotation): Work<RotationOutcome> {
  yield* ensureActing(rotation.by.keyId);
  const repetition = yield* repetitionOf(rotation.idempotencyKey, rotation.at);
  if (repetition !== undefined) return repetition;
  const outcome = rotateKey(yield* findKey(rotation.id), yield* listAdmins(), rotation);
  if (outcome.kind !== "rotated") return outcome;
  const { old, successor } = outcome;
  yield* endRow(old);
  yield* insertKey(successor, rotation.idempotencyKey);
  return outcome;
}

export function* replaceLink(relink: KeyRelink): Work<RelinkOutcome> {
  yield* ensureActing(relink.by.keyId);
  const outcome = relinkKey(yield* findKey(relink.id), relink);
  if (outcome.kind === "linked") yield* linkRow(outcome.key);
  return outcome;
}

export function* openKeyLink(opening: LinkOpening): Work<LinkOutcome> {
  const { linkHash } = opening;
  const [row] = yield* rows(sql<KeyRow>`SELECT * FROM api_key WHERE link_hash = ${linkHash}`);
  const outcome = openLink(row && keyOfRow(row), opening);
  if (outcome.kind === "ready") yield* linkRow(outcome.key);
  return outcome;
}

/** Writes a key's link, and its hash. */
function* linkRow({ id, hash, link }: KeyRecord): Work<void> {
  yield* execute(sql`
    UPDATE api_key SET
      hash = ${hash}, link_hash = ${link?.hash ?? null},
      link_expires_at = ${link?.expiresAt ?? null}, link_opened_at = ${link?.openedAt ?? null}
    WHERE id = ${id}`);
  yield* moveKeyCounter();
}

/** Writes how a key ends. */
function* endRow({ id, expiresAt, revokedAt, revokedBy }: KeyRecord): Work<void> {
  yield* execute(sql`
    UPDATE api_key SET
      expires_at = ${expiresAt}, revoked_at = ${revokedAt},
      revoked_by = ${revokedBy?.actor ?? null}, revoked_by_key = ${revokedBy?.keyId ?? null}
    WHERE id = ${id}`);
}

function* listAdmins(): Work<KeyRecord[]> {
  return (yield* rows(sql<KeyRow>`SELECT * FROM api_key WHERE role = 'admin'`)).map(keyOfRow);
}

function* findKey(id: string): Work<KeyRecord | undefined> {
  const [row] = yield* rows(sql<KeyRow>`SELECT * FROM api_key WHERE id = ${id}`);
  return row && keyOfRow(row);
}

function keyOfRow(row: KeyRow): KeyRecord {
  return {
    id: row.id,
    account: row.account,
    name: row.name,
    hash: row.hash,
    role: row.role,
    createdAt: Number(row.created_at),
    createdBy: { actor: row.created_by, keyId: row.created_by_key },
    replaces: row.replaces,
    expiresAt: timeOf(row.expires_at),
    revokedAt: timeOf(row.revoked_at),
    revokedBy: actorOf(row.revoked_by, row.revoked_by_key),
    lastUsedAt: timeOf(row.last_used_at),
    link: linkOf(row),
  };
}

function linkOf({ link_hash: hash, link_expires_at: end, link_opened_at: openedAt }: KeyRow): KeyLink | null {
  return hash === null ? null : { hash, expiresAt: Number(end), openedAt: timeOf(openedAt) };
}

function actorOf(actor: string | null, keyId: string | null): KeyActor | null {
  return actor === null ? null : { actor, keyId };
}

function timeOf(at: Integer | null): number | null {
  return at === null ? null : Number(at);
}
