// The results that are kept for whoever sends a change again, in the writer's transactions. Nothing here runs for a
// group in which no change has a key.

import type { Database, Statement } from "bun:sqlite";
import type { Once } from "../inventory/change.ts";
import type { PetStatus } from "../inventory/item.ts";
import { ONCE_KEPT_MS, type OnceRecord } from "../inventory/once.ts";
import { itemOfRow } from "./rows.ts";

/**
 * How many expired records go for each one that is written: more than one, so that they get fewer and never pile up; and
 * few, so that no commit has to pay for a whole day at once.
 */
const PRUNED_FOR_EACH = 2;

type RecordRow = [request: string, petId: bigint, quantity: bigint, status: PetStatus, at: bigint];

export class OnceTable {
  readonly #find: Statement;
  readonly #put: Statement;
  readonly #prune: Statement;

  constructor(db: Database) {
    this.#find = db.prepare(
      "SELECT request, pet_id, quantity, status, at FROM once_record WHERE scope = ? AND key = ?",
    );
    this.#put = db.prepare(PUT);
    this.#prune = db.prepare(PRUNE);
  }

  find({ scope, key }: Once): OnceRecord | undefined {
    const [row] = this.#find.values(scope, key) as RecordRow[];
    if (row === undefined) return undefined;
    const [request, petId, quantity, status, at] = row;
    return { scope, key, request, item: itemOfRow([petId, quantity, status]), at: Number(at) };
  }

  /** Writes the records, and removes some that have expired by `at`. */
  write(records: readonly OnceRecord[], at: number): void {
    for (const { scope, key, request, item, at: madeAt } of records) {
      this.#put.run(scope, key, request, item.petId, item.quantity, item.status, madeAt);
    }
    this.#prune.run(at - ONCE_KEPT_MS, PRUNED_FOR_EACH * records.length);
  }
}

// An expired record of the key may still be there.
const PUT = `
  INSERT OR REPLACE INTO once_record (scope, key, request, pet_id, quantity, status, at)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;

const PRUNE = `
  DELETE FROM once_record
  WHERE (scope, key) IN (SELECT scope, key FROM once_record WHERE at < ? ORDER BY at LIMIT ?)`;
