// Labels in PostgreSQL. Their changes lock the labels' counter, not the lock of all writers, so they never delay updates.

import type { Awaitable } from "../inventory/awaitable.ts";
import type { LabelPage, LabelPageOptions, LabelStage, LabelStore } from "../inventory/label-store.ts";
import type { Label } from "../inventory/label.ts";
import { readAllLabels, readLabel, readLabelCounter, readLabelPage } from "../ledger/labels.ts";
import type { Work } from "../ledger/sql.ts";
import { PostgresLabelStage } from "./label-stage.ts";
import { planByKey } from "./plan-joins.ts";
import type { Primary } from "./primary.ts";
import { runWork } from "./run-work.ts";
import { readTransaction } from "./transactions.ts";

export class PostgresLabels implements LabelStore {
  readonly #primary: Primary;
  readonly #lockTimeoutMs: number;

  constructor(primary: Primary, lockTimeoutMs: number) {
    this.#primary = primary;
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  counter(): Promise<number> {
    return this.#read(readLabelCounter);
  }

  get(petId: bigint): Promise<Label | undefined> {
    return this.#read(() => readLabel(petId));
  }

  page(options: LabelPageOptions): Promise<LabelPage> {
    return this.#read(() => readLabelPage(options));
  }

  readAll(onPage: (labels: readonly Label[]) => Awaitable<void>): Promise<number> {
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

  stage(): Promise<LabelStage> {
    return PostgresLabelStage.open(this.#primary, this.#lockTimeoutMs);
  }

  #read<T>(work: () => Work<T>): Promise<T> {
    return this.#primary.query("lookups", "lookupAttemptsMs", (connection) => runWork(connection, work()));
  }
}
