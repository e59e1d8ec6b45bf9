// The keys in memory, against which requests are checked. A request waits for the store only if its well-formed key is not in
// memory. Keys that another process makes, rotates or revokes are noticed within the refresh interval.

import { type Clock } from "../inventory/clock.ts";
import { type KeyRefusal, type Metrics, noMetrics } from "../inventory/metrics.ts";
import { type Log } from "../inventory/log.ts";
import { IdlePace } from "../inventory/idle-pace.ts";
import { keyState } from "../inventory/key-expiry.ts";
import { isUsable, judgeLink, lineageOf } from "../inventory/key-lifecycle.ts";
import type { Caller, KeyRecord, KeyStore, LinkOutcome } from "../inventory/key-store.ts";
import { SingleFlight } from "../inventory/single-flight.ts";
import { StoreError } from "../inventory/store-error.ts";
import { ExpiryWarnings } from "./expiry-warnings.ts";
import { isWellFormedKey } from "./format.ts";
import { KeyIndex, keyHash, linkHash } from "./key-index.ts";

/** Promise: a key that any server revokes is refused on all servers within one second. */
const REFRESH_INTERVAL_MS = 500;
/** Ten seconds without a question about a key: afterwards the first question waits for a look. */
const QUIET_TICKS = 20;
/** The last use is shown to people: five seconds late is early enough, and costs one write for any number of requests. */
const TOUCH_INTERVAL_MS = 5_000;
/**
 * A key that is not in memory is looked up in the store, at most once in this time for all such requests together, so that a
 * client with invented keys can neither keep the store busy nor slow down other clients.
 */
const LOOK_UP_INTERVAL_MS = 20;

/** A key that was not used for so long has no client that its expiry would stop. */
const IN_USE_MS = 7 * 86_400_000;

interface Ports {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics?: Metrics;
}

/** Differs from every counter, so that the keys are read. */
const UNREAD = -1;

export class ApiKeys implements AsyncDisposable {
  readonly #store: KeyStore;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #metrics: Metrics;
  readonly #warnings: ExpiryWarnings;
  readonly #timers: ReturnType<typeof setInterval>[] = [];
  /** The events of the tasks whose last attempt failed. */
  readonly #failing = new Set<string>();
  #byId = new Map<string, KeyRecord>();
  #index = new KeyIndex<Caller>([], keyHash);
  #links = new KeyIndex<KeyRecord>([], linkHash);
  #counter = UNREAD;
  readonly #pace = new IdlePace(QUIET_TICKS);
  /** Without requests the keys are read too rarely for the promise; they must be read before the next answer. */
  #isStale = false;
  #uses = new Map<string, number>();
  /** When each key was last used in this process, by its id, as far as that is stored. */
  readonly #usedAt = new Map<string, number>();
  readonly #refreshes = new SingleFlight(() => this.#read(), { intervalMs: LOOK_UP_INTERVAL_MS });

