// An import: rows are staged in a temporary table, which locks nothing; then they are applied in one transaction
// (ledger/import.ts).

import type { ReservedSQL, SQL } from "bun";
import type { Position } from "../inventory/position.ts";
import { IDEMPOTENCY_RECORDS_MAX } from "../inventory/idempotency.ts";
import {
  type DuplicateRow,
  type ImportOptions,
  type ImportResult,
  type ImportStage,
  isConditional,
  type StagedRow,
} from "../inventory/import.ts";
import { applyImport, hasWritten } from "../ledger/import.ts";
import { names } from "../ledger/sql.ts";
import { readNewest } from "./newest-commit.ts";
import type { Primary } from "./primary.ts";
import { runWork } from "./run-work.ts";
import { StagedTable } from "./staged-table.ts";
import type { WriterOptions } from "./writer.ts";

export class PostgresImportStage implements ImportStage {
  readonly #table: StagedTable;
  readonly #lockTimeoutMs: number;
  readonly #recordsMax: number;
  #count = 0;
  #isConditional = false;

  private constructor(
    table: StagedTable,
    { lockTimeoutMs, recordsMax = IDEMPOTENCY_RECORDS_MAX }: WriterOptions,
  ) {
    this.#table = table;
    this.#lockTimeoutMs = lockTimeoutMs;
    this.#recordsMax = recordsMax;
  }

  /** Throws a StoreError. */
  static async open(primary: Primary, options: WriterOptions): Promise<PostgresImportStage> {
    return new PostgresImportStage(await StagedTable.open(primary, "staged", createTable), options);
  }

  async add(rows: readonly StagedRow[]): Promise<readonly DuplicateRow[]> {
    const duplicates = await this.#insert(rows);
    this.#count += rows.length - duplicates.length;
    this.#isConditional ||= rows.some(isConditional);
    return duplicates;
  }

  async #insert(rows: readonly StagedRow[]): Promise<readonly DuplicateRow[]> {
    const { session } = this.#table;
    const { sql } = session;
    return session.ask(async () => {
      const given = JSON.stringify(rows.map(columnsOf));
      // Of rows that name one pet the first is inserted, as in the file.
      const inserted: Promise<{ pet_id: bigint }[]> = sql`
        INSERT INTO ${sql(this.#table.name)}
        SELECT * FROM json_to_recordset(${given}::text::json) AS row (
          pet_id bigint, line bigint, quantity integer, delta bigint, status text, if_match text,
          must_exist integer, removes integer
        )
        ON CONFLICT DO NOTHING RETURNING pet_id`;
      const ids = new Set((await session.withDeadline(inserted, "addRowsMs")).map(({ pet_id }) => pet_id));
      return ids.size === rows.length
        ? []
        : this.#withFirstLines(rows.filter(({ petId }) => !ids.delete(petId)));
    });
  }

  /** Rows that repeat a pet, with the line of its first row. */
  async #withFirstLines(rows: readonly StagedRow[]): Promise<readonly DuplicateRow[]> {
    const { session } = this.#table;
    const { sql } = session;
    const ids = sql.array(
      rows.map(({ petId }) => petId),
      "BIGINT",
    );
    const found: Promise<{ pet_id: bigint; line: bigint }[]> = sql`
      SELECT pet_id, line FROM ${sql(this.#table.name)} WHERE pet_id = ANY(${ids})`;
    const lineOf = new Map(
      (await session.withDeadline(found, "addRowsMs")).map(({ pet_id, line }) => [pet_id, Number(line)]),
    );
    return rows.map((row) => ({ row, firstLine: lineOf.get(row.petId) as number }));
  }

  apply(options: ImportOptions): Promise<ImportResult> {
    return this.#table.session.ask(() => (options.dryRun ? this.#compare(options) : this.#change(options)));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#table[Symbol.asyncDispose]();
  }

  async #compare(options: ImportOptions): Promise<ImportResult> {
    const { session } = this.#table;
    await session.beginRead();
    const newest = await session.withDeadline(readNewest(session.sql));
    const result = await this.#applyAfter(newest, options);
    await session.rollBack();
    return result;
  }

  async #change(options: ImportOptions): Promise<ImportResult> {
    const { session } = this.#table;
    const newest = await session.beginLocked(this.#lockTimeoutMs);
    const result = await this.#applyAfter(newest, options);
    if (!hasWritten(result, { ...options, newest })) await session.rollBack();
    else await session.commit("the import; list the inventory to see what it did");
    return result;
  }

  #applyAfter(newest: Position, options: ImportOptions): Promise<ImportResult> {
    const facts = { count: this.#count, isConditional: this.#isConditional, recordsMax: this.#recordsMax };
    const staged = names(this.#table.name);
    const work = applyImport({ ...options, staged, ...facts, newest });
    return this.#table.session.run((sql) => runWork(sql, work));
  }
}

function createTable(sql: ReservedSQL, table: SQL.Query<unknown>): Promise<unknown> {
  return sql`
    CREATE TEMP TABLE ${table} (
      pet_id bigint PRIMARY KEY, line bigint, quantity integer, delta bigint, status text, if_match text,
      must_exist integer, removes integer
    )`;
}

/** The columns of ledger/staged.ts; an absent one is null. The id is text: a JSON number would lose digits. */
function columnsOf({ petId, line, quantity, status, ifMatch, exists, remove }: StagedRow) {
  return {
    pet_id: String(petId),
    line,
    ...(typeof quantity === "object" ? { delta: quantity.by } : { quantity }),
    status,
    if_match: ifMatch,
    must_exist: exists === undefined ? null : Number(exists),
    removes: Number(remove ?? false),
  };
}
