// API keys as rows. Every change that servers must learn of moves the keys' counter.

import { rotateKey } from "../inventory/key-rotation.ts";
import type { KeyRecord, KeyRotation, RotationOutcome } from "../inventory/key-store.ts";
import { makeCounterStep } from "../inventory/nonce.ts";
import type { Role } from "../inventory/role.ts";
import { execute, type Integer, only, rows, sql, type Work } from "./sql.ts";

interface KeyRow {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly hash: string;
  readonly created_at: Integer;
  readonly expires_at: Integer | null;
  readonly revoked_at: Integer | null;
  readonly last_used_at: Integer | null;
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

export function* createKey(key: KeyRecord): Work<void> {
  yield* execute(sql`
    INSERT INTO api_key (id, account, name, hash, created_at, expires_at, revoked_at, last_used_at, role)
    VALUES (
      ${key.id}, ${key.account}, ${key.name}, ${key.hash},
      ${key.createdAt}, ${key.expiresAt}, ${key.revokedAt}, ${key.lastUsedAt}, ${key.role})`);
  yield* moveKeyCounter();
}

/** False where there is no such key. A key that is revoked already keeps its time. */
export function* revokeKey(id: string, at: number): Work<boolean> {
  const found = yield* execute(
    sql`UPDATE api_key SET revoked_at = coalesce(revoked_at, ${at}) WHERE id = ${id}`,
  );
  if (found > 0) yield* moveKeyCounter();
  return found > 0;
}

export function* replaceKey(rotation: KeyRotation): Work<RotationOutcome> {
  const [row] = yield* rows(sql<KeyRow>`SELECT * FROM api_key WHERE id = ${rotation.id}`);
  const outcome = rotateKey(row && keyOfRow(row), rotation);
  if (outcome.kind !== "rotated") return outcome;
  const { old, successor } = outcome;
  yield* execute(sql`
    UPDATE api_key SET expires_at = ${old.expiresAt}, revoked_at = ${old.revokedAt} WHERE id = ${old.id}`);
  yield* createKey(successor);
  return outcome;
}

function keyOfRow(row: KeyRow): KeyRecord {
  return {
    id: row.id,
    account: row.account,
    name: row.name,
    hash: row.hash,
    role: row.role,
    createdAt: Number(row.created_at),
    expiresAt: timeOf(row.expires_at),
    revokedAt: timeOf(row.revoked_at),
    lastUsedAt: timeOf(row.last_used_at),
  };
}

function timeOf(at: Integer | null): number | null {
  return at === null ? null : Number(at);
}
