// API keys in the writer's transactions. Whatever servers must learn of moves the keys' counter.

import type { Database } from "bun:sqlite";
import { rotateKey } from "../inventory/key-rotation.ts";
import { makeCounterStep } from "../inventory/nonce.ts";
import type { KeyRecord, KeyRotation, RotationOutcome } from "../inventory/key-store.ts";
import { type KeyRow, keyOfRow } from "./rows.ts";

export class KeyTable {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  create(key: KeyRecord): void {
    this.#db
      .query("INSERT INTO api_key VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .run(
        key.id,
        key.account,
        key.name,
        key.hash,
        Number(key.readOnly),
        key.createdAt,
        key.expiresAt,
        key.revokedAt,
        key.lastUsedAt,
      );
    this.#count();
  }

  revoke(id: string, at: number): boolean {
    const { changes } = this.#db
      .query("UPDATE api_key SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?")
      .run(at, id);
    if (changes > 0) this.#count();
    return changes > 0;
  }

  rotate(rotation: KeyRotation): RotationOutcome {
    const [row] = this.#db.query("SELECT * FROM api_key WHERE id = ?").all(rotation.id) as KeyRow[];
    const outcome = rotateKey(row && keyOfRow(row), rotation);
    if (outcome.kind !== "rotated") return outcome;
    const { old, successor } = outcome;
    this.#db
      .query("UPDATE api_key SET expires_at = ?, revoked_at = ? WHERE id = ?")
      .run(old.expiresAt, old.revokedAt, old.id);
    this.create(successor);
    return outcome;
  }

  touch(uses: ReadonlyMap<string, number>): void {
    const touch = this.#db.query(
      "UPDATE api_key SET last_used_at = max(coalesce(last_used_at, 0), ?1) WHERE id = ?2",
    );
    for (const [id, at] of uses) touch.run(at, id);
  }

  #count(): void {
    this.#db.query("UPDATE api_key_counter SET value = value + ?").run(makeCounterStep());
  }
}
