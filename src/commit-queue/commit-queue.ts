// Group commit, without I/O of its own: the changes of one turn of the event loop are a group. While it is being committed,
// arriving changes wait; once they are a fair share of all changes under way, or no group is in flight, they are the next group.
// Where a group is expensive, it first waits a moment for the changes of nearly all clients. Groups are committed in order, and API
// keys take turns in them. The queue is bounded, and each key has at most half of it; closing it commits the waiting changes. If
// the database refuses a group because of one change, the group is committed in halves, so that only that change fails.

import { type Metrics, noMetrics } from "../inventory/metrics.ts";
import { steadyClock, type Timeout, type TimerClock } from "../inventory/clock.ts";
import { StoreError } from "../inventory/store-error.ts";
import { WaitingLines } from "../inventory/waiting-lines.ts";

/** A group that starts within a turn has at least so many: of few clients all requests of the turn are a better group. */
const EARLY_MIN = 4;
/** A group that gathers starts with this share of the clients' changes. */
const GATHERED_SHARE = 0.9;
/** For each change: after some hundred changes the load of fewer clients counts. */
const LOAD_DECAY = 0.999;
/** Share of the places for one key at most, so that another one always finds some. */
const KEY_SHARE = 0.5;

interface CommitQueueOptions<Change, Outcome> {
  /** Commits a group; `since` is the arrival of its first change, by `clock`. Gives one outcome for each change, in order. */
  readonly commit: (group: readonly Change[], since: number) => Promise<readonly Outcome[]>;
  /** How many changes a change counts as: a change set counts as those it contains. Default: one. */
  readonly sizeOf?: (change: Change) => number;
  /** Whose change it is: the id of an API key. Default: all share one line. */
  readonly lineOf?: (change: Change) => string | null;
  /** Why a change may no longer be applied, judged when its group starts: an API key that has ended. */
  readonly refusalOf?: (change: Change) => StoreError | undefined;
  /** Waiting changes at most, not counting groups in flight. Into an empty queue a larger change set is taken, too. */
  readonly waitingMax: number;
  /** Changes of one group at most. Bounds how long other writers wait for the database's lock. A larger set is a group alone. */
  readonly groupMax: number;
  /** Groups in flight at most. With several, the database does not idle while responses are sent and requests are read. */
  readonly groupsMax: number;
  /** A further group is at least this share of the changes under way. */
  readonly groupShare: number;
  /**
   * How long a group may wait for the changes of nearly all clients if no other is in flight, ms. A client that does not send its
   * next change meanwhile is not waited for again. Default: 0.
   */
  readonly gatheringMs?: number;
  readonly metrics?: Metrics;
  /** Called after each group that was committed, when its changes have been resolved. */
  readonly onCommitted?: () => void;
  /** Default: the steady clock. */
  readonly clock?: TimerClock;
}

/** Who waits for a change, such as a request. */
export interface Caller {
  /** Read only when a group is taken, because the runtime makes it when it is read. */
  readonly signal: AbortSignal;
}

interface Waiting<Change, Outcome> {
  readonly change: Change;
  readonly line: string | null;
  readonly size: number;
  readonly since: number;
  readonly caller: Caller | undefined;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

export class CommitQueue<Change, Outcome> implements AsyncDisposable {
  readonly #options: CommitQueueOptions<Change, Outcome>;
  readonly #metrics: Metrics;
  readonly #clock: TimerClock;
  readonly #sizeOf: (change: Change) => number;
  readonly #lineOf: (change: Change) => string | null;
  readonly #waiting = new WaitingLines<Waiting<Change, Outcome>>();
  /** Groups in flight. */
  #inFlight = 0;
  /** Changes in flight. */
  #changesInFlight = 0;
  /** The most changes that waited or were in flight lately: roughly the number of clients. */
  #load = 0;
  /** Resolves when the queue is closed and no group is in flight. */
  readonly #ended = Promise.withResolvers<void>();
  #closed = false;
  /** A group starts in the next turn of the event loop. */
  #startsSoon = false;
  /** Ends the wait for further changes. */
  #gathering: Timeout | undefined;

