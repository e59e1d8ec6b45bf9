// One hook as the server that delivers has it: reads what follows its position, posts it, and moves the position when the receiver has
// taken it. One message at a time, so that they arrive in order.

import type { Difference } from "../feed/difference.ts";
import type { DifferenceOptions, DifferenceOrGone, DifferenceRequest } from "../feed/differences.ts";
import type { LowPet } from "../inventory/became-low.ts";
import type { Clock } from "../inventory/clock.ts";
import type { Hook, HookProgress } from "../inventory/hook.ts";
import type { StoredProgress } from "../inventory/hook-store.ts";
import type { Log } from "../inventory/log.ts";
import type { Metrics } from "../inventory/metrics.ts";
import { isStillAt, type Position } from "../inventory/position.ts";
import type { CommitRange } from "../inventory/store.ts";
import { GIVE_UP_AFTER_MS, pauseMsAfter } from "./backoff.ts";
import type { DeliveryPace } from "./delivery-pace.ts";
import { changedMessage, goneMessage, lowMessage, type Message, MESSAGE_BYTES_MAX } from "./message.ts";
import type { Posting, Received } from "./receiver.ts";
import { signatureHeaders } from "./signature.ts";

export interface RunnerPorts {
  readonly since: (
    position: Position,
    request: DifferenceRequest & DifferenceOptions,
  ) => Promise<DifferenceOrGone>;
  readonly becameLow: (range: CommitRange) => Promise<readonly LowPet[] | "reload">;
  /** The newest position. */
  readonly newest: () => Promise<Position>;
  readonly post: (posting: Posting) => Promise<Received>;
  readonly log: Log;
  readonly metrics: Metrics;
  /** ms since 1970. */
  readonly clock: Clock;
  readonly steady: Clock;
}

/** What is to be delivered: null, the position moves without a message. */
interface Due {
  readonly position: Position;
  readonly message: Message | null;
}

const GONE = 410;

export class HookRunner {
  readonly #ports: RunnerPorts;
  #hook: Hook;
  #isRunning = false;
  /** When its last run ended, by the steady clock. */
  #endedAt = Number.NEGATIVE_INFINITY;
  /** Progress that the database may not have. */
  #unsaved: HookProgress | undefined;

  constructor(hook: Hook, ports: RunnerPorts) {
    this.#hook = hook;
    this.#ports = ports;
  }

  get hook(): Hook {
    return this.#hook;
  }

  /** To be stored; the same object until there is more. */
  get unsaved(): StoredProgress | undefined {
    return this.#unsaved && this.#hook;
  }

