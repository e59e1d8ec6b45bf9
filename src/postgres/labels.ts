// Labels in PostgreSQL.

import type { Awaitable } from "../inventory/awaitable.ts";
import type { LabelledEntry, LabelPageOptions, LabelStore } from "../inventory/label-store.ts";
import type { Label } from "../inventory/label.ts";
import type { Position } from "../inventory/position.ts";
import {
  readAllLabels,
  readEntriesByCode,
  readLabel,
  readLabelPage,
  readLabelPosition,
  readLabelsOf,
} from "../ledger/labels.ts";
import type { Work } from "../ledger/sql.ts";
import { planByKey } from "./plan-joins.ts";
import type { Primary } from "./primary.ts";
import { runWork } from "./run-work.ts";
import { readTransaction } from "./transactions.ts";

export class PostgresLabels implements LabelStore {
  readonly #primary: Primary;

  constructor(primary: Primary) {
    this.#primary = primary;
  }

  position(): Promise<Position> {
    return this.#read(readLabelPosition);
  }

  get(petId: bigint): Promise<Label | undefined> {
    return this.#read(() => readLabel(petId));
  }

  of(petIds: readonly bigint[]): Promise<readonly Label[]> {
    return this.#read(() => readLabelsOf(petIds));
  }

  entriesByCode(code: string, options: LabelPageOptions): Promise<readonly LabelledEntry[]> {
    return this.#read(() => readEntriesByCode(code, options));
  }

  page(options: LabelPageOptions): Promise<readonly Label[]> {
    return this.#read(() => readLabelPage(options));
  }

  readAll(onPage: (labels: readonly Label[]) => Awaitable<void>): Promise<Position> {
    return readTransaction(this.#primary, async (transaction, session) => {
      // Without statistics PostgreSQL might read and sort the whole table for each page.
      await planByKey(transaction);
      // The consumer may be slow: an export into a pipe.
      return readAllLabels(
        (work) => runWork(transaction, work),
        (labels) => session.pauseMonitor(async () => onPage(labels)),
      );
    });
  }

  #read<T>(work: () => Work<T>): Promise<T> {
    return this.#primary.query("lookups", "lookupAttemptsMs", (connection) => runWork(connection, work()));
  }
}
