// Fills the ledger of an upgraded database (ledger/fill.ts). A portion needs no lock of the writers: none of them changes a
// movement. Servers find out by the lock of one row which of them fills.

import type { FillStep } from "../inventory/ledger-fill.ts";
import { type FillEngine, Filler } from "../ledger/fill.ts";
import { sql } from "../ledger/sql.ts";
import type { Primary } from "./primary.ts";
import { runWork } from "./run-work.ts";
import { lockedTransaction, readTransaction, unlockedTransaction } from "./transactions.ts";

export class PostgresFill {
  readonly #filler: Filler;

  constructor(primary: Primary, lockTimeoutMs: number) {
    const what = "a portion of the ledger's fill; the next one goes on";
    const engine: FillEngine = {
      /** Some milliseconds of this thread, which also answers requests. */
      portionRows: 1_000,
      lockRow: sql`FOR UPDATE SKIP LOCKED`,
      read: (work) => readTransaction(primary, (connection) => runWork(connection, work)),
      write: (work) => unlockedTransaction(primary, (connection) => runWork(connection, work)),
      writeLocked: (work) =>
        lockedTransaction({ primary, lockTimeoutMs, what }, (connection) => runWork(connection, work)),
    };
    this.#filler = new Filler(engine);
  }

  step(): Promise<FillStep> {
    return this.#filler.step();
  }
}