  constructor(options: CommitQueueOptions<Change, Outcome>) {
    this.#options = options;
    this.#metrics = options.metrics ?? noMetrics;
    this.#clock = options.clock ?? steadyClock;
    this.#sizeOf = options.sizeOf ?? (() => 1);
    this.#lineOf = options.lineOf ?? (() => null);
  }

  /** Number of changes that wait for a group. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Whether changes wait or are being committed. */
  get isBusy(): boolean {
    return this.#inFlight > 0 || this.#waiting.length > 0;
  }

  /**
   * Resolves when the change is on disk. Throws `overloaded` if the queue, or the share of its key, is full, `unavailable` once
   * closed. A change whose caller's signal is aborted before its group starts is left out, and its promise is rejected with the
   * signal's reason; so is one that `refusalOf` refuses.
   */
  add(change: Change, caller?: Caller): Promise<Outcome> {
    if (this.#closed) return Promise.reject(new StoreError("unavailable", "the service is stopping"));
    const size = this.#sizeOf(change);
    const line = this.#lineOf(change);
    if (!this.#hasRoomFor(line, size)) return this.#refuse(line);
    // Those that wait already: the runtime has read what arrived behind them before it handled this request.
    if (this.#waiting.length >= EARLY_MIN && this.#isShare()) this.#commitNext();
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    this.#waiting.add({ change, line, size, since: this.#clock.now(), caller, resolve, reject });
    this.#load = Math.max(this.#load * LOAD_DECAY, this.#waiting.length + this.#changesInFlight);
    this.#commitSoon();
    return promise;
  }

  /** Refuses new changes and commits the waiting ones. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    this.#commitNext();
    if (this.#inFlight > 0) await this.#ended.promise;
  }

  /** A larger change set is taken into an empty line: it waits for its turn alone. */
  #hasRoomFor(line: string | null, size: number): boolean {
    const { waitingMax } = this.#options;
    if (this.#waiting.length === 0) return waitingMax > 0;
    if (this.#waiting.size + size > waitingMax) return false;
    const own = this.#waiting.sizeOf(line);
    return line === null || own === 0 || own + size <= Math.ceil(waitingMax * KEY_SHARE);
  }

  /**
   * Rejects in a later turn of the event loop. Rejected at once, thousands of clients that retry without a pause kept the
   * thread so busy that it did not process a finished commit for many seconds.
   */
  #refuse(line: string | null): Promise<never> {
    this.#metrics.changeRefused();
    const { size } = this.#waiting;
    const own = this.#waiting.sizeOf(line);
    const error = new StoreError("overloaded", `${size} changes are waiting already, ${own} of the same key`);
    return new Promise((_, reject) => setImmediate(() => reject(error)));
  }

  /**
   * In the next turn of the event loop: only then is it known whether the runtime has refused what arrived together with a
   * request (http/whole-request.ts). All changes of this turn are one group.
   */
  #commitSoon(): void {
    if (this.#startsSoon || !this.#mayStart()) return;
    this.#startsSoon = true;
    setImmediate(() => {
      this.#startsSoon = false;
      this.#commitNext();
    });
  }

  #commitNext(): void {
    if (this.#waiting.length === 0 || !this.#mayStart()) return;
    const group = this.#withoutRefused(withoutAborted(this.#takeGroup()));
    if (group.length === 0) return this.#commitNext();
    this.#inFlight += 1;
    this.#changesInFlight += group.length;
    void this.#commitGroup(group);
  }

  #takeGroup(): Waiting<Change, Outcome>[] {
    const group = this.#waiting.take(this.#options.groupMax);
    this.#clock.clearTimeout(this.#gathering);
    this.#gathering = undefined;
    return group;
  }

  /** Changes were authenticated when their requests arrived; their bodies may have come much later. */
  #withoutRefused(group: readonly Waiting<Change, Outcome>[]): readonly Waiting<Change, Outcome>[] {
    const { refusalOf } = this.#options;
    if (refusalOf === undefined) return group;
    let refused: Set<Waiting<Change, Outcome>> | undefined;
    for (const each of group) {
      const refusal = refusalOf(each.change);
      if (refusal === undefined) continue;
      each.reject(refusal);
      refused = (refused ?? new Set()).add(each);
    }
    return refused === undefined ? group : group.filter((each) => !refused.has(each));
  }

  #mayStart(): boolean {
    if (this.#inFlight === 0) return this.#hasGathered();
    return this.#inFlight < this.#options.groupsMax && this.#isShare();
  }

  /** Whether those that wait are worth a group of their own: small groups cost more commits than they save time. */
  #isShare(): boolean {
    return this.#waiting.length >= this.#load * this.#options.groupShare;
  }

