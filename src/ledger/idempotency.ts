// Idempotency records in work on the ledger, for one request; the writers of updates have statements of their own for groups.

import {
  type IdempotencyKey,
  type IdempotencyRecord,
  isOfChangeSet,
  type RecordedResult,
  type StoredRecords,
} from "../inventory/idempotency.ts";
import type { PetStatus } from "../inventory/item.ts";
import { KnownResults } from "../inventory/known-results.ts";
import { appliedChangesOf, textOfAppliedChanges } from "../inventory/recorded-result.ts";
import { execute, type Integer, rows, sql, type Work } from "./sql.ts";

interface RecordRow {
  readonly request: string;
  readonly pet_id: bigint | null;
  readonly quantity: Integer | null;
  readonly status: PetStatus | null;
  readonly at: Integer;
  readonly number: Integer;
  readonly result: string | null;
}

/** The results that a request with this key must know. */
export function* readKnownResults(key: IdempotencyKey, recordsMax: number): Work<KnownResults> {
  return new KnownResults(yield* readRecords(key, recordsMax), { at: Date.now(), recordsMax });
}

/** Records the result of a request that was carried out. */
export function* writeResult(known: KnownResults, key: IdempotencyKey, result: RecordedResult): Work<void> {
  known.record(key, result);
  for (const record of known.made) yield* writeRecord(record);
}

/** The stored records of this key and its scope. */
function* readRecords(key: IdempotencyKey, recordsMax: number): Work<StoredRecords> {
  const [row] = yield* rows(sql<RecordRow>`
    SELECT request, pet_id, quantity, status, at, number, result FROM idempotency_record
    WHERE scope = ${key.scope} AND key = ${key.key}`);
  const [newestRow] = yield* rows(sql<{ number: Integer }>`
    SELECT number FROM idempotency_record WHERE scope = ${key.scope} ORDER BY number DESC LIMIT 1`);
  const newest = Number(newestRow?.number ?? 0);
  const [oldest] = yield* rows(sql<{ at: Integer }>`
    SELECT at FROM idempotency_record WHERE scope = ${key.scope} AND number = ${newest + 1 - recordsMax}`);
  return {
    find: () => row && recordOf(key, row),
    newestOf: () => newest,
    timeOf: () => oldest && Number(oldest.at),
  };
}

function recordOf({ scope, key }: IdempotencyKey, row: RecordRow): IdempotencyRecord {
  const { request, pet_id, quantity, status, at, number } = row;
  const result =
    row.result === null
      ? { petId: pet_id as bigint, quantity: Number(quantity), status: status as PetStatus }
      : appliedChangesOf(row.result);
  return { scope, key, request, result, at: Number(at), number: Number(number) };
}

/** Replaces an expired record of the same key. */
function* writeRecord({ scope, key, request, result, at, number }: IdempotencyRecord): Work<void> {
  if (!isOfChangeSet(result)) throw new Error("the writers of updates record their results");
  yield* execute(sql`
    INSERT INTO idempotency_record (scope, key, request, pet_id, quantity, status, at, number, result)
    VALUES (${scope}, ${key}, ${request}, NULL, NULL, NULL, ${at}, ${number}, ${textOfAppliedChanges(result)})
    ON CONFLICT (scope, key) DO UPDATE SET
      request = excluded.request, pet_id = NULL, quantity = NULL, status = NULL,
      at = excluded.at, number = excluded.number, result = excluded.result`);
}
