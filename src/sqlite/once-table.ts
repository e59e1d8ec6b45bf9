// The results that are kept for whoever sends a change again, in the writer's transactions. Nothing here runs for a
// group in which no change has a key.

import type { Database, Statement } from "bun:sqlite";
import type { Once } from "../inventory/change.ts";
import type { PetStatus } from "../inventory/item.ts";
import type { ExpiredPortion, ExpiredRange, OnceRecord } from "../inventory/once.ts";
import { itemOfRow } from "./rows.ts";

type RecordRow = [request: string, petId: bigint, quantity: bigint, status: PetStatus, at: bigint];

export class OnceTable {
  readonly #find: Statement;
  readonly #put: Statement;
  readonly #remove: Statement;

  constructor(db: Database) {
    this.#find = db.prepare(
      "SELECT request, pet_id, quantity, status, at FROM once_record WHERE scope = ? AND key = ?",
    );
    this.#put = db.prepare(PUT);
    this.#remove = db.prepare(REMOVE);
  }

  find({ scope, key }: Once): OnceRecord | undefined {
    const [row] = this.#find.values(scope, key) as RecordRow[];
    if (row === undefined) return undefined;
    const [request, petId, quantity, status, at] = row;
    return { scope, key, request, item: itemOfRow([petId, quantity, status]), at: Number(at) };
  }

  write(records: readonly OnceRecord[]): void {
    for (const { scope, key, request, item, at } of records) {
      this.#put.run(scope, key, request, item.petId, item.quantity, item.status, at);
    }
  }

  removeExpired({ from, before, max }: ExpiredRange): ExpiredPortion {
    const times = this.#remove.values(from, before, max) as [at: bigint][];
    const newest = times.reduce((last, [at]) => Math.max(last, Number(at)), from);
    return { removed: times.length, reached: times.length < max ? Math.max(from, before) : newest };
  }
}

// An expired record of the key may still be there.
const PUT = `
  INSERT OR REPLACE INTO once_record (scope, key, request, pet_id, quantity, status, at)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;

const REMOVE = `
  DELETE FROM once_record
  WHERE (scope, key) IN (SELECT scope, key FROM once_record WHERE at >= ? AND at < ? ORDER BY at LIMIT ?)
  RETURNING at`;
