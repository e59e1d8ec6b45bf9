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
  #inFlight: Promise<void> | undefined;
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
    if (this.#inFlight === undefined) this.#commitNext();
    return promise;
  }

  /** Takes no more changes, and commits what waits. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    while (this.#inFlight !== undefined) await this.#inFlight;
  }

  #commitNext(): void {
    const group = this.#waiting.splice(0, this.#options.groupMax);
    this.#inFlight = group.length === 0 ? undefined : this.#commitGroup(group);
  }

  /** The next group goes off before this one's outcomes are told, so that the disk works while answers leave. */
  async #commitGroup(group: readonly Waiting<Change, Outcome>[]): Promise<void> {
    try {
      const outcomes = await this.#outcomesOf(group);
      this.#commitNext();
      group.forEach(({ resolve }, index) => resolve(outcomes[index] as Outcome));
    } catch (error) {
      this.#commitNext();
      for (const { reject } of group) reject(error);
    }
  }

  async #outcomesOf(group: readonly Waiting<Change, Outcome>[]): Promise<readonly Outcome[]> {
    const outcomes = await this.#options.commit(group.map(({ change }) => change));
    if (outcomes.length !== group.length) throw new Error("a group needs an outcome for each change");
    return outcomes;
  }
}
