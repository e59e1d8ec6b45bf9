// Reads the inventory and the ledger, each answer from one snapshot.

import type { ReservedSQL, SQL } from "bun";
import type { Movement } from "../inventory/change.ts";
import type { OnPortion } from "../inventory/copy.ts";
import type { InventoryItem } from "../inventory/item.ts";
import { refuseLostMovements } from "../inventory/lost-movements.ts";
import { MOVEMENTS_MAX, PAGE_ROWS } from "../inventory/reading.ts";
import { SingleFlight } from "../inventory/single-flight.ts";
import {
  type ChangesSince,
  type MovementFilter,
  type Position,
  type Retirement,
  type Verification,
} from "../inventory/store.ts";
import { refuseStandby } from "./errors.ts";
import { readMovements } from "./movements.ts";
import { type Patience, type Primary, QUESTION_PATIENCE_MS } from "./primary.ts";
import { itemOfRow, type ItemRow, movementOfRow } from "./rows.ts";
import { selectRetirement } from "./retirement.ts";
import { readTables } from "./tables.ts";
import { type HeadRow, headOf, readHead, retirementOf } from "./transaction.ts";
import { inSnapshot } from "./unlocked.ts";
import { findProblems } from "./verify.ts";

/** Tens of thousands of rows may come, on a connection like one that has just answered. */
const CHANGES_PATIENCE_MS: Patience = [5_000];
/** All lists wait while everything is read. Shorter than their patience with silence: the server's own word comes first. */
const PAGE_LOCK_TIMEOUT = "3s";

type OnPage = (items: readonly InventoryItem[]) => void | Promise<void>;

export class PostgresReader {
  readonly #primary: Primary;
  /** Anybody may ask for readiness, without a key and without a limit: that keeps no connection from the lists. */
  readonly #readiness = new SingleFlight(async () => void (await this.#newest()));

  constructor(primary: Primary) {
    this.#primary = primary;
  }

  /** One small round trip where nothing changed. */
  async changesSince(known: Position): Promise<ChangesSince | "reload"> {
    const { revision, nonce } = await this.#newest();
    if (revision === known.revision && nonce === known.nonce) {
      return { position: known, items: [], removed: [] };
    }
    const select = (sql: ReservedSQL) => selectChanges(sql, known);
    return changesOf(await this.#primary.ask("questions", CHANGES_PATIENCE_MS, select), known);
  }

  async readAll(onPage: OnPage): Promise<Position> {
    return inSnapshot(this.#primary, async (transaction, { promptly, aside }) => {
      await promptly(transaction`SELECT set_config('lock_timeout', ${PAGE_LOCK_TIMEOUT}, true)`);
      const position = newestOf(await promptly(selectNewest(transaction)));
      for (let after: bigint | undefined; ;) {
        const rows = await promptly(readPage(transaction, after));
        // Whoever takes the pages may be slow: an export into a pipe.
        if (rows.length > 0) await aside(async () => onPage(rows.map(itemOfRow)));
        if (rows.length < PAGE_ROWS) return position;
        after = rows.at(-1)?.pet_id;
      }
    });
  }

  async exportAll(onPortion: OnPortion): Promise<Position> {
    return inSnapshot(this.#primary, async (transaction, { aside }) => {
      const position = await readHead(transaction);
      // Whoever takes the portions may be slow: a pipe, another database.
      await readTables(transaction, (portion) => aside(() => onPortion(portion)));
      return position;
    });
  }

  async retirement(): Promise<Retirement | undefined> {
    const [row] = await this.#primary.ask("works", QUESTION_PATIENCE_MS, selectRetirement);
    return row && retirementOf(row);
  }

  async movements(filter: MovementFilter): Promise<readonly Movement[]> {
    return inSnapshot(this.#primary, async (transaction) => {
      const rows = await readMovements(transaction, filter);
      return rows.map(movementOfRow);
    });
  }

  async verify(): Promise<Verification> {
    return inSnapshot(this.#primary, async (transaction) => {
      const position = await readHead(transaction);
      return { position, ...(await findProblems(transaction, position)) };
    });
  }

  ping(): Promise<void> {
    return this.#readiness.get();
  }

  async #newest(): Promise<Position> {
    return newestOf(await this.#primary.ask("questions", QUESTION_PATIENCE_MS, selectNewest));
  }
}

type NewestRow = HeadRow & { standby: boolean };

function selectNewest(sql: ReservedSQL): SQL.Query<NewestRow[]> {
  return sql`SELECT revision, nonce, pg_is_in_recovery() AS standby FROM head`;
}

/** A standby may lack what its primary acknowledged, so its answer is none. */
function newestOf(rows: readonly NewestRow[]): Position {
  for (const { standby } of rows) refuseStandby(standby);
  return headOf(rows);
}

interface ChangeRow extends ItemRow {
  head_revision: bigint;
  nonce: string;
  known: boolean;
  movements: bigint;
  removed: number | null;
}

/**
 * The changes with the position they lead to, in one statement and so from one snapshot: a row for each pet, or one
 * without a pet. The limit with its order keeps the planner on the ledger's key, however long the ledger is.
 */
function selectChanges(sql: ReservedSQL, known: Position): SQL.Query<ChangeRow[]> {
  return sql`
    WITH recent AS MATERIALIZED (
      SELECT pet_id FROM movement WHERE revision > ${known.revision} ORDER BY revision LIMIT ${MOVEMENTS_MAX + 1}
    )
    SELECT head.revision AS head_revision, head.nonce,
      EXISTS (SELECT 1 FROM commit_mark WHERE revision = ${known.revision} AND nonce = ${known.nonce}) AS known,
      (SELECT count(*) FROM recent) AS movements, pet_id, quantity, status, removed
    FROM head LEFT JOIN ((SELECT DISTINCT pet_id FROM recent) AS changed JOIN inventory USING (pet_id)) ON true`;
}

function changesOf(rows: readonly ChangeRow[], known: Position): ChangesSince | "reload" {
  const [first] = rows;
  if (first === undefined) throw new Error("the database has lost its head row");
  if (!first.known || Number(first.movements) > MOVEMENTS_MAX) return "reload";
  const position = { revision: Number(first.head_revision), nonce: first.nonce };
  refuseLostMovements({ known, position, count: Number(first.movements) });
  const changed = rows.filter(({ pet_id }) => pet_id !== null);
  return {
    position,
    items: changed.filter(({ removed }) => removed === 0).map(itemOfRow),
    removed: changed.filter(({ removed }) => removed === 1).map(({ pet_id }) => pet_id),
  };
}

function readPage(transaction: ReservedSQL, after: bigint | undefined): Promise<ItemRow[]> {
  const onwards = after === undefined ? transaction`` : transaction`AND pet_id > ${after}`;
  return transaction`
    SELECT pet_id, quantity, status FROM inventory WHERE removed = 0 ${onwards}
    ORDER BY pet_id LIMIT ${PAGE_ROWS}`;
}
