// Reads the inventory and the ledger, each answer from one snapshot.

import type { SQL, TransactionSQL } from "bun";
import type { Movement } from "../inventory/change.ts";
import type { OnPortion } from "../inventory/copy.ts";
import type { InventoryItem } from "../inventory/item.ts";
import { MOVEMENTS_MAX, PAGE_ROWS } from "../inventory/reading.ts";
import {
  type ChangesSince,
  type MovementFilter,
  type Position,
  type Retirement,
  StoreError,
  type Verification,
} from "../inventory/store.ts";
import { readMovements } from "./movements.ts";
import type { Primary } from "./primary.ts";
import { itemOfRow, type ItemRow, movementOfRow } from "./rows.ts";
import { readRetirement } from "./retirement.ts";
import { readTables } from "./tables.ts";
import { readHead } from "./transaction.ts";
import { inSnapshot } from "./unlocked.ts";
import { findProblems } from "./verify.ts";

/** The question of every list: a row. */
const QUESTION_DEADLINE_MS = 5_000;

type OnPage = (items: readonly InventoryItem[]) => void | Promise<void>;

export class PostgresReader {
  readonly #primary: Primary;

  constructor(primary: Primary) {
    this.#primary = primary;
  }

  /** One small round trip where nothing changed. */
  async changesSince(known: Position): Promise<ChangesSince | "reload"> {
    return this.#primary.use(QUESTION_DEADLINE_MS, async ({ questions }) => {
      const [head] = await questions`SELECT revision, nonce, pg_is_in_recovery() AS standby FROM head`;
      // A standby may lack what its primary acknowledged, so its answer is none.
      if (head.standby)
        throw new StoreError("unavailable", "PostgreSQL: the server is a standby, which only reads");
      if (Number(head.revision) === known.revision && head.nonce === known.nonce) {
        return { position: known, items: [], removed: [] };
      }
      return changesOf(await readChanges(questions, known));
    });
  }

  async readAll(onPage: OnPage): Promise<Position> {
    return inSnapshot(this.#primary, async (transaction) => {
      const position = await readHead(transaction);
      for (let after: bigint | undefined; ;) {
        const rows: ItemRow[] = await readPage(transaction, after);
        if (rows.length > 0) await onPage(rows.map(itemOfRow));
        if (rows.length < PAGE_ROWS) return position;
        after = rows.at(-1)?.pet_id;
      }
    });
  }

  async exportAll(onPortion: OnPortion): Promise<Position> {
    return inSnapshot(this.#primary, async (transaction) => {
      const position = await readHead(transaction);
      await readTables(transaction, onPortion);
      return position;
    });
  }

  async retirement(): Promise<Retirement | undefined> {
    return this.#primary.use(QUESTION_DEADLINE_MS, ({ works }) => readRetirement(works));
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

  async ping(): Promise<void> {
    await this.#primary.use(QUESTION_DEADLINE_MS, ({ questions }) => readHead(questions));
  }
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
function readChanges(sql: SQL, known: Position): Promise<ChangeRow[]> {
  return sql`
    WITH recent AS MATERIALIZED (
      SELECT pet_id FROM movement WHERE revision > ${known.revision} ORDER BY revision LIMIT ${MOVEMENTS_MAX + 1}
    )
    SELECT head.revision AS head_revision, head.nonce,
      EXISTS (SELECT 1 FROM commit_mark WHERE revision = ${known.revision} AND nonce = ${known.nonce}) AS known,
      (SELECT count(*) FROM recent) AS movements, pet_id, quantity, status, removed
    FROM head LEFT JOIN ((SELECT DISTINCT pet_id FROM recent) AS changed JOIN inventory USING (pet_id)) ON true`;
}

function changesOf(rows: readonly ChangeRow[]): ChangesSince | "reload" {
  const [first] = rows;
  if (first === undefined) throw new Error("the database has lost its head row");
  if (!first.known || Number(first.movements) > MOVEMENTS_MAX) return "reload";
  const position = { revision: Number(first.head_revision), nonce: first.nonce };
  const changed = rows.filter(({ pet_id }) => pet_id !== null);
  return {
    position,
    items: changed.filter(({ removed }) => removed === 0).map(itemOfRow),
    removed: changed.filter(({ removed }) => removed === 1).map(({ pet_id }) => pet_id),
  };
}

function readPage(transaction: TransactionSQL, after: bigint | undefined): Promise<ItemRow[]> {
  const onwards = after === undefined ? transaction`` : transaction`AND pet_id > ${after}`;
  return transaction`
    SELECT pet_id, quantity, status FROM inventory WHERE removed = 0 ${onwards}
    ORDER BY pet_id LIMIT ${PAGE_ROWS}`;
}
