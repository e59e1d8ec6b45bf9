// The ids of origins (ledger/origins.ts) for the commits of the writer. Those of the last commit are kept in memory as long as no
// other commit follows it: that may be one of a restore, in which ids mean something else.

import type { Database } from "bun:sqlite";
import type { Position } from "../inventory/position.ts";
import { OriginIds, originIdOf, type OriginParts } from "../ledger/origins.ts";
import { runWork } from "./run-work.ts";

/** More than the keys and reasons of most inventories: some 100 KB. */
const KEPT_MAX = 1_000;

export class WriterOriginIds {
  readonly #db: Database;
  readonly #ids = new OriginIds();
  /** The nonce of the commit that was written last, perhaps rolled back: no other has it. */
  #last = "";

  constructor(db: Database) {
    this.#db = db;
  }

  /** Begins the commit with this nonce, which follows `newest`. In its transaction. */
  begin(newest: Position, nonce: string): void {
    if (newest.nonce !== this.#last || this.#ids.size > KEPT_MAX) this.#ids.clear();
    this.#last = nonce;
  }

  /** In the transaction of the commit, which may add the origin. */
  idOf(origin: OriginParts): number {
    const known = this.#ids.get(origin);
    if (known !== undefined) return known;
    const id = runWork(this.#db, originIdOf(origin));
    this.#ids.set(origin, id);
    return id;
  }
}