  /** Whether the changes of nearly all clients wait; if not, they get `gatheringMs` to arrive. */
  #hasGathered(): boolean {
    const { gatheringMs = 0, groupMax } = this.#options;
    const isEnough = this.#waiting.length >= this.#load * GATHERED_SHARE || this.#waiting.size >= groupMax;
    if (gatheringMs === 0 || isEnough || this.#closed) return true;
    const end = () => {
      this.#gathering = undefined;
      this.#load = this.#waiting.length;
      this.#commitNext();
    };
    this.#gathering ??= this.#clock.setTimeout(end, gatheringMs, "gathering");
    return false;
  }

  /** Starts the next group before it resolves this one's changes, so that the disk works while responses are sent. */
  async #commitGroup(
    group: readonly Waiting<Change, Outcome>[],
    end = () => this.#end(group),
  ): Promise<void> {
    try {
      const outcomes = await this.#outcomesOf(group);
      end();
      group.forEach(({ resolve }, index) => resolve(outcomes[index] as Outcome));
      this.#options.onCommitted?.();
    } catch (error) {
      if (group.length > 1 && isRefusal(error)) return this.#commitHalves(group, end);
      this.#metrics.commitFailed(error instanceof StoreError ? error.code : "internal_error");
      end();
      for (const { reject } of group) reject(error);
    }
  }

  /** One half after the other, in the group's place in the queue, so that changes keep their order. */
  async #commitHalves(group: readonly Waiting<Change, Outcome>[], end: () => void): Promise<void> {
    const middle = Math.ceil(group.length / 2);
    await this.#commitGroup(group.slice(0, middle), noop);
    await this.#commitGroup(group.slice(middle), end);
  }

  #end({ length }: readonly unknown[]): void {
    this.#inFlight -= 1;
    this.#changesInFlight -= length;
    this.#commitNext();
    if (this.#closed && this.#inFlight === 0) this.#ended.resolve();
  }

  async #outcomesOf(group: readonly Waiting<Change, Outcome>[]): Promise<readonly Outcome[]> {
    const startedAt = this.#metrics.now();
    const [first] = group as [Waiting<Change, Outcome>];
    const changes = group.map(({ change }) => change);
    const outcomes = await this.#options.commit(changes, first.since);
    if (outcomes.length !== group.length) throw new Error("commit must give one outcome for each change");
    this.#metrics.committed(totalSize(group), startedAt);
    return outcomes;
  }
}

const noop = () => {};

/** The start of a group is the last moment at which nothing has changed yet. */
function withoutAborted<Each extends Pick<Waiting<unknown, unknown>, "caller" | "reject">>(
  taken: readonly Each[],
): readonly Each[] {
  const isAborted = ({ caller }: Each) => caller?.signal.aborted === true;
  if (!taken.some(isAborted)) return taken;
  for (const { caller, reject } of taken.filter(isAborted)) reject(caller?.signal.reason);
  return taken.filter((each) => !isAborted(each));
}

function totalSize(group: readonly { readonly size: number }[]): number {
  return group.reduce((total, { size }) => total + size, 0);
}

/** Whether the group was not applied and may succeed without the change that caused the error. */
function isRefusal(error: unknown): boolean {
  return error instanceof StoreError && error.code === "refused";
}
