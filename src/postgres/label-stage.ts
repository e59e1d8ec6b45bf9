// A change of labels: rows are staged in a temporary table, which locks nothing; then they are applied in one transaction
// (ledger/labels.ts).

import type { ReservedSQL, SQL } from "bun";
import type {
  DuplicateLabel,
  LabelChangeOptions,
  LabelChangeResult,
  LabelStage,
} from "../inventory/label-store.ts";
import type { LabelRow } from "../inventory/label.ts";
import { applyLabels, stagedLabelOf } from "../ledger/labels.ts";
import { names } from "../ledger/sql.ts";
import type { Primary } from "./primary.ts";
import { lockLabels } from "./retirement.ts";
import { runWork } from "./run-work.ts";
import { StagedTable } from "./staged-table.ts";
import { prepareTransaction } from "./transaction-settings.ts";

export class PostgresLabelStage implements LabelStage {
  readonly #table: StagedTable;
  readonly #lockTimeoutMs: number;

  private constructor(table: StagedTable, lockTimeoutMs: number) {
    this.#table = table;
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  /** Throws a StoreError. */
  static async open(primary: Primary, lockTimeoutMs: number): Promise<PostgresLabelStage> {
    return new PostgresLabelStage(
      await StagedTable.open(primary, "staged_label", createTable),
      lockTimeoutMs,
    );
  }

  async add(rows: readonly LabelRow[]): Promise<readonly DuplicateLabel[]> {
    const { session } = this.#table;
    const { sql } = session;
    const staged = rows.map((row, index) => ({ ...stagedLabelOf(row), petId: String(row.petId), index }));
    return session.ask(async () => {
      // The first of equal ids wins, as in the file.
      const refusedRows: Promise<{ index: number; first_line: bigint }[]> = sql`
        WITH given AS (
          SELECT * FROM json_to_recordset(${JSON.stringify(staged)}::text::json) AS row (
            "petId" bigint, name text, kind text, code text, low integer, line bigint, given integer, index integer
          )
        ), first AS (
          SELECT DISTINCT ON ("petId") * FROM given ORDER BY "petId", index
        ), added AS (
          INSERT INTO ${sql(this.#table.name)}
          SELECT "petId", name, kind, code, low, line, given
          FROM first ON CONFLICT DO NOTHING RETURNING pet_id, line
        )
        -- The first line of a repeated pet is looked up for each: a join would read the whole table for every batch.
        SELECT given.index, coalesce(
          added.line, (SELECT line FROM ${sql(this.#table.name)} AS before WHERE before.pet_id = given."petId")
        ) AS first_line
        FROM given JOIN first ON first."petId" = given."petId"
          LEFT JOIN added ON added.pet_id = given."petId"
        WHERE added.pet_id IS NULL OR first.index <> given.index
        ORDER BY given.index`;
      const refused = await session.withDeadline(refusedRows, "addRowsMs");
      return refused.map(({ index, first_line }) => ({
        row: rows[index] as LabelRow,
        firstLine: Number(first_line),
      }));
    });
  }

  apply(options: LabelChangeOptions): Promise<LabelChangeResult> {
    return this.#table.session.ask(() => (options.dryRun ? this.#compare(options) : this.#change(options)));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#table[Symbol.asyncDispose]();
  }

  async #compare(options: LabelChangeOptions): Promise<LabelChangeResult> {
    const { session } = this.#table;
    await session.beginRead();
    const result = await this.#applyStaged(options);
    await session.rollBack();
    return result;
  }

  async #change(options: LabelChangeOptions): Promise<LabelChangeResult> {
    const { session } = this.#table;
    await session.beginUnlocked();
    // Both wait for locks, up to the timeout.
    await session.run((sql) => prepareTransaction(sql, this.#lockTimeoutMs));
    await session.run(lockLabels);
    const result = await this.#applyStaged(options);
    await session.commit("the labels; list them to see what it did");
    return result;
  }

  #applyStaged(options: LabelChangeOptions): Promise<LabelChangeResult> {
    const work = applyLabels({ ...options, staged: names(this.#table.name) });
    return this.#table.session.run((sql) => runWork(sql, work));
  }
}

function createTable(sql: ReservedSQL, table: SQL.Query<unknown>): Promise<unknown> {
  return sql`
    CREATE TEMP TABLE ${table} (
      pet_id bigint PRIMARY KEY, name text, kind text, code text, low integer, line bigint, given integer
    )`;
}
