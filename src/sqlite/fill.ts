// Fills the ledger of an upgraded database (ledger/fill.ts) in transactions of a connection of its own, on a thread of its own
// where there is one: each portion would block lists for some milliseconds.

import type { Database } from "bun:sqlite";
import type { FillStep } from "../inventory/ledger-fill.ts";
import { type FillEngine, Filler } from "../ledger/fill.ts";
import { restartFill } from "../ledger/fill-state.ts";
import { sql, type Work } from "../ledger/sql.ts";
import { commitOrRollBack } from "./file/lock.ts";
import { TaskConnection, type TaskOptions } from "./file/task-connection.ts";
import { prepareNewestForWriting, readNewest } from "./newest-commit.ts";
import { runWork } from "./run-work.ts";
import { ThreadClient } from "./threads/thread-client.ts";

/** Some milliseconds of writing. */
const PORTION_ROWS = 1_000;
/** In a database that no other process uses. */
const PORTION_ROWS_ALONE = 20_000;
/** Portions that no client waits for: the writers' commits come first. */
const LOCK_TIMEOUT_MS = 500;

/** Whether a fill is under way. Microseconds. */
export function isFilling(db: Database): boolean {
  return db.query("SELECT 1 FROM ledger_fill").values().length > 0;
}

/** The fill on the thread that calls it. */
export class SqliteFill implements Disposable {
  readonly #connection: TaskConnection;
  readonly #filler: Filler;

  constructor({ path }: Pick<TaskOptions, "path">) {
    const own = new TaskConnection({ path, lockTimeoutMs: LOCK_TIMEOUT_MS });
    const newest = prepareNewestForWriting(own.db);
    const write = async <T>(work: Work<T>) =>
      own.write(() => {
        // Throws `retired`.
        readNewest(newest);
        return runWork(own.db, work);
      });
    this.#connection = own;
    this.#filler = new Filler({
      portionRows: PORTION_ROWS,
      lockRow: sql``,
      read: async (work) => own.read(() => runWork(own.db, work)),
      write,
      writeLocked: write,
    });
  }

  step(): Promise<FillStep> {
    return this.#filler.step();
  }

  [Symbol.dispose](): void {
    this.#connection[Symbol.dispose]();
  }
}

/** The fill of a store: on a thread that exists while there is something to fill. */
export class StoreFill {
  readonly #options: TaskOptions & { readonly startWorker?: () => Worker };
  readonly #db: Database;
  #thread: ThreadClient | undefined;
  #own: SqliteFill | undefined;

  /** `db`: a connection for short reads. */
  constructor(options: TaskOptions & { readonly startWorker?: () => Worker }, db: Database) {
    this.#options = options;
    this.#db = db;
  }

  async step(): Promise<FillStep> {
    if (!isFilling(this.#db)) {
      await this.close();
      return "done";
    }
    const { path, startWorker } = this.#options;
    if (startWorker === undefined) return (this.#own ??= new SqliteFill({ path })).step();
    this.#thread ??= new ThreadClient("fill thread", startWorker(), () => (this.#thread = undefined));
    return (await this.#thread.call("fill", [path])) as FillStep;
  }

  async close(): Promise<void> {
    const [thread, own] = [this.#thread, this.#own];
    this.#thread = this.#own = undefined;
    own?.[Symbol.dispose]();
    await thread?.close();
  }
}

/** Fills a database that no other process uses, to the end. It may come from anywhere, so it is filled from the beginning. */
export async function fillAlone(db: Database): Promise<void> {
  const run = async <T>(work: Work<T>) => {
    db.run("BEGIN");
    return commitOrRollBack(db, () => runWork(db, work));
  };
  const engine: FillEngine = {
    portionRows: PORTION_ROWS_ALONE,
    lockRow: sql``,
    read: run,
    write: run,
    writeLocked: run,
  };
  await run(restartFill());
  const filler = new Filler(engine);
  while ((await filler.step()) !== "done");
}
