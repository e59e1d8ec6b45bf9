// Removes the stages of uploads and undos whose process ended, or lost its server, before it removed them.

import { BackgroundWork } from "../inventory/background-work.ts";
import { rows, sql } from "../ledger/sql.ts";
import { DEADLINES } from "./deadlines.ts";
import type { Primary } from "./primary.ts";
import { runWork } from "./run-work.ts";
import { removeStage } from "./stage.ts";
import { unlockedTransaction } from "./transactions.ts";

/** Sweeps until disposed. */
export function sweepStages(primary: Primary): BackgroundWork {
  return new BackgroundWork({
    step: async () => {
      await removeAbandoned(primary);
      return DEADLINES.stageSweepMs;
    },
    pauseAfterErrorMs: DEADLINES.stageSweepMs,
    onFailure: (cause) => primary.log?.warn("stage_sweep_failed", { cause }),
  });
}

/** The clock is the database's. A stage that is locked is in use, or is being removed. Throws a StoreError. */
export async function removeAbandoned(primary: Primary): Promise<void> {
  const seconds = DEADLINES.stageAbandonedMs / 1_000;
  const abandoned = sql<{ id: bigint }>`
    SELECT id FROM stage WHERE touched_at < now() - CAST(${seconds} AS integer) * interval '1 second'`;
  const found = await primary.withRetry("tasks", "replyMs", (connection) =>
    runWork(connection, rows(abandoned)),
  );
  for (const { id } of found)
    await unlockedTransaction(primary, (connection) =>
      runWork(
        connection,
        (function* () {
          const [unused] = yield* rows(sql`${abandoned} AND id = ${id} FOR UPDATE SKIP LOCKED`);
          if (unused !== undefined) yield* removeStage(id);
        })(),
      ),
    );
}
