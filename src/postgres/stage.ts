// The rows of one upload, and the difference that an upload or an undo computes before the lock: rows of tables that all of them share,
// under a random id. They need no session, so that behind a pooler each transaction may have another one, and no transaction stays
// open while a client sends. All rows count only while the stage's own row is there: the tables are unlogged, so a crash of the server
// empties all three of them, and the sweep (stage-sweep.ts) removes a stage that has not been touched for long.

import type { Timeout } from "../inventory/clock.ts";
import type { StagedRow } from "../inventory/import.ts";
import { StoreError } from "../inventory/store-error.ts";
import { execute, names, type Query, rows as readRows, sql, type Work } from "../ledger/sql.ts";
import { type DifferenceTable, DIFFERENCE_COLUMNS } from "../ledger/stored-difference.ts";
import { noop, startTimer } from "./deadline.ts";
import { DEADLINES } from "./deadlines.ts";
import type { Primary } from "./primary.ts";
import { runWork } from "./run-work.ts";
import { Session } from "./session.ts";
import { insertNewRows, insertRows } from "./staged-rows.ts";
import { unlockedTransaction } from "./transactions.ts";

export class Stage implements AsyncDisposable {
  /** Its rows, for FROM. */
  readonly rows: Query;
  readonly difference: DifferenceTable;
  readonly #primary: Primary;
  readonly #id = makeStageId();
  #beat: Timeout | undefined;
  #isClosed = false;

  private constructor(primary: Primary) {
    this.#primary = primary;
    this.rows = sql`(SELECT * FROM staged_row WHERE stage = ${this.#id})`;
    this.difference = differenceOfStage(this.#id);
  }

  /** Throws a StoreError. */
  static async open(primary: Primary): Promise<Stage> {
    const stage = new Stage(primary);
    const insert = sql`INSERT INTO stage (id, touched_at) VALUES (${stage.#id}, now()) ON CONFLICT DO NOTHING`;
    await primary.withRetry("tasks", "replyMs", (connection) => runWork(connection, execute(insert)));
    stage.#scheduleBeat();
    return stage;
  }

  /** Adds rows, none of which repeats a pet. */
  async add(rows: readonly StagedRow[]): Promise<void> {
    const { count } = await this.#send(insertRows(this.#id, rows));
    if (count !== rows.length) throw lostStage();
  }

  /** Adds the rows whose pets are not there; gives the others, with the line of the first row of their pet. */
  async addNew(rows: readonly StagedRow[]): Promise<readonly { row: StagedRow; firstLine: number }[]> {
    const added = await this.#send<{ pet_id: bigint }>(insertNewRows(this.#id, rows));
    if (added.length === rows.length) return [];
    const ids = new Set(added.map(({ pet_id }) => pet_id));
    return this.#withFirstLines(rows.filter(({ petId }) => !ids.delete(petId)));
  }

  /**
   * That all rows are there, for the transaction that reads them: of one snapshot, or with the lock `FOR KEY SHARE`, which keeps the
   * stage until the transaction ends. Throws `unavailable`.
   */
  *ensureKept(lock: "" | "FOR KEY SHARE" = ""): Work<void> {
    const locked = lock === "" ? sql`` : sql`FOR KEY SHARE`;
    const kept = yield* readRows(sql`SELECT 1 FROM stage WHERE id = ${this.#id} ${locked}`);
    if (kept.length === 0) throw lostStage();
  }

  /** Removes its rows. Throws nothing: what stays is swept. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#primary.clock.clearTimeout(this.#beat);
    await unlockedTransaction(this.#primary, async (connection) => {
      await connection`SELECT set_config('lock_timeout', ${String(DEADLINES.stageLockMs)}, true)`;
      await runWork(connection, removeStage(this.#id));
    }).catch(noop);
  }

  /** In a transaction of its own, which is sent at once. Long tasks may have all sessions for a while. */
  async #send<Row>(statement: Query<Row>): Promise<Row[] & { count: number }> {
    await using session = await Session.open(this.#primary, "addRowsMs");
    return await session.ask(() => session.withDeadline(session.sendAlone(statement), "addRowsMs"));
  }

  async #withFirstLines(rows: readonly StagedRow[]) {
    const ids = `{${rows.map(({ petId }) => petId).join()}}`;
    const stored = sql<{ pet_id: bigint; line: bigint }>`
      SELECT pet_id, line FROM staged_row WHERE stage = ${this.#id} AND pet_id = ANY(CAST(CAST(${ids} AS text) AS bigint[]))`;
    const lineOf = new Map((await this.#send(stored)).map(({ pet_id, line }) => [pet_id, Number(line)]));
    return rows.map((row) => {
      const firstLine = lineOf.get(row.petId);
      if (firstLine === undefined) throw lostStage();
      return { row, firstLine };
    });
  }

  /** While it is open: its client may send slowly, or rest. */
  #scheduleBeat(): void {
    this.#beat = startTimer(this.#primary.clock, "stageBeatMs", async () => {
      const touch = sql`UPDATE stage SET touched_at = now() WHERE id = ${this.#id}`;
      // Without a server the stage lasts for some more beats.
      await this.#send(touch).catch(noop);
      if (!this.#isClosed) this.#scheduleBeat();
    });
    this.#beat.unref();
  }
}

/** Removes a stage with all its rows. Its lock comes first: rows that are being added are there for the statements that follow. */
export function* removeStage(id: bigint): Work<void> {
  yield* readRows(sql`SELECT 1 FROM stage WHERE id = ${id} FOR UPDATE`);
  yield* execute(sql`DELETE FROM staged_row WHERE stage = ${id}`);
  yield* execute(sql`DELETE FROM staged_change WHERE stage = ${id}`);
  yield* execute(sql`DELETE FROM stage WHERE id = ${id}`);
}

function differenceOfStage(id: bigint): DifferenceTable {
  const columns = names(...DIFFERENCE_COLUMNS);
  return {
    rows: sql`(SELECT * FROM staged_change WHERE stage = ${id})`,
    *fill(difference) {
      // Of an earlier attempt, which was refused.
      yield* execute(sql`DELETE FROM staged_change WHERE stage = ${id}`);
      yield* execute(sql`
        INSERT INTO staged_change (stage, ${columns})
        SELECT CAST(${id} AS bigint), ${columns} FROM ${difference} ORDER BY pet_id`);
    },
  };
}

function makeStageId(): bigint {
  const [random = 0n] = crypto.getRandomValues(new BigInt64Array(1));
  return random;
}

/** After a crash of the server, a failover, or a sweep. */
function lostStage(): StoreError {
  return new StoreError(
    "unavailable",
    "PostgreSQL: the server has lost the rows that were sent; nothing was changed",
  );
}
