// An import: rows are gathered in a temporary table, which locks nothing; then the difference to the stock is computed
// and made in one transaction, by sets and not row by row, under one revision.

import type { Database } from "bun:sqlite";
import { STATUS_OF_NEW_PET } from "../inventory/item.ts";
import type {
  DuplicateRow,
  ImportOptions,
  ImportResult,
  ImportRow,
  ImportStage,
} from "../inventory/store.ts";
import { translated } from "./errors.ts";
import { prepareHeadForWriting, readHead } from "./head.ts";
import { beginImmediate, inTransaction, whileBusy } from "./lock.ts";
import { makeNonce } from "../inventory/nonce.ts";
import { openForWriting } from "./open.ts";
import type { WriterOptions } from "./writer.ts";

export class SqliteImportStage implements ImportStage {
  readonly #path: string;
  readonly #lockTimeoutMs: number;
  readonly #db: Database;

  constructor({ path, lockTimeoutMs }: Omit<WriterOptions, "create">) {
    this.#path = path;
    this.#lockTimeoutMs = lockTimeoutMs;
    this.#db = openForWriting(path, { create: false });
    // Temporary tables lie in a file of their own, so a large import is bounded by the disk and not by memory.
    this.#db.run("PRAGMA temp_store = FILE");
    this.#db.run(
      "CREATE TEMP TABLE staged (pet_id INTEGER PRIMARY KEY, quantity INTEGER, status TEXT, line INTEGER) STRICT",
    );
  }

  async add(rows: readonly ImportRow[]): Promise<readonly DuplicateRow[]> {
    return translated(this.#path, () => {
      const put = this.#db.query("INSERT INTO temp.staged VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING");
      const firstLine = this.#db.query("SELECT line FROM temp.staged WHERE pet_id = ?");
      const duplicates: DuplicateRow[] = [];
      this.#db.run("BEGIN");
      return inTransaction(this.#db, () => {
        for (const row of rows) {
          if (put.run(row.petId, row.quantity, row.status ?? null, row.line).changes > 0) continue;
          duplicates.push({ row, firstLine: Number(firstLine.values(row.petId)[0]?.[0]) });
        }
        return duplicates;
      });
    });
  }

  async apply(options: ImportOptions): Promise<ImportResult> {
    return translated(this.#path, () => {
      if (options.dryRun) this.#db.run("BEGIN");
      else beginImmediate(this.#db, this.#lockTimeoutMs);
      return inTransaction(this.#db, () => this.#applyInTransaction(options));
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#db.close(true);
  }

  #applyInTransaction(options: ImportOptions): ImportResult {
    const head = prepareHeadForWriting(this.#db);
    const { revision } = whileBusy(this.#lockTimeoutMs, () => readHead(head));
    if (options.ifUnchangedSince !== undefined && options.ifUnchangedSince !== revision) {
      return { kind: "changed_since", revision };
    }
    // There is one already where this is applied after a dry run.
    this.#db.run("DROP TABLE IF EXISTS temp.difference");
    this.#db.run(DIFFERENCE);
    if (options.replace) this.#db.run(DIFFERENCE_OF_REPLACE);
    const counts = this.#countDifference();
    const changed = counts.created + counts.updated + counts.removed;
    if (changed === 0 || options.dryRun) return { kind: "applied", ...counts, revision };
    this.#write(revision + 1, options);
    return { kind: "applied", ...counts, revision: revision + 1 };
  }

  #write(revision: number, { reason, by }: ImportOptions): void {
    const at = Date.now();
    const origin = { revision, reason, actor: by.actor, keyId: by.keyId, requestId: by.requestId, at };
    this.#db.query(PUT_MOVEMENTS).run(origin);
    this.#db.query(PUT_ITEMS).run({ revision });
    this.#db.query(REMOVE_ITEMS).run({ revision });
    this.#db.query("INSERT INTO commit_mark VALUES (?, ?, ?)").run(revision, makeNonce(), at);
  }

  #countDifference(): { created: number; updated: number; removed: number; unchanged: number } {
    const [row = []] = this.#db.query(COUNT_DIFFERENCE).values();
    const [created = 0, updated = 0, removed = 0, staged = 0] = row.map(Number);
    return { created, updated, removed, unchanged: staged - created - updated };
  }
}

// A removed pet counts as absent: its row keeps the last values, for nobody.
const DIFFERENCE = `
  CREATE TEMP TABLE difference AS
  SELECT s.pet_id, i.quantity AS quantity_before, i.status AS status_before,
    s.quantity AS quantity_after, coalesce(s.status, i.status, '${STATUS_OF_NEW_PET}') AS status_after
  FROM temp.staged s LEFT JOIN inventory i ON i.pet_id = s.pet_id AND i.removed = 0
  WHERE i.pet_id IS NULL OR i.quantity <> s.quantity OR i.status <> coalesce(s.status, i.status)
  ORDER BY s.pet_id`;

const DIFFERENCE_OF_REPLACE = `
  INSERT INTO temp.difference
  SELECT i.pet_id, i.quantity, i.status, NULL, NULL FROM inventory i
  WHERE i.removed = 0 AND NOT EXISTS (SELECT 1 FROM temp.staged s WHERE s.pet_id = i.pet_id)`;

const COUNT_DIFFERENCE = `
  SELECT count(*) FILTER (WHERE quantity_before IS NULL),
    count(*) FILTER (WHERE quantity_before IS NOT NULL AND quantity_after IS NOT NULL),
    count(*) FILTER (WHERE quantity_after IS NULL),
    (SELECT count(*) FROM temp.staged)
  FROM temp.difference`;

const PUT_MOVEMENTS = `
  INSERT INTO movement
  SELECT $revision, pet_id, quantity_before, quantity_after, status_before, status_after,
    $reason, $actor, $keyId, $requestId, $at
  FROM temp.difference`;

const PUT_ITEMS = `
  INSERT INTO inventory (pet_id, quantity, status, revision, removed)
  SELECT pet_id, quantity_after, status_after, $revision, 0 FROM temp.difference WHERE quantity_after IS NOT NULL
  ON CONFLICT (pet_id) DO UPDATE SET
    quantity = excluded.quantity, status = excluded.status, revision = excluded.revision, removed = 0`;

const REMOVE_ITEMS = `
  UPDATE inventory SET removed = 1, revision = $revision
  WHERE pet_id IN (SELECT pet_id FROM temp.difference WHERE quantity_after IS NULL)`;
