// An import: rows are staged in a temporary table, which locks nothing; then they are applied in one transaction
// (ledger/import.ts).

import type { Position } from "../inventory/position.ts";
import { IDEMPOTENCY_RECORDS_MAX } from "../inventory/idempotency.ts";
import {
  type DuplicateRow,
  type ImportOptions,
  type ImportResult,
  type ImportStage,
  hasLabel,
  isConditional,
  type PlanChanged,
  type StagedRow,
} from "../inventory/import.ts";
import { applyImport, checkPlan, hasWritten, type StagedImport } from "../ledger/import.ts";
import { changesLabels, type ComparedRows, compareRows } from "../ledger/import-difference.ts";
import { execute, rows as readRows } from "../ledger/sql.ts";
import type { Staged } from "../ledger/staged.ts";
import { isDuplicate } from "./errors.ts";
import { readNewest } from "./newest-commit.ts";
import { planByKey, planJoins } from "./plan-joins.ts";
import type { Primary } from "./primary.ts";
import { runWork } from "./run-work.ts";
import { createStage, insertNewRows, insertRows, isAscending } from "./staged-rows.ts";
import { TemporaryTables } from "./temporary-tables.ts";
import type { WriterOptions } from "./writer.ts";

export class PostgresImportStage implements ImportStage {
  readonly #tables: TemporaryTables;
  readonly #lockTimeoutMs: number;
  readonly #recordsMax: number;
  #count = 0;
  #isConditional = false;
  #hasLabels = false;
  /** All rows so far are in the order of their pets, so that none repeats a pet and the table needs no key. */
  #isOrdered = true;
  #lastPet: bigint | undefined;

  private constructor(
    tables: TemporaryTables,
    { lockTimeoutMs, recordsMax = IDEMPOTENCY_RECORDS_MAX }: WriterOptions,
  ) {
    this.#tables = tables;
    this.#lockTimeoutMs = lockTimeoutMs;
    this.#recordsMax = recordsMax;
  }

  /** Throws a StoreError. */
  static async open(primary: Primary, options: WriterOptions): Promise<PostgresImportStage> {
    await using owned = new AsyncDisposableStack();
    const tables = owned.use(await TemporaryTables.open(primary));
    const { session, staged } = tables;
    await session.ask(() => session.withDeadline(runWork(session.sql, execute(createStage(staged)))));
    owned.move();
    return new PostgresImportStage(tables, options);
  }

  async add(rows: readonly StagedRow[]): Promise<readonly DuplicateRow[]> {
    if (rows.length === 0) return [];
    const duplicates = await this.#tables.session.ask(() => this.#insert(rows));
    this.#count += rows.length - duplicates.length;
    this.#isConditional ||= rows.some(isConditional);
    this.#hasLabels ||= rows.some(hasLabel);
    return duplicates;
  }

  async #insert(rows: readonly StagedRow[]): Promise<readonly DuplicateRow[]> {
    if (this.#isOrdered && !isAscending(rows, this.#lastPet)) await this.#addKey();
    this.#lastPet = rows.at(-1)?.petId ?? this.#lastPet;
    const { session, staged } = this.#tables;
    try {
      await session.withDeadline(runWork(session.sql, execute(insertRows(staged, rows))), "addRowsMs");
      return [];
    } catch (error) {
      // The statement inserted no row.
      if (!isDuplicate(error)) throw error;
      return this.#insertFirst(rows);
    }
  }

