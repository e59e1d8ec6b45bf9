// Idempotency records, read and written in the writer's transactions. A group without idempotency keys runs no statement
// here.

import type { Database, Statement } from "bun:sqlite";
import {
  type ExpiryResult,
  type ExpiredRange,
  type IdempotencyKey,
  type IdempotencyRecord,
  isOfChangeSet,
  type StoredRecords,
} from "../inventory/idempotency.ts";
import { appliedChangesOf, textOfAppliedChanges } from "../inventory/recorded-result.ts";
import { itemOfRow, type ItemRow } from "./rows.ts";

/** Either the item or the result of a change set is null. */
type RecordRow = [request: string, at: bigint, n: bigint, result: string | null, ...item: ItemRow];

export class IdempotencyTable implements StoredRecords {
  readonly #find: Statement;
  readonly #newest: Statement;
  readonly #time: Statement;
  readonly #put: Statement;
  readonly #remove: Statement;

  constructor(db: Database) {
    this.#find = db.prepare(FIND);
    this.#newest = db.prepare(NEWEST);
    this.#time = db.prepare("SELECT at FROM idempotency_record WHERE scope = ? AND number = ?");
    this.#put = db.prepare(PUT);
    this.#remove = db.prepare(REMOVE);
  }

  find({ scope, key }: IdempotencyKey): IdempotencyRecord | undefined {
    const [row] = this.#find.values(scope, key) as RecordRow[];
    if (row === undefined) return undefined;
    const [request, at, number, text, ...item] = row;
    const result = text === null ? itemOfRow(item) : appliedChangesOf(text);
    return { scope, key, request, result, at: Number(at), number: Number(number) };
  }

  newestOf(scope: string): number {
    return Number(this.#newest.values(scope)[0]?.[0] ?? 0);
  }

  timeOf(scope: string, number: number): number | undefined {
    const [row] = this.#time.values(scope, number);
    return row && Number(row[0]);
  }

  write(records: readonly IdempotencyRecord[]): void {
    for (const { scope, key, request, result, at, number } of records) {
      const columns = isOfChangeSet(result)
        ? ([textOfAppliedChanges(result), null, null, null] as const)
        : ([null, result.petId, result.quantity, result.status] as const);
      this.#put.run(scope, key, request, at, number, ...columns);
    }
  }

  removeExpired({ from, before, max }: ExpiredRange): ExpiryResult {
    const times = this.#remove.values(from, before, max) as [at: bigint][];
    const newest = times.reduce((last, [at]) => Math.max(last, Number(at)), from);
    return { removed: times.length, reached: times.length < max ? Math.max(from, before) : newest };
  }
}

const FIND = `
  SELECT request, at, number, result, pet_id, quantity, status FROM idempotency_record WHERE scope = ? AND key = ?`;

const NEWEST = `
  SELECT number FROM idempotency_record WHERE scope = ? ORDER BY number DESC LIMIT 1`;

// Replaces an expired record of the same key.
const PUT = `
  INSERT OR REPLACE INTO idempotency_record (scope, key, request, at, number, result, pet_id, quantity, status)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const REMOVE = `
  DELETE FROM idempotency_record
  WHERE (scope, key) IN (SELECT scope, key FROM idempotency_record WHERE at >= ? AND at < ? ORDER BY at LIMIT ?)
  RETURNING at`;
