// Sends many updates, several at a time, each guarded with the row it was planned on. Reports progress a few times a second,
// so that drawing costs little beside the work.

import { type InventoryItem, type PetstockClient, PetstockError } from "../../client/client.ts";
import { randomKey } from "../../client/random-key.ts";
import type { FailedRow } from "../model/failed-rows.ts";
import { failureMessage } from "../model/failure-message.ts";
import type { PetQueue } from "./pet-queue.ts";

export interface UpdateJob {
  readonly before: InventoryItem;
  readonly quantity: number;
}

export interface UpdatedRow {
  readonly before: InventoryItem;
  readonly after: InventoryItem;
}

export interface UpdateRun {
  readonly client: PetstockClient;
  readonly queue: PetQueue;
  readonly jobs: readonly UpdateJob[];
  /** When aborted, no further update is sent; those in flight complete. */
  readonly stop: AbortSignal;
  /** Receives each sent job once. */
  readonly onProgress: (updated: readonly UpdatedRow[], failed: readonly FailedRow[]) => void;
}

/** Browsers open at most six connections to one server. */
const CONCURRENT_MAX = 6;
const PROGRESS_INTERVAL_MS = 150;

/** Returns the error that stopped the run early; undefined if there was none. */
export async function runUpdates({ client, queue, jobs, stop, onProgress }: UpdateRun): Promise<unknown> {
  let next = 0;
  let fatalError: unknown;
  let updated: UpdatedRow[] = [];
  let failed: FailedRow[] = [];
  const report = (): void => {
    if (updated.length + failed.length > 0) onProgress(updated, failed);
    [updated, failed] = [[], []];
  };
  const work = async (): Promise<void> => {
    while (next < jobs.length && fatalError === undefined && !stop.aborted) {
      const { before, quantity } = jobs[next++]!;
      const { petId } = before;
      const options = { ifUnchanged: before, idempotencyKey: randomKey() };
      try {
        const after = await queue.run(petId, async () =>
          stop.aborted ? undefined : client.updateInventory(petId, quantity, options),
        );
        // Pushed only here, after the await: `report` may have replaced the array meanwhile.
        if (after !== undefined) updated.push({ before, after });
      } catch (error) {
        failed.push({ petId, wanted: quantity, reason: failureMessage(error) });
        // The other updates would fail too: no network, or a key without permission.
        if (!isAboutPet(error)) fatalError = error;
      }
    }
  };
  const timer = setInterval(report, PROGRESS_INTERVAL_MS);
  await Promise.all(Array.from({ length: CONCURRENT_MAX }, work));
  clearInterval(timer);
  report();
  return fatalError;
}

function isAboutPet(error: unknown): boolean {
  return error instanceof PetstockError && (error.status === 404 || error.status === 412);
}
