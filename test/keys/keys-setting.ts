// Keys in memory with a real database: two stores (this server's, and another server's), a clock that the test sets, and a
// count of this server's queries.

import { jest } from "bun:test";
import type { KeyRefusal } from "../../src/inventory/metrics.ts";
import type { LogFields } from "../../src/inventory/log.ts";
import type {
  KeyRecord,
  KeyRelink,
  KeyRevocation,
  KeyRotation,
  KeyStore,
  LinkOpening,
} from "../../src/inventory/key-store.ts";
import type { InventoryStore } from "../../src/inventory/store.ts";
import type { StoreError } from "../../src/inventory/store-error.ts";
import { ApiKeys } from "../../src/keys/api-keys.ts";
import { hashKey, makeKey, makeKeyId } from "../../src/keys/format.ts";
import { SqliteStore } from "../../src/sqlite/store.ts";
import { silent } from "../snapshot/model-inventory.ts";
import { keyRecord } from "../store/keys-suite.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";

/** Look-ups of unknown keys read the store at most once in this time. */
export const LOOK_UP_INTERVAL_MS = 20;

/** A store that counts its queries, and that a test can make wait or fail. */
export class CountingKeys implements KeyStore {
  readonly #keys: KeyStore;
  readonly queries = {
    counter: 0,
    list: 0,
    create: 0,
    revoke: 0,
    rotate: 0,
    relink: 0,
    openLink: 0,
    touch: 0,
  };
  /** Delays the result of `list` after the database has answered. */
  delay: Promise<void> = Promise.resolve();
  failure: StoreError | undefined;

  constructor(keys: KeyStore) {
    this.#keys = keys;
  }

  counter = () => this.#count("counter", () => this.#keys.counter());
  list = async () => {
    const { delay } = this;
    const found = await this.#count("list", () => this.#keys.list());
    await delay;
    return found;
  };
  create = (record: KeyRecord) => this.#count("create", () => this.#keys.create(record));
  revoke = (revocation: KeyRevocation) => this.#count("revoke", () => this.#keys.revoke(revocation));
  rotate = (rotation: KeyRotation) => this.#count("rotate", () => this.#keys.rotate(rotation));
  relink = (relink: KeyRelink) => this.#count("relink", () => this.#keys.relink(relink));
  openLink = (opening: LinkOpening) => this.#count("openLink", () => this.#keys.openLink(opening));
  touch = (uses: ReadonlyMap<string, number>) => this.#count("touch", () => this.#keys.touch(uses));

  get total(): number {
    return Object.values(this.queries).reduce((sum, count) => sum + count, 0);
  }

  async #count<T>(method: keyof typeof this.queries, work: () => Promise<T>): Promise<T> {
    this.queries[method] += 1;
    if (this.failure !== undefined) throw this.failure;
    return work();
  }
}

export class KeysSetting implements AsyncDisposable {
  readonly #folder = new TemporaryFolder();
  readonly #stores: InventoryStore[] = [];
  readonly #open: ApiKeys[] = [];
  readonly warnings: string[] = [];
  /** The fields of each `key_expires_soon` warning. */
  readonly expiring: LogFields[] = [];
  /** The injected clock, in milliseconds since 1970. */
  now = 1_700_000_000_000;

  static async make(): Promise<KeysSetting> {
    const setting = new KeysSetting();
    await setting.openStore();
    await setting.openStore();
    return setting;
  }

  get path(): string {
    return this.#folder.file("petstock.db");
  }

  get here(): InventoryStore {
    return this.#stores[0]!;
  }

  get elsewhere(): InventoryStore {
    return this.#stores[1]!;
  }

  async openStore(): Promise<InventoryStore> {
    const store = await SqliteStore.open({ path: this.path, lockTimeoutMs: 30, create: true });
    this.#stores.push(store);
    return store;
  }

  /** Opens the keys of this server. Timers are fake unless `realTime`. */
  async serve({ realTime = false } = {}): Promise<{ keys: ApiKeys; counting: CountingKeys }> {
    if (!realTime) jest.useFakeTimers();
    const counting = new CountingKeys(this.here.keys);
    const warn = (event: string, fields: LogFields = {}) => {
      this.warnings.push(event);
      if (event === "key_expires_soon") this.expiring.push(fields);
    };
    const log = { ...silent, warn };
    const keys = await ApiKeys.open(counting, { clock: { now: () => this.now }, log });
    this.#open.push(keys);
    if (!realTime) await restUntilLookUp();
    return { keys, counting };
  }

  /** Advances the clock and the timers, and lets the work that they start finish. */
  async pass(ms: number): Promise<void> {
    this.now += ms;
    await passForTimers(ms);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const keys of this.#open) await keys[Symbol.asyncDispose]();
    jest.useRealTimers();
    for (const store of this.#stores) await store[Symbol.asyncDispose]();
    this.#folder[Symbol.dispose]();
  }
}

/** Makes a key in the store, as the command line does. */
export async function addKey(
  { keys }: InventoryStore,
  more: Partial<KeyRecord> = {},
): Promise<{ key: string; record: KeyRecord }> {
  const key = makeKey();
  const record = keyRecord(1, { id: makeKeyId(), name: "till", hash: hashKey(key), createdAt: 1, ...more });
  await keys.create(record);
  return { key, record };
}

async function passForTimers(ms: number): Promise<void> {
  jest.advanceTimersByTime(ms);
  // The embedded engine answers synchronously, so microtasks are enough for its answers.
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}

/** Waits until the next look-up can start at once. */
function restUntilLookUp(): Promise<void> {
  return passForTimers(LOOK_UP_INTERVAL_MS);
}

/** Checks a key like a request does: in memory, else in the store. */
export async function verify(keys: ApiKeys, key: string): Promise<KeyRecord | KeyRefusal> {
  const known = keys.recall(key);
  if (typeof known === "string" || (known !== undefined && !keys.isStale)) return known;
  const found = await keys.lookUp(key);
  await restUntilLookUp();
  return found;
}

/** `"usable"`, or the reason why the key is refused. */
export async function verdictOf(keys: ApiKeys, key: string): Promise<"usable" | KeyRefusal> {
  const result = await verify(keys, key);
  return typeof result === "string" ? result : "usable";
}
