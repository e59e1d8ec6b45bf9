// An import: rows are staged in a temporary table, which locks nothing; then they are applied in one transaction
// (ledger/import.ts).

import type { ReservedSQL } from "bun";
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
import { beginLocked } from "./begin-locked.ts";
import { type Connections, NoReplyError } from "./connections.ts";
import { noop, withDeadline } from "./deadline.ts";
import { isRefusal } from "./errors.ts";
import { readNewest } from "./newest-commit.ts";
import type { Primary } from "./primary.ts";
import { runWork } from "./run-work.ts";
import { SessionMonitor } from "./session-monitor.ts";

/** Longest wait for a connection, and for its table. */
const PROMPT_DEADLINE_MS = 5_000;
/** Of some thousand rows, which nobody's lock holds up. */
const ADD_DEADLINE_MS = 60_000;

export class PostgresImportStage implements ImportStage {
  readonly #primary: Primary;
  readonly #connections: Connections;
  readonly #connection: ReservedSQL;
  readonly #lockTimeoutMs: number;
  /** Where a pooler gives each transaction another session, the name is unknown there; a common one could be a stranger's. */
  readonly #staged: string;
  /** The connection may never answer, and nothing is asked on it any more. */
  #isLost = false;

  private constructor(
    primary: Primary,
    held: { connections: Connections; connection: ReservedSQL; lockTimeoutMs: number; staged: string },
  ) {
    this.#primary = primary;
    this.#staged = held.staged;
    this.#connections = held.connections;
    this.#connection = held.connection;
    this.#lockTimeoutMs = held.lockTimeoutMs;
  }

  static async open(primary: Primary, lockTimeoutMs: number): Promise<PostgresImportStage> {
    const { connections } = primary;
    try {
      const connection = await connections.reserve(connections.tasks, PROMPT_DEADLINE_MS);
      const staged = `staged_${makeNonce()}`;
      const made = connection`
        CREATE TEMP TABLE ${connection(staged)} (
          pet_id bigint PRIMARY KEY, quantity integer, status text, line bigint
        )`;
      await promptly(made).catch(async (error: unknown) => {
        if (isRefusal(error)) connection.release();
        else await connection.close({ timeout: 0 }).catch(noop);
        throw error;
      });
      return new PostgresImportStage(primary, { connections, connection, lockTimeoutMs, staged });
    } catch (error) {
      throw primary.toStoreError(error, connections);
    }
  }

  async add(rows: readonly ImportRow[]): Promise<readonly DuplicateRow[]> {
    return this.#ask(async (sql) => {
      const text = JSON.stringify(rows.map((row, index) => ({ ...row, petId: String(row.petId), index })));
      // The first of equal ids wins, here as in the file.
      const asked: Promise<{ index: number; first_line: bigint }[]> = sql`
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
      const refused = await withDeadline(ADD_DEADLINE_MS, asked, () => new NoReplyError(ADD_DEADLINE_MS));
      return refused.map(({ index, first_line }) => ({
        row: rows[index] as ImportRow,
        firstLine: Number(first_line),
      }));
    });
  }

  async apply(options: ImportOptions): Promise<ImportResult> {
    return this.#ask(async (sql) => {
      try {
        return options.dryRun ? await this.#compare(sql, options) : await this.#change(sql, options);
      } catch (error) {
        // One that does not answer that either is found out, and closed, at the end.
        if (isRefusal(error)) await promptly(sql`ROLLBACK`).catch(noop);
        throw error;
      }
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // The table is its session's, and goes with it.
    if (this.#isLost || !(await this.#isDropped())) await this.#connection.close({ timeout: 0 }).catch(noop);
    else this.#connection.release();
  }

  async #isDropped(): Promise<boolean> {
    const sql = this.#connection;
    return promptly(sql`DROP TABLE IF EXISTS ${sql(this.#staged)}`).then(
      () => true,
      () => false,
    );
  }

  async #compare(sql: ReservedSQL, options: ImportOptions): Promise<ImportResult> {
    await promptly(sql`BEGIN ISOLATION LEVEL REPEATABLE READ`.simple());
    const monitor = await SessionMonitor.make(this.#primary, sql);
    const compared = readNewest(sql).then((newest) => this.#applyAfter(newest, sql, options));
    const result = await monitor.watch(compared);
    await monitor.watch(sql`ROLLBACK`);
    return result;
  }

  async #change(sql: ReservedSQL, options: ImportOptions): Promise<ImportResult> {
    const newest = await beginLocked(sql, this.#lockTimeoutMs);
    const monitor = await SessionMonitor.make(this.#primary, sql);
    const result = await monitor.watch(this.#applyAfter(newest, sql, options));
    if (result.revision === newest.revision) await monitor.watch(sql`ROLLBACK`);
    else await monitor.commit(sql, "the import; list the inventory to see what it did");
    return result;
  }

  #applyAfter(newest: Position, sql: ReservedSQL, options: ImportOptions): Promise<ImportResult> {
    return runWork(sql, applyImport({ ...options, staged: names(this.#staged), newest }));
  }

  async #ask<T>(work: (sql: ReservedSQL) => Promise<T>): Promise<T> {
    try {
      // Not raced with their loss, which ends what was asked: only the commit itself can say that nobody knows its outcome.
      return await work(this.#connection);
    } catch (error) {
      this.#isLost = !isRefusal(error);
      throw this.#primary.toStoreError(error, this.#connections);
    }
  }
}

function promptly<T>(asked: Promise<T>): Promise<T> {
  return withDeadline(PROMPT_DEADLINE_MS, asked, () => new NoReplyError(PROMPT_DEADLINE_MS));
}
