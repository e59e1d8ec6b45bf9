// Group commit as a pure unit: while a group is on its way to disk, arriving changes wait; the next group takes them all.
// Groups are sent in order; bounded, so memory is; what waits when it is closed is still committed. A group that the
// database refuses for what one of its changes says is tried again in halves, so that only that change fails.

import { type Clock, type Metrics, noMetrics, steadyClock } from "../inventory/ports.ts";
import { StoreError } from "../inventory/store-error.ts";

export interface CommitQueueOptions<Change, Outcome> {
  /** Makes a group, whose first change came at `since` (of the clock); gives one outcome for each change, in order. */
  readonly commit: (group: readonly Change[], since: number) => Promise<readonly Outcome[]>;
  /** How many changes may wait, beside the groups in flight. */
  readonly waitingMax: number;
  /** How many changes one group takes: bounds how long others wait for the database's lock. */
  readonly groupMax: number;
  /**
   * How many groups may be on their way at once, for a disk that takes them in turn and would else idle between two of
   * them. A further group goes only when it is as large as the one before it, so that groups do not get smaller.
   */
  readonly groupsMax: number;
  readonly metrics?: Metrics;
  /** The steady clock where absent. */
  readonly clock?: Clock;
}

interface Waiting<Change, Outcome> {
  readonly change: Change;
  readonly since: number;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

export class CommitQueue<Change, Outcome> implements AsyncDisposable {
  readonly #options: CommitQueueOptions<Change, Outcome>;
  readonly #metrics: Metrics;
  readonly #clock: Clock;
  #waiting: Waiting<Change, Outcome>[] = [];
  /** Groups on their way. */
  #inFlight = 0;
  /** The size of the group that went last. */
  #lastSize = 0;
  /** Resolves when nothing is in flight any more, once closed. */
  readonly #ended = Promise.withResolvers<void>();
  #closed = false;

  constructor(options: CommitQueueOptions<Change, Outcome>) {
    this.#options = options;
    this.#metrics = options.metrics ?? noMetrics;
    this.#clock = options.clock ?? steadyClock;
  }

  /** How many changes wait for their group. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves when the change's group is on disk. Throws `overloaded` where too many wait, `unavailable` once closed. */
  add(change: Change): Promise<Outcome> {
    if (this.#closed) return Promise.reject(new StoreError("unavailable", "the service is stopping"));
    if (this.#waiting.length >= this.#options.waitingMax) return this.#refuse();
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    this.#waiting.push({ change, since: this.#clock.now(), resolve, reject });
    this.#commitNext();
    return promise;
  }

  /** Takes no more changes, and commits what waits. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    if (this.#inFlight > 0) await this.#ended.promise;
  }

  /**
   * Not at once: thousands of clients that are refused and ask again without a pause keep the thread so busy that it
   * does not hear for many seconds of a group that is on disk, and whatever waits stands still.
   */
  #refuse(): Promise<never> {
    this.#metrics.changeRefused();
    const error = new StoreError("overloaded", `${this.#waiting.length} changes are waiting already`);
    return new Promise((_, reject) => setImmediate(() => reject(error)));
  }

  #commitNext(): void {
    const isTurn = this.#inFlight === 0 || this.#mayJoin();
    if (!isTurn || this.#waiting.length === 0) return;
    const group = this.#waiting.splice(0, this.#options.groupMax);
    this.#inFlight += 1;
    this.#lastSize = group.length;
    void this.#commitGroup(group);
  }

  #mayJoin(): boolean {
    return this.#inFlight < this.#options.groupsMax && this.#waiting.length >= this.#lastSize;
  }

  /** The next group goes off before this one's outcomes are told, so that the disk works while answers leave. */
  async #commitGroup(group: readonly Waiting<Change, Outcome>[], end = () => this.#end()): Promise<void> {
    try {
      const outcomes = await this.#outcomesOf(group);
      end();
      group.forEach(({ resolve }, index) => resolve(outcomes[index] as Outcome));
    } catch (error) {
      if (group.length > 1 && isRefusal(error)) return this.#commitHalves(group, end);
      this.#metrics.commitFailed(error instanceof StoreError ? error.code : "internal_error");
      end();
      for (const { reject } of group) reject(error);
    }
  }

  /** One after the other, in the group's own place, so that changes keep their order. */
  async #commitHalves(group: readonly Waiting<Change, Outcome>[], end: () => void): Promise<void> {
    const middle = Math.ceil(group.length / 2);
    await this.#commitGroup(group.slice(0, middle), noop);
    await this.#commitGroup(group.slice(middle), end);
  }

  #end(): void {
    this.#inFlight -= 1;
    this.#commitNext();
    if (this.#closed && this.#inFlight === 0) this.#ended.resolve();
  }

  async #outcomesOf(group: readonly Waiting<Change, Outcome>[]): Promise<readonly Outcome[]> {
    const startedAt = this.#metrics.now();
    const [first] = group as [Waiting<Change, Outcome>];
    const changes = group.map(({ change }) => change);
    const outcomes = await this.#options.commit(changes, first.since);
    if (outcomes.length !== group.length) throw new Error("a group needs an outcome for each change");
    this.#metrics.committed(group.length, startedAt);
    return outcomes;
  }
}

const noop = () => {};

/** Surely not applied, and trying again without the change that caused it may succeed. */
function isRefusal(error: unknown): boolean {
  return error instanceof StoreError && error.code === "refused";
}