  saved(progress: StoredProgress): void {
    if (progress === this.#hook) this.#unsaved = undefined;
  }

  /** The hook as the database has it: an edit counts from the next message on, but what was delivered stays so. */
  update(stored: Hook): void {
    if (stored.version === this.#hook.version) return;
    const { position, answer, deliveredAt } = this.#hook;
    this.#hook = { ...stored, position, answer, deliveredAt };
    this.#unsaved = this.#hook;
  }

  isDue(newest: Position, pace: DeliveryPace): boolean {
    const { pause, failure, position } = this.#hook;
    if (this.#isRunning || pause !== null || isStillAt(position, newest)) return false;
    if (failure !== null) return this.#ports.clock.now() >= failure.nextAttemptAt;
    return pace.isRested({ endedAt: this.#endedAt, position }, newest);
  }

  /** Delivers what follows the position, if anything does. Throws a StoreError, and the signal's reason. */
  async run(signal: AbortSignal): Promise<void> {
    this.#isRunning = true;
    try {
      const hook = this.#hook;
      const due = await this.#due(hook, signal);
      if (due === undefined) return;
      signal.throwIfAborted();
      if (due.message === null) return this.#progress(hook, { ...hook, position: due.position });
      const received = await this.#post(hook, due.message, signal);
      this.#conclude(hook, due.position, received);
    } finally {
      this.#isRunning = false;
      this.#endedAt = this.#ports.steady.now();
    }
  }

  /** Undefined where nothing has changed. */
  async #due(hook: Hook, signal: AbortSignal): Promise<Due | undefined> {
    const { position: since, events, id } = hook;
    const actors = events.includes("changes");
    const difference = await this.#ports.since(since, { keyId: `hook:${id}`, signal, actors });
    if (difference === "gone") return this.#gone(hook, await this.#ports.newest(), "history");
    const { position } = difference;
    if (isStillAt(position, since)) return undefined;
    const low = events.includes("low") ? await this.#ports.becameLow({ since, to: position }) : undefined;
    // The database was replaced in between; the next look finds that out.
    if (low === "reload") return undefined;
    const message = this.#messageOf(hook, difference, low);
    if (message !== null && message.body.length > MESSAGE_BYTES_MAX)
      return this.#gone(hook, position, "size");
    return { position, message };
  }

  #messageOf(hook: Hook, difference: Difference, low: readonly LowPet[] | undefined): Message | null {
    const window = this.#windowOf(hook, difference.position);
    if (hook.events.includes("changes")) return changedMessage(window, difference.json, low);
    return low === undefined || low.length === 0 ? null : lowMessage(window, low);
  }

  #gone(hook: Hook, position: Position, reason: "history" | "size"): Due {
    return { position, message: goneMessage(this.#windowOf(hook, position), reason) };
  }

  #windowOf({ id: hookId, position: since }: Hook, position: Position) {
    return { hookId, since, position, at: this.#ports.clock.now() };
  }

  #post(hook: Hook, { id, body }: Message, signal: AbortSignal): Promise<Received> {
    const headers = signatureHeaders({ id, body, at: this.#ports.clock.now() }, hook);
    const failures = hook.failure?.attempts ?? 0;
    return this.#ports.post({ url: hook.url, headers, body, signal, failures });
  }

  #conclude(hook: Hook, position: Position, received: Received): void {
    const at = this.#ports.clock.now();
    const { status, problem } = received;
    const isDelivered = problem === null;
    this.#ports.metrics.hookAnswered(isDelivered ? "delivered" : "failed");
    const answer = { at, status, problem };
    if (isDelivered) this.#progress(hook, { ...hook, position, answer, deliveredAt: at, failure: null });
    else this.#progress(hook, this.#failed({ ...hook, answer }, received, at));
  }

  #failed(hook: Hook, { status, retryAfterMs }: Received, at: number): Hook {
    const attempts = (hook.failure?.attempts ?? 0) + 1;
    const since = hook.failure?.since ?? at;
    const failure = { since, attempts, nextAttemptAt: Math.round(at + pauseMsAfter(attempts, retryAfterMs)) };
    if (status === GONE) return { ...hook, failure, pause: { at, reason: "receiver" } };
    const isOver = at - since >= GIVE_UP_AFTER_MS;
    return { ...hook, failure, pause: isOver ? { at, reason: "failing" } : null };
  }

  /** Discarded where the hook was edited meanwhile: the message is delivered again, as the edit says. */
  #progress(before: Hook, after: Hook): void {
    if (before.version !== this.#hook.version) return;
    this.#hook = after;
    this.#unsaved = after;
    this.#report(before, after);
  }

  /** Logs changes of its condition. An address may hold a secret, and is not logged. */
  #report(before: Hook, after: Hook): void {
    const { id, name } = after;
    const { log } = this.#ports;
    const problem = after.answer?.problem ?? null;
    if (after.pause !== null) log.warn("hook_stopped", { id, name, reason: after.pause.reason, problem });
    else if (before.failure === null && after.failure !== null)
      log.warn("hook_failing", { id, name, problem });
    else if (before.failure !== null && after.failure === null)
      log.info("hook_recovered", { id, name, attempts: before.failure.attempts + 1 });
  }
}
