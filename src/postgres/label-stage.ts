// A change of labels: rows are staged in a temporary table, which locks nothing; then they are applied in one transaction
// (ledger/labels.ts).

import type {
  DuplicateLabel,
  LabelChangeOptions,
  LabelChangeResult,
  LabelStage,
} from "../inventory/label-store.ts";
import type { LabelRow } from "../inventory/label.ts";
import { makeNonce } from "../inventory/nonce.ts";
import { applyLabels, stagedLabelOf } from "../ledger/labels.ts";
import { names } from "../ledger/sql.ts";
import type { Primary } from "./primary.ts";
import { lockLabels } from "./retirement.ts";
import { runWork } from "./run-work.ts";
import { Session } from "./session.ts";
import { prepareTransaction } from "./transaction-settings.ts";

export class PostgresLabelStage implements LabelStage {
  readonly #session: Session;
  readonly #lockTimeoutMs: number;
  /** A random name: behind a pooler the session of another transaction may have a table of a fixed name. */
  readonly #staged = `staged_label_${makeNonce()}`;

  private constructor(session: Session, lockTimeoutMs: number) {
    this.#session = session;
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  /** Throws a StoreError. */
  static async open(primary: Primary, lockTimeoutMs: number): Promise<PostgresLabelStage> {
    await using owned = new AsyncDisposableStack();
    const stage = owned.use(new PostgresLabelStage(await Session.open(primary), lockTimeoutMs));
    await stage.#makeTable();
    owned.move();
    return stage;
  }

  #makeTable(): Promise<unknown> {
    const session = this.#session;
    const { sql } = session;
    return session.ask(() =>
      session.withDeadline(sql`
        CREATE TEMP TABLE ${sql(this.#staged)} (
          pet_id bigint PRIMARY KEY, name text, kind text, code text, low integer, line bigint, given integer
        )`),
    );
  }

  async add(rows: readonly LabelRow[]): Promise<readonly DuplicateLabel[]> {
    const session = this.#session;
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
          INSERT INTO ${sql(this.#staged)}
          SELECT "petId", name, kind, code, low, line, given
          FROM first ON CONFLICT DO NOTHING RETURNING pet_id, line
        )
        -- The first line of a repeated pet is looked up for each: a join would read the whole table for every batch.
        SELECT given.index, coalesce(
          added.line, (SELECT line FROM ${sql(this.#staged)} AS before WHERE before.pet_id = given."petId")
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
    return this.#session.ask(() => (options.dryRun ? this.#compare(options) : this.#change(options)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await using session = this.#session;
    const { sql } = session;
    // The table ends with its session, if not before.
    await session.cleanUp(() => sql`DROP TABLE IF EXISTS ${sql(this.#staged)}`);
  }

  async #compare(options: LabelChangeOptions): Promise<LabelChangeResult> {
    const session = this.#session;
    await session.beginRead();
    const result = await this.#applyStaged(options);
    await session.rollBack();
    return result;
  }

  async #change(options: LabelChangeOptions): Promise<LabelChangeResult> {
    const session = this.#session;
    await session.beginUnlocked();
    // Both wait for locks, up to the timeout.
    await session.run((sql) => prepareTransaction(sql, this.#lockTimeoutMs));
    await session.run(lockLabels);
    const result = await this.#applyStaged(options);
    await session.commit("the labels; list them to see what it did");
    return result;
  }

  #applyStaged(options: LabelChangeOptions): Promise<LabelChangeResult> {
    const work = applyLabels({ ...options, staged: names(this.#staged) });
    return this.#session.run((sql) => runWork(sql, work));
  }
}