  private constructor(store: KeyStore, { clock, log, metrics = noMetrics }: Ports) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
    this.#metrics = metrics;
    this.#warnings = new ExpiryWarnings(log);
  }

  /**
   * Loads the keys and keeps them fresh until disposed of. If the database is unavailable, they are loaded when it is back.
   * Throws a StoreError if a retry cannot help.
   */
  static async open(store: KeyStore, ports: Ports): Promise<ApiKeys> {
    const keys = new ApiKeys(store, ports);
    await keys.refresh().catch((error: unknown) => {
      if (!(error instanceof StoreError && error.code === "unavailable")) throw error;
    });
    keys.#every(REFRESH_INTERVAL_MS, "keys_refresh_failed", () => keys.#look());
    keys.#every(TOUCH_INTERVAL_MS, "keys_touch_failed", () => keys.flush());
    return keys;
  }

  /** Whether a key in memory may have been revoked by another process: it must be looked up. */
  get isStale(): boolean {
    return this.#isStale;
  }

  /** The record of a usable key, or the reason to refuse it; undefined if the key must be looked up in the store. */
  recall(key: string): Caller | KeyRefusal | undefined {
    this.#pace.asked();
    const known = this.#index.find(key);
    if (known !== undefined) return this.#judge(known);
    return isWellFormedKey(key) ? undefined : this.#refuse("malformed");
  }

  /** The same for a key that is not in memory, by the keys that are in the store now. Throws a StoreError. */
  async lookUp(key: string): Promise<Caller | KeyRefusal> {
    await this.refresh();
    const known = this.#index.find(key);
    return known === undefined ? this.#refuse("unknown") : this.#judge(known);
  }

  /** What a link's code is good for, by the keys in memory. */
  recallLink(code: string): LinkOutcome {
    return judgeLink(this.#links.find(code), this.#clock.now());
  }

  /** What a link's code is good for, by the keys that are in the store now: a code that is not known costs no write. Throws a StoreError. */
  async lookUpLink(code: string): Promise<LinkOutcome> {
    await this.refresh();
    return this.recallLink(code);
  }

  /** Whether the key with that id, which was given before, is still valid. Does not count as its use. */
  isUsable(id: string): boolean {
    this.#pace.asked();
    const known = this.#byId.get(id);
    return known !== undefined && isUsable(known, this.#clock.now());
  }

  /** Reads the keys again if any was made, rotated or revoked before this call. */
  async refresh(): Promise<void> {
    await this.#refreshes.get();
  }

  /** Takes over keys that this process has changed: that counts at once, also where the database cannot be read now. */
  learn(changed: readonly KeyRecord[]): void {
    for (const record of changed) this.#byId.set(record.id, record);
    this.#reindex();
  }

  /** Stores when keys were last used. */
  async flush(): Promise<void> {
    if (this.#uses.size === 0) return;
    const uses = this.#uses;
    this.#uses = new Map();
    for (const [id, at] of uses) this.#usedAt.set(id, at);
    try {
      await this.#store.touch(uses);
    } catch (error) {
      // Kept for the next attempt; later uses take precedence.
      this.#uses = new Map([...uses, ...this.#uses]);
      throw error;
    }
  }

  /**
   * The earliest expiry of the usable keys that were used within the last week, ms since 1970; undefined if none of them
   * expires. A key that is no longer used, such as the old one of a rotation, may expire unnoticed.
   */
  firstExpiry(): number | undefined {
    const now = this.#clock.now();
    const ends = [...this.#byId.values()]
      .filter((record) => isUsable(record, now) && now - this.#lastUseOf(record) < IN_USE_MS)
      .flatMap(({ expiresAt }) => expiresAt ?? []);
    return ends.length === 0 ? undefined : Math.min(...ends);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#attempt("keys_touch_failed", () => this.flush());
  }

  async #look(): Promise<void> {
    const isDue = this.#pace.tick();
    this.#isStale ||= this.#pace.isResting;
    if (isDue) await this.refresh();
  }

  async #read(): Promise<void> {
    await this.#readChanged();
    this.#isStale = this.#pace.isResting;
  }

  async #readChanged(): Promise<void> {
    const counter = await this.#store.counter();
    if (counter === this.#counter) return;
    const records = await this.#store.list();
    this.#byId = new Map(records.map((record) => [record.id, record]));
    this.#reindex();
    // If the counter has changed meanwhile, the keys may be newer than `counter`, and a database that is restored to
    // `counter` would hide that.
    this.#counter = (await this.#store.counter()) === counter ? counter : UNREAD;
  }

  #reindex(): void {
    const records = [...this.#byId.values()];
    const callers = records.map((record) => ({ ...record, lineage: lineageOf(record, this.#byId) }));
    this.#index = new KeyIndex<Caller>(callers, keyHash);
    this.#links = new KeyIndex(records, linkHash);
  }

  #judge(record: Caller): Caller | KeyRefusal {
    const now = this.#clock.now();
    const state = keyState(record, now);
    if (state === "revoked" || state === "expired") return this.#refuse(state);
    if (state !== "active") this.#warnings.noteUse(record, now);
    this.#uses.set(record.id, now);
    return record;
  }

  #lastUseOf({ id, lastUsedAt }: KeyRecord): number {
    return this.#uses.get(id) ?? Math.max(this.#usedAt.get(id) ?? 0, lastUsedAt ?? 0);
  }

  #refuse(reason: KeyRefusal): KeyRefusal {
    this.#metrics.keyRefused(reason);
    return reason;
  }

  /**
   * A failure ends nothing: requests get their 503 elsewhere, and the next interval tries again. Only the first of several
   * failures is logged.
   */
  async #attempt(failureEvent: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#failing.delete(failureEvent);
    } catch (error) {
      if (!this.#failing.has(failureEvent)) this.#log.warn(failureEvent, { cause: String(error) });
      this.#failing.add(failureEvent);
    }
  }

  #every(intervalMs: number, failureEvent: string, work: () => Promise<void>): void {
    let busy = false;
    const timer = setInterval(async () => {
      if (busy) return;
      busy = true;
      await this.#attempt(failureEvent, work);
      busy = false;
    }, intervalMs);
    timer.unref();
    this.#timers.push(timer);
  }
}
