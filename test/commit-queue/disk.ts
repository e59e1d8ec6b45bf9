// A simulated disk: each group stays in flight until the test finishes it or lets it fail.

import { CommitQueue } from "../../src/commit-queue/commit-queue.ts";
import { type Metrics, noMetrics } from "../../src/inventory/ports.ts";
import { StoreError } from "../../src/inventory/store-error.ts";

export interface Group {
  readonly changes: readonly number[];
  readonly since: number;
  finish(outcomes?: readonly string[]): void;
  fail(error: Error): void;
}

/** Where groups go, in the order in which they come; each is in flight until it is finished or fails. */
export class Disk {
  readonly groups: Group[] = [];

  readonly commit = (changes: readonly number[], since: number): Promise<readonly string[]> => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
    const finish = (outcomes = changes.map(outcomeOf)) => resolve(outcomes);
    this.groups.push({ changes, since, finish, fail: reject });
    return promise;
  };

  /** The groups that have been started, once everything that could start has. */
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

/** Lets the event loop go round: whatever is ready to happen, happens. */
export async function turns(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}

export function openQueue({ waitingMax = 1000, groupMax = 1000, groupsMax = 1 } = {}) {
  const disk = new Disk();
  /** What the queue tells its metrics. */
  const told: string[] = [];
  const metrics: Metrics = {
    ...noMetrics,
    committed: (changes) => told.push(`committed ${changes}`),
    commitFailed: (code) => told.push(`failed ${code}`),
    changeRefused: () => told.push("refused"),
  };
  const clock = { at: 0, now: () => clock.at };
  const limits = { waitingMax, groupMax, groupsMax };
  const queue = new CommitQueue<number, string>({ commit: disk.commit, ...limits, metrics, clock });
  /** What has become of each change: its outcome, or the error's code or message. */
  const settled = new Map<number, string>();
  const add = (...changes: number[]) => {
    for (const change of changes) {
      void queue.add(change).then(
        (outcome) => settled.set(change, outcome),
        (error: unknown) => settled.set(change, error instanceof StoreError ? error.code : String(error)),
      );
    }
  };
  return { disk, queue, clock, settled, told, add };
}
