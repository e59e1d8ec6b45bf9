// An import: rows are staged in a temporary table, which locks nothing; then they are applied in one transaction
// (ledger/import.ts).

import { makeNonce } from "../inventory/nonce.ts";
import type { Position } from "../inventory/position.ts";
import type {
  DuplicateRow,
  ImportOptions,
  ImportResult,
  ImportRow,
  ImportStage,
} from "../inventory/import.ts";
import { applyImport } from "../ledger/import.ts";
import { names } from "../ledger/sql.ts";
import { readNewest } from "./newest-commit.ts";
import type { Primary } from "./primary.ts";
import { runWork } from "./run-work.ts";
import { Session } from "./session.ts";

export class PostgresImportStage implements ImportStage {
  readonly #session: Session;
  readonly #lockTimeoutMs: number;
  /** A random name: behind a pooler the session of another transaction may have a table of a fixed name. */
  readonly #staged = `staged_${makeNonce()}`;

  private constructor(session: Session, lockTimeoutMs: number) {
    this.#session = session;
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  /** Throws a StoreError. */
  static async open(primary: Primary, lockTimeoutMs: number): Promise<PostgresImportStage> {
    await using owned = new AsyncDisposableStack();
    const stage = owned.use(new PostgresImportStage(await Session.open(primary), lockTimeoutMs));
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
          pet_id bigint PRIMARY KEY, quantity integer, status text, line bigint
        )`),
    );
  }

  async add(rows: readonly ImportRow[]): Promise<readonly DuplicateRow[]> {
    const session = this.#session;
    const { sql } = session;
    return session.ask(async () => {
      const text = JSON.stringify(rows.map((row, index) => ({ ...row, petId: String(row.petId), index })));
      // The first of equal ids wins, as in the file.
      const refusedRows: Promise<{ index: number; first_line: bigint }[]> = sql`
        WITH given AS (
          SELECT * FROM json_to_recordset(${text}::text::json)
            AS row ("petId" bigint, quantity integer, status text, line bigint, index integer)
        ), added AS (
          INSERT INTO ${sql(this.#staged)} SELECT DISTINCT ON ("petId") "petId", quantity, status, line FROM given
          ORDER BY "petId", index ON CONFLICT DO NOTHING RETURNING pet_id, line
        )
        SELECT given.index, coalesce(before.line, added.line) AS first_line
        FROM given LEFT JOIN ${sql(this.#staged)} AS before ON before.pet_id = given."petId"
          LEFT JOIN added ON added.pet_id = given."petId"
        WHERE added.line IS DISTINCT FROM given.line
        ORDER BY given.index`;
      const refused = await session.withDeadline(refusedRows, "addRowsMs");
      return refused.map(({ index, first_line }) => ({
        row: rows[index] as ImportRow,
        firstLine: Number(first_line),
      }));
    });
  }

  apply(options: ImportOptions): Promise<ImportResult> {
    return this.#session.ask(() => (options.dryRun ? this.#compare(options) : this.#change(options)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await using session = this.#session;
    const { sql } = session;
    // The table ends with its session, if not before.
    await session.cleanUp(() => sql`DROP TABLE IF EXISTS ${sql(this.#staged)}`);
  }

  async #compare(options: ImportOptions): Promise<ImportResult> {
    const session = this.#session;
    await session.beginRead();
    const newest = await session.withDeadline(readNewest(session.sql));
    const result = await this.#applyAfter(newest, options);
    await session.rollBack();
    return result;
  }

  async #change(options: ImportOptions): Promise<ImportResult> {
    const session = this.#session;
    const newest = await session.beginLocked(this.#lockTimeoutMs);
    const result = await this.#applyAfter(newest, options);
    if (result.revision === newest.revision) await session.rollBack();
    else await session.commit("the import; list the inventory to see what it did");
    return result;
  }

  #applyAfter(newest: Position, options: ImportOptions): Promise<ImportResult> {
    const work = applyImport({ ...options, staged: names(this.#staged), newest });
    return this.#session.run((sql) => runWork(sql, work));
  }
}