  /** Inserts the first of the rows that name one pet, as in the file. */
  async #insertFirst(rows: readonly StagedRow[]): Promise<readonly DuplicateRow[]> {
    const { session, staged } = this.#tables;
    const inserted = runWork(session.sql, readRows(insertNewRows(staged, rows)));
    const ids = new Set((await session.withDeadline(inserted, "addRowsMs")).map(({ pet_id }) => pet_id));
    return this.#withFirstLines(rows.filter(({ petId }) => !ids.delete(petId)));
  }

  /** Rows may repeat a pet from here on: the key detects it. */
  async #addKey(): Promise<void> {
    const { session, stagedName } = this.#tables;
    const { sql } = session;
    const altered = sql`ALTER TABLE ${sql(stagedName)} ADD PRIMARY KEY (pet_id)`;
    await session.withDeadline(altered.execute(), "addRowsMs");
    this.#isOrdered = false;
  }

  /** Rows that repeat a pet, with the line of its first row. */
  async #withFirstLines(rows: readonly StagedRow[]): Promise<readonly DuplicateRow[]> {
    const { session } = this.#tables;
    const { sql } = session;
    const ids = sql.array(
      rows.map(({ petId }) => petId),
      "BIGINT",
    );
    const found: Promise<{ pet_id: bigint; line: bigint }[]> = sql`
      SELECT pet_id, line FROM ${sql(this.#tables.stagedName)} WHERE pet_id = ANY(${ids})`;
    const lineOf = new Map(
      (await session.withDeadline(found, "addRowsMs")).map(({ pet_id, line }) => [pet_id, Number(line)]),
    );
    return rows.map((row) => ({ row, firstLine: lineOf.get(row.petId) as number }));
  }

  apply(options: ImportOptions): Promise<ImportResult> {
    return this.#tables.session.ask(async () => {
      if (options.dryRun) return this.#read((newest) => this.#applyAfter(newest, options));
      const { planAt } = options;
      if (planAt === undefined) return this.#change(options);
      const checked = await this.#read((newest) => this.#checkPlan(newest, options, planAt));
      return "kind" in checked ? checked : this.#change(options, checked);
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#tables[Symbol.asyncDispose]();
  }

  async #read<T>(work: (newest: Position) => Promise<T>): Promise<T> {
    const { session } = this.#tables;
    await session.beginRead();
    const result = await work(await session.withDeadline(readNewest(session.sql)));
    await session.rollBack();
    return result;
  }

  async #change(options: ImportOptions, planAt?: Position): Promise<ImportResult> {
    const { session } = this.#tables;
    const compared = await this.#compareBefore(options);
    const newest = await session.beginLocked(this.#lockTimeoutMs);
    const checked = planAt && (await this.#checkPlan(newest, options, planAt));
    const result =
      checked !== undefined && "kind" in checked
        ? checked
        : await this.#applyAfter(newest, options, compared);
    if (!hasWritten(result, { ...options, newest })) await session.rollBack();
    else await session.commit("the import; list the inventory to see what it did");
    return result;
  }

  /** In one snapshot, without the lock. */
  async #compareBefore(options: ImportOptions): Promise<ComparedRows | undefined> {
    if (!changesLabels({ ...options, staged: this.#staged })) return undefined;
    const { session, difference: table } = this.#tables;
    await session.beginUnlocked("REPEATABLE READ");
    const newest = await session.withDeadline(readNewest(session.sql));
    const compared = await session.run(async (sql) => {
      await planJoins(sql, this.#count);
      return await runWork(sql, compareRows(this.#withRows(newest, options), table, newest));
    });
    await session.commitUnlocked();
    return compared;
  }

  get #staged(): Staged {
    return { rows: this.#tables.staged, hasLabels: this.#hasLabels };
  }

  #withRows<Options extends ImportOptions>(newest: Position, options: Options): Options & StagedImport {
    const facts = { count: this.#count, isConditional: this.#isConditional, recordsMax: this.#recordsMax };
    return { ...options, staged: this.#staged, ...facts, newest };
  }

  /** Reads by key what has changed since: few rows, however many are staged. */
  #checkPlan(newest: Position, options: ImportOptions, planAt: Position): Promise<Position | PlanChanged> {
    return this.#tables.session.run(async (sql) => {
      await planByKey(sql);
      const checked = await runWork(sql, checkPlan(this.#withRows(newest, options), planAt));
      await sql`SET LOCAL random_page_cost TO DEFAULT`;
      return checked;
    });
  }

  #applyAfter(newest: Position, options: ImportOptions, compared?: ComparedRows): Promise<ImportResult> {
    return this.#tables.session.run(async (sql) => {
      await planJoins(sql, this.#count);
      return runWork(sql, applyImport({ ...this.#withRows(newest, options), compared }));
    });
  }
}
