// Many updates, some at a time, each guarded with what it was planned on. Tells how far it is a few times a second, so that
// telling costs nothing beside the work.

import { type InventoryItem, type PetstockClient, PetstockError } from "../../client/client.ts";
import { randomKey } from "../../client/random-key.ts";
import type { FailedRow } from "../model/failed-rows.ts";
import { failureWords } from "../model/words.ts";
import type { Turns } from "./turns.ts";

export interface UpdateJob {
  readonly before: InventoryItem;
  readonly quantity: number;
}

export interface Updated {
  readonly before: InventoryItem;
  readonly after: InventoryItem;
}

export interface UpdateRun {
  readonly client: PetstockClient;
  readonly turns: Turns;
  readonly jobs: readonly UpdateJob[];
  /** Once it is aborted no further update is sent; those on their way come to their end. */
  readonly stop: AbortSignal;
  /** Each job is in one of all calls, unless it was not sent. */
  readonly onSome: (updated: readonly Updated[], failed: readonly FailedRow[]) => void;
}

/** A browser opens six connections to a server at most. */
const AT_ONCE = 6;
const TELL_MS = 150;

/** Why it ended before all were sent; undefined where they were. */
export async function runUpdates({ client, turns, jobs, stop, onSome }: UpdateRun): Promise<unknown> {
  let next = 0;
  let stopped: unknown;
  let updated: Updated[] = [];
  let failed: FailedRow[] = [];
  const tell = (): void => {
    if (updated.length + failed.length > 0) onSome(updated, failed);
    [updated, failed] = [[], []];
  };
  const work = async (): Promise<void> => {
    while (next < jobs.length && stopped === undefined && !stop.aborted) {
      const { before, quantity } = jobs[next++]!;
      const { petId } = before;
      const options = { ifUnchanged: before, idempotencyKey: randomKey() };
      try {
        // Awaited first: what was told meanwhile has begun a new list.
        const after = await turns.take(petId, async () =>
          stop.aborted ? undefined : client.updateInventory(petId, quantity, options),
        );
        if (after !== undefined) updated.push({ before, after });
      } catch (error) {
        failed.push({ petId, wanted: quantity, reason: failureWords(error) });
        // The next one would fare no better: no network, or a key that may not.
        if (!concernsPet(error)) stopped = error;
      }
    }
  };
  const timer = setInterval(tell, TELL_MS);
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  clearInterval(timer);
  tell();
  return stopped;
}

function concernsPet(error: unknown): boolean {
  return error instanceof PetstockError && (error.status === 404 || error.status === 412);
}
