// An import: rows are staged in a temporary table, which locks nothing; then they are applied in one transaction
// (ledger/import.ts).

import type { SQL } from "bun";
import type { Position } from "../inventory/position.ts";
import { IDEMPOTENCY_RECORDS_MAX } from "../inventory/idempotency.ts";
import {
  type DuplicateRow,
  type ImportOptions,
  type ImportResult,
  type ImportStage,
  hasLabel,
  isConditional,
  type StagedRow,
} from "../inventory/import.ts";
import { applyImport, changesLabels, type ComparedRows, compareRows, hasWritten } from "../ledger/import.ts";
import { names, type Work } from "../ledger/sql.ts";
import type { Staged } from "../ledger/staged.ts";
import { isDuplicate } from "./errors.ts";
import { readNewest } from "./newest-commit.ts";
import { planJoins } from "./plan-joins.ts";
import type { Primary } from "./primary.ts";
import { runWork } from "./run-work.ts";
import {
  createStagedLabels,
  createStagedRows,
  insertLabels,
  insertRows,
  isAscending,
} from "./staged-rows.ts";
import { StagedTable } from "./staged-table.ts";
import type { WriterOptions } from "./writer.ts";

export class PostgresImportStage implements ImportStage {
  readonly #table: StagedTable;
  readonly #lockTimeoutMs: number;
  readonly #recordsMax: number;
  #count = 0;
  #isConditional = false;
  /** Whether there is a table of labels. */
  #hasLabels = false;
  /** All rows so far are in the order of their pets, so that none repeats a pet and the table needs no key. */
  #isOrdered = true;
  #lastPet: bigint | undefined;

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
    return new PostgresImportStage(await StagedTable.open(primary, "staged", createStagedRows), options);
  }

  async add(rows: readonly StagedRow[]): Promise<readonly DuplicateRow[]> {
    const duplicates = await this.#table.session.ask(() => this.#insert(rows));
    this.#count += rows.length - duplicates.length;
    this.#isConditional ||= rows.some(isConditional);
    const repeated = new Set(duplicates.map(({ row }) => row));
    const labelled = rows.filter((row) => hasLabel(row) && !repeated.has(row));
    if (labelled.length > 0) await this.#table.session.ask(() => this.#insertLabels(labelled));
    return duplicates;
  }

  async #insertLabels(rows: readonly StagedRow[]): Promise<void> {
    const { session, otherName } = this.#table;
    const table = session.sql(otherName);
    if (!this.#hasLabels) await session.withDeadline(createStagedLabels(session.sql, table));
    this.#hasLabels = true;
    await session.withDeadline(insertLabels(session.sql, table, rows).execute(), "addRowsMs");
  }

  async #insert(rows: readonly StagedRow[]): Promise<readonly DuplicateRow[]> {
    if (this.#isOrdered && !isAscending(rows, this.#lastPet)) await this.#addKey();
    this.#lastPet = rows.at(-1)?.petId ?? this.#lastPet;
    const { session } = this.#table;
    try {
      await session.withDeadline(this.#insertion(rows).execute(), "addRowsMs");
      return [];
    } catch (error) {
      // The statement inserted no row.
      if (!isDuplicate(error)) throw error;
      return this.#insertFirst(rows);
    }
  }

  /** Inserts the first of the rows that name one pet, as in the file. */
  async #insertFirst(rows: readonly StagedRow[]): Promise<readonly DuplicateRow[]> {
    const { session } = this.#table;
    const inserted: Promise<{ pet_id: bigint }[]> = session.sql`
      ${this.#insertion(rows)} ON CONFLICT DO NOTHING RETURNING pet_id`;
    const ids = new Set((await session.withDeadline(inserted, "addRowsMs")).map(({ pet_id }) => pet_id));
    return this.#withFirstLines(rows.filter(({ petId }) => !ids.delete(petId)));
  }

  #insertion(rows: readonly StagedRow[]): SQL.Query<unknown> {
    const { sql } = this.#table.session;
    return insertRows(sql, sql(this.#table.name), rows);
  }

  /** Rows may repeat a pet from here on: the key detects it. */
  async #addKey(): Promise<void> {
    const { session, name } = this.#table;
    const { sql } = session;
    const altered = sql`ALTER TABLE ${sql(name)} ADD PRIMARY KEY (pet_id)`;
    await session.withDeadline(altered.execute(), "addRowsMs");
    this.#isOrdered = false;
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
    const compared = await this.#compareBefore(options);
    const newest = await session.beginLocked(this.#lockTimeoutMs);
    const result = await this.#applyAfter(newest, { ...options, ...compared });
    if (!hasWritten(result, { ...options, newest })) await session.rollBack();
    else await session.commit("the import; list the inventory to see what it did");
    return result;
  }

  /** Without the lock. Commits between the two reads count as later ones, which are compared again. */
  async #compareBefore(options: ImportOptions): Promise<{ readonly compared?: ComparedRows }> {
    const wanted = { ...options, staged: this.#tables };
    if (!changesLabels(wanted)) return {};
    const { session, comparedName } = this.#table;
    const table = names(comparedName);
    await session.beginUnlocked();
    const at = await session.withDeadline(readNewest(session.sql));
    await this.#run(compareRows(wanted, table));
    await session.commit("the comparison of the rows");
    return { compared: { table, at } };
  }

  get #tables(): Staged {
    const { name, otherName } = this.#table;
    return { rows: names(name), labels: this.#hasLabels ? names(otherName) : undefined };
  }

  #applyAfter(
    newest: Position,
    options: ImportOptions & { readonly compared?: ComparedRows },
  ): Promise<ImportResult> {
    const facts = { count: this.#count, isConditional: this.#isConditional, recordsMax: this.#recordsMax };
    return this.#run(applyImport({ ...options, staged: this.#tables, ...facts, newest }));
  }

  #run<T>(work: Work<T>): Promise<T> {
    return this.#table.session.run(async (sql) => {
      await planJoins(sql, this.#count);
      return runWork(sql, work);
    });
  }
}
