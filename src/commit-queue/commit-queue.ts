// Group commit as a pure unit: while one group is on its way to disk, arriving changes wait; the next group takes them
// all. One group in flight, so order is kept; bounded, so memory is; what waits when it is closed is still committed.

import { StoreError } from "../inventory/store.ts";

export interface CommitQueueOptions<Change, Outcome> {
  /** Makes a group; gives one outcome for each change, in order. */
  readonly commit: (group: readonly Change[]) => Promise<readonly Outcome[]>;
  /** How many changes may wait, beside the group in flight. */
  readonly waitingMax: number;
  /** How many changes one group takes: bounds how long others wait for the database's lock. */
  readonly groupMax: number;
}

interface Waiting<Change, Outcome> {
  readonly change: Change;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

export class CommitQueue<Change, Outcome> implements AsyncDisposable {
  readonly #options: CommitQueueOptions<Change, Outcome>;
  #waiting: Waiting<Change, Outcome>[] = [];
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(options: CommitQueueOptions<Change, Outcome>) {
    this.#options = options;
  }

  /** Resolves when the change's group is on disk. Throws `overloaded` where too many wait, `unavailable` once closed. */
  add(change: Change): Promise<Outcome> {
    if (this.#closed) return Promise.reject(new StoreError("unavailable", "the service is stopping"));
    if (this.#waiting.length >= this.#options.waitingMax) {
      return Promise.reject(
        new StoreError("overloaded", `${this.#waiting.length} changes are waiting already`),
      );
    }
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    this.#waiting.push({ change, resolve, reject });
    this.#running ??= this.#run();
    return promise;
  }

  /** Takes no more changes, and commits what waits. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    // The requests that this turn of the event loop still brings belong to the first group.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, this.#options.groupMax);
      await this.#commitGroup(group);
    }
    this.#running = undefined;
  }

  async #commitGroup(group: readonly Waiting<Change, Outcome>[]): Promise<void> {
    try {
      const outcomes = await this.#options.commit(group.map(({ change }) => change));
      if (outcomes.length !== group.length) throw new Error("a group needs an outcome for each change");
      group.forEach(({ resolve }, index) => resolve(outcomes[index] as Outcome));
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
