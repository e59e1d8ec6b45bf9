// The keys that requests are checked against, kept in memory: a request never waits for the store, but for one with a
// well-formed key that nobody here knows yet. A key made, rotated or revoked by another process is noticed within the interval.

import { timingSafeEqual } from "node:crypto";
import { type Clock, type KeyRefusal, type Log, type Metrics, noMetrics } from "../inventory/ports.ts";
import type { KeyRecord, KeyStore } from "../inventory/key-store.ts";
import { SingleFlight } from "../inventory/single-flight.ts";
import { StoreError } from "../inventory/store-error.ts";
import { ExpiryWarnings, isUsable, keyState } from "./expiry.ts";
import { hashKey, isWellFormedKey } from "./format.ts";

/** Promise: a key revoked anywhere is refused everywhere within one second. */
const REFRESH_INTERVAL_MS = 500;
/** Last use is for people; five seconds late is early enough, and costs one write however many requests came. */
const TOUCH_INTERVAL_MS = 5_000;
/**
 * The keys are also read for a key that is not known here, at most once in this time, for all such requests together. So a
 * client that makes up keys can neither keep the store busy nor use up what others need.
 */
const LOOK_UP_INTERVAL_MS = 20;

/** A key that was not used for so long has no client left that its end would stop. */
const IN_USE_MS = 7 * 86_400_000;

interface Ports {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics?: Metrics;
}

/** The counter where the keys are to be read whatever it is. */
const UNREAD = -1;

/** Hex digits of a SHA-256. */
const HASH_LENGTH = 64;

export class ApiKeys implements AsyncDisposable {
  readonly #store: KeyStore;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #metrics: Metrics;
  readonly #warnings: ExpiryWarnings;
  readonly #timers: ReturnType<typeof setInterval>[] = [];
  /** What failed the last time that it was tried, by its event. */
  readonly #failing = new Set<string>();
  #byHash = new Map<string, KeyRecord>();
  #counter = UNREAD;
  #uses = new Map<string, number>();
  /** When each key was last used here, by its id, as far as it is written down. */
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
   * Loads the keys and keeps them fresh until disposed of. Where the database is away just now, they are loaded when it
   * is back. Throws a StoreError where trying again cannot help.
   */
  static async open(store: KeyStore, ports: Ports): Promise<ApiKeys> {
    const keys = new ApiKeys(store, ports);
    await keys.refresh().catch((error: unknown) => {
      if (!(error instanceof StoreError && error.code === "unavailable")) throw error;
    });
    keys.#every(REFRESH_INTERVAL_MS, "keys_refresh_failed", () => keys.refresh());
    keys.#every(TOUCH_INTERVAL_MS, "keys_touch_failed", () => keys.flush());
    return keys;
  }

  /** The record of a usable key, or why it is refused; undefined where only the store can tell. */
  recall(key: string): KeyRecord | KeyRefusal | undefined {
    const hash = hashKey(key);
    const known = this.#byHash.get(hash);
    if (known !== undefined) return this.#judge(known, hash);
    return isWellFormedKey(key) ? undefined : this.#refuse("malformed");
  }

  /** The same of a key that is not known here: by the keys as they are in the store now. Throws a StoreError. */
  async lookUp(key: string): Promise<KeyRecord | KeyRefusal> {
    await this.refresh();
    const hash = hashKey(key);
    return this.#judge(this.#byHash.get(hash), hash);
  }

  /** Reads the keys again where any was made, rotated or revoked before this call. */
  async refresh(): Promise<void> {
    await this.#refreshes.get();
  }

  /** Writes down when keys were last used. */
  async flush(): Promise<void> {
    if (this.#uses.size === 0) return;
    const uses = this.#uses;
    this.#uses = new Map();
    for (const [id, at] of uses) this.#usedAt.set(id, at);
    try {
      await this.#store.touch(uses);
    } catch (error) {
      // For the next round, which may know of later ones.
      this.#uses = new Map([...uses, ...this.#uses]);
      throw error;
    }
  }

  /**
   * The first end of the keys that are still good and were used within the last week, ms since 1970; undefined where none
   * of them ends. One that is no longer used, such as the old one of a rotation, may end unnoticed.
   */
  firstExpiry(): number | undefined {
    const now = this.#clock.now();
    const ends = [...this.#byHash.values()]
      .filter((record) => isUsable(record, now) && now - this.#lastUseOf(record) < IN_USE_MS)
      .flatMap(({ expiresAt }) => expiresAt ?? []);
    return ends.length === 0 ? undefined : Math.min(...ends);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#attempt("keys_touch_failed", () => this.flush());
  }

  async #read(): Promise<void> {
    const counter = await this.#store.counter();
    if (counter === this.#counter) return;
    const records = await this.#store.list();
    this.#byHash = new Map(records.map((record) => [record.hash, record]));
    // Where it has moved on, the keys may be newer than `counter`, and a database that is rewound to it would hide that.
    this.#counter = (await this.#store.counter()) === counter ? counter : UNREAD;
  }

  #judge(record: KeyRecord | undefined, hash: string): KeyRecord | KeyRefusal {
    if (record === undefined || !sameText(record.hash, hash)) return this.#refuse("unknown");
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
   * A database that is away is no reason to stop: requests get their 503 elsewhere, and the next round tries again. Told
   * once, at the first of many failures: nobody reads the same line twice a second.
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

const encoder = new TextEncoder();
const left = new Uint8Array(HASH_LENGTH);
const right = new Uint8Array(HASH_LENGTH);

/** In constant time, so that nobody learns a hash by trying. */
function sameText(a: string, b: string): boolean {
  encoder.encodeInto(a, left);
  encoder.encodeInto(b, right);
  return timingSafeEqual(left, right);
}
