// The deliveries of a server: keeps the lease while there are hooks, and lets each hook that is due run. All hooks run beside each other,
// so that a slow receiver delays no other one. A service without hooks looks for some every five seconds,
// and does nothing else.

import { BackgroundWork } from "../inventory/background-work.ts";
import { conditionOf, type Hook, HOOK_CONDITIONS, type HookCondition } from "../inventory/hook.ts";
import type { HookStore } from "../inventory/hook-store.ts";
import { makeNonce } from "../inventory/nonce.ts";
import { StoreError } from "../inventory/store-error.ts";
import { DeliveryPace } from "./delivery-pace.ts";
import { HookRunner, type RunnerPorts } from "./hook-runner.ts";
import { DeliveryLease } from "./lease.ts";

const LIST_MS = 1_000;
/** The same while there are none: another process makes the first one, and its position is kept from then on. */
const LIST_NONE_MS = 5_000;

interface DeliveriesOptions extends RunnerPorts {
  readonly store: HookStore;
  /** How often to look for what has changed while there are hooks. */
  readonly lookIntervalMs: number;
  /** Whether updates wait for their commit: they go first. */
  readonly isBusy: () => boolean;
}

export class Deliveries implements AsyncDisposable {
  readonly #options: DeliveriesOptions;
  readonly #lease: DeliveryLease;
  readonly #pace: DeliveryPace;
  readonly #work: BackgroundWork;
  readonly #runners = new Map<string, HookRunner>();
  readonly #running = new Set<Promise<void>>();
  #aborting = new AbortController();
  #listedAt = Number.NEGATIVE_INFINITY;
  #wasHeld = false;

  /** Delivers until disposed. */
  constructor(options: DeliveriesOptions) {
    this.#options = options;
    const { store, steady: clock, log } = options;
    this.#lease = new DeliveryLease(makeNonce(), { store, clock });
    this.#pace = new DeliveryPace(options);
    this.#work = new BackgroundWork({
      step: () => this.#step(),
      pauseAfterErrorMs: LIST_MS,
      onFailure: (cause) => log.warn("hooks_not_read", { cause }),
    });
  }

  /** Ends the deliveries that run, and stores what others have come to. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#work[Symbol.asyncDispose]();
    this.#abort();
    await Promise.all(this.#running);
    if (this.#lease.isHeld && this.#unsaved.length > 0) await this.#beat().catch(() => {});
  }

  /** A hook was made or changed: looks at once. */
  look(): void {
    this.#listedAt = Number.NEGATIVE_INFINITY;
    this.#work.wake();
  }

  /** How many hooks are in each condition, as this server knows it. */
  get counts(): Readonly<Record<HookCondition, number>> {
    const counts = Object.fromEntries(HOOK_CONDITIONS.map((each) => [each, 0])) as Record<
      HookCondition,
      number
    >;
    for (const { hook } of this.#runners.values()) counts[conditionOf(hook)] += 1;
    return counts;
  }

  /** One look; gives the pause after it, ms. */
  async #step(): Promise<number> {
    if (this.#options.steady.now() - this.#listedAt >= LIST_MS) await this.#list();
    if (this.#runners.size === 0) return LIST_NONE_MS;
    if (this.#isIdle) return LIST_MS;
    if (this.#lease.isBeatDue) await this.#beat();
    if (!this.#lease.isHeld) {
      this.#abort();
      return LIST_MS;
    }
    const newest = await this.#options.newest();
    this.#pace.look();
    for (const runner of this.#runners.values()) if (runner.isDue(newest, this.#pace)) this.#run(runner);
    return this.#options.lookIntervalMs;
  }

  /** All hooks are paused, and that is stored. */
  get #isIdle(): boolean {
    return this.#runners.values().every(({ hook, unsaved }) => hook.pause !== null && unsaved === undefined);
  }

  async #list(): Promise<void> {
    const stored = await this.#options.store.list();
    this.#listedAt = this.#options.steady.now();
    const ids = new Set(stored.map(({ id }) => id));
    for (const id of this.#runners.keys()) if (!ids.has(id)) this.#runners.delete(id);
    for (const hook of stored) this.#take(hook);
  }

  /** The server that delivers knows more than the database, the others do not. */
  #take(hook: Hook): void {
    const runner = this.#runners.get(hook.id);
    if (runner !== undefined && this.#lease.isHeld) runner.update(hook);
    else this.#runners.set(hook.id, new HookRunner(hook, this.#options));
  }

  async #beat(): Promise<void> {
    const unsaved = this.#unsaved;
    const isHeld = await this.#lease.beat(unsaved);
    if (isHeld && this.#wasHeld)
      for (const progress of unsaved) this.#runners.get(progress.id)?.saved(progress);
    // What the holder before has stored must be read before the first delivery.
    if (isHeld && !this.#wasHeld) {
      this.#runners.clear();
      await this.#list();
    }
    this.#wasHeld = isHeld;
  }

  get #unsaved() {
    return [...this.#runners.values()].flatMap(({ unsaved }) => unsaved ?? []);
  }

  #run(runner: HookRunner): void {
    const run = runner.run(this.#aborting.signal).catch((error: unknown) => this.#note(error));
    this.#running.add(run);
    void run.then(() => this.#running.delete(run));
  }

  /** A database that is away is noted by the look itself; an abort is our own. */
  #note(error: unknown): void {
    if (error instanceof StoreError || this.#aborting.signal.aborted) return;
    this.#options.log.error("hook_not_delivered", { cause: String(error) });
  }

  #abort(): void {
    if (this.#running.size === 0) return;
    this.#aborting.abort(new Error("another server may deliver now"));
    this.#aborting = new AbortController();
  }
}
