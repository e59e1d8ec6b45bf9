// A simulated disk: each group stays in flight until the test finishes it or lets it fail.

import { CommitQueue } from "../../src/commit-queue/commit-queue.ts";
import { type Metrics, noMetrics } from "../../src/inventory/metrics.ts";
import { StoreError } from "../../src/inventory/store-error.ts";
import { TestClock } from "../support/test-clock.ts";

export interface Group {
  readonly changes: readonly number[];
  readonly since: number;
  finish(outcomes?: readonly string[]): void;
  fail(error: Error): void;
}

/** Records the groups in their order. Each is in flight until the test finishes it or lets it fail. */
export class Disk {
  readonly groups: Group[] = [];

  readonly commit = (changes: readonly number[], since: number): Promise<readonly string[]> => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
    const finish = (outcomes = changes.map(outcomeOf)) => resolve(outcomes);
    this.groups.push({ changes, since, finish, fail: reject });
    return promise;
  };

  /** Waits until every group that can start has started. Returns the groups so far. */
  async started(): Promise<readonly (readonly number[])[]> {
    await turns();
    return this.groups.map(({ changes }) => changes);
  }

  async finishLast(): Promise<void> {
    this.groups.at(-1)?.finish();
    await turns();
  }
}

export function outcomeOf(change: number): string {
  return `outcome of ${change}`;
}

/** Waits for some turns of the event loop, so that all ready work runs. */
export async function turns(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Its time is what the test sets; its timers fire when the test says so. */
class SetClock extends TestClock {
  at = 0;

  override now(): number {
    return this.at;
  }
}

/** `sizeOf`: how many changes a change counts as; by default it is one. `lineOf`: whose it is; by default all share a line. */
export function openQueue({
  waitingMax = 1000,
  groupMax = 1000,
  groupsMax = 1,
  groupShare = 0.4,
  gatheringMs = 0,
  sizeOf = (_change: number): number => 1,
  lineOf = (_change: number): string | null => null,
  refusalOf = (_change: number): StoreError | undefined => undefined,
} = {}) {
  const disk = new Disk();
  /** The calls of the queue's metrics. */
  const reported: string[] = [];
  const metrics: Metrics = {
    ...noMetrics,
    committed: (changes) => reported.push(`committed ${changes}`),
    commitFailed: (code) => reported.push(`failed ${code}`),
    changeRefused: () => reported.push("refused"),
  };
  const clock = new SetClock(["gathering"]);
  const limits = { waitingMax, groupMax, groupsMax, groupShare, gatheringMs, sizeOf, lineOf, refusalOf };
  const queue = new CommitQueue<number, string>({ commit: disk.commit, ...limits, metrics, clock });
  /** The result of each change: its outcome, or the error's code or message. */
  const settled = new Map<number, string>();
  const add = (...changes: number[]) => {
    for (const change of changes) {
      void queue.add(change).then(
        (outcome) => settled.set(change, outcome),
        (error: unknown) => settled.set(change, error instanceof StoreError ? error.code : String(error)),
      );
    }
  };
  /** Adds changes; every group that can start has started then. */
  const start = async (...changes: number[]) => {
    add(...changes);
    await turns();
  };
  return { disk, queue, clock, settled, reported, add, start };
}
