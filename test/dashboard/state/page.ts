// A dashboard without a browser: its real state and the real client on a real service, in an environment that the test
// controls.

import { type InventoryItem, type Label, PetstockAdmin, PetstockClient } from "../../../src/client/client.ts";
import { DirectSource } from "../../../src/dashboard/data/inventory-source.ts";
import { Dashboard } from "../../../src/dashboard/app/dashboard.ts";
import type { KeyStorage, TabLocks, TextStorage, Timing } from "../../../src/dashboard/state/environment.ts";
import type {
  OpenRecords,
  Records,
  RecordStore,
  StoredRecord,
} from "../../../src/dashboard/state/records.ts";
import { shownLabel } from "../../../src/dashboard/edits/label-save.ts";
import { LABEL_MEMBERS, type LabelPatch, NO_MEMBERS } from "../../../src/inventory/label.ts";
import type { LabelSave, QuantitySave, State } from "../../../src/dashboard/state/state.ts";
import type { TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";
import { isChanges, TestNetwork } from "./network.ts";

export interface PageOptions {
  /** Signs in with this key and waits for the list; stays signed out if absent. */
  readonly key?: string;
  readonly remember?: boolean;
  /** The query of the page's address. */
  readonly query?: string;
  /** The fragment of the page's address, such as `#key=…`. */
  readonly fragment?: string;
  /** Shared by pages of one browser. */
  readonly storage?: TestStorage;
  readonly timing?: Partial<Timing>;
  /** The page opens without a network. */
  readonly offline?: boolean;
  /** False: the service offers no streams, so that the page reads the list again and again. Default true. */
  readonly streams?: boolean;
}

const IMPORT_WORKER = new URL("../../../src/dashboard/transfer/import-worker.ts", import.meta.url);

/** Polls often; shows marks for longer than a test takes. */
const TIMING: Timing = {
  pollIntervalMs: 10,
  paintIntervalMs: 0,
  checkIntervalMs: 50,
  changeMarkMs: 120_000,
  savedMarkMs: 120_000,
};

export class TestPage implements Disposable {
  readonly dashboard: Dashboard;
  readonly network = new TestNetwork();
  readonly address: TestAddress;
  /** Every notice so far, as later ones replace earlier ones. */
  readonly notices: string[] = [];
  /** Milliseconds that the clock is ahead. */
  clockAheadMs = 0;
  #hidden: Promise<void> | undefined;
  readonly #onVisibility = new Set<() => void>();
  #lastNotice: State["notice"];
  readonly #storage: TestStorage;

  private constructor(url: string, options: PageOptions) {
    const { query = "", fragment = "", storage = new TestStorage(), timing = {}, offline = false } = options;
    if (offline) this.network.drop(() => true);
    this.address = new TestAddress(query, fragment);
    this.#storage = storage;
    // Retries have tests of their own: test/client.
    const service = { url, fetch: this.network.fetch, retries: 0 };
    this.dashboard = new Dashboard({
      service,
      connect: (apiKey) => {
        const connection = { ...service, apiKey };
        return {
          client: new PetstockClient(connection),
          admin: new PetstockAdmin(connection),
          source: new DirectSource(connection),
        };
      },
      openImportWorker: () => new Worker(IMPORT_WORKER),
      openScanWorker: () => {
        throw new Error("no page has a camera here");
      },
      address: this.address,
      storage,
      records: storage.records,
      locks: storage.locksOf(this),
      visibility: {
        isVisible: () => this.#hidden === undefined,
        untilVisible: async () => this.#hidden,
        onChange: (listener) => {
          this.#onVisibility.add(listener);
          return () => void this.#onVisibility.delete(listener);
        },
      },
      now: () => Date.now() + this.clockAheadMs,
      serverTime: async () => Date.now(),
      chooseLanguage: async () => {},
      timing: { ...TIMING, ...timing },
    });
    this.dashboard.store.subscribe(() => this.#noteNotice());
    this.dashboard.start();
  }

  static async open({ url }: Pick<TestService, "url">, options: PageOptions = {}): Promise<TestPage> {
    const page = new TestPage(url, options);
    if (options.streams === false) page.network.deny(isChanges);
    const { key, storage } = options;
    // A browser that stores the key signs in by itself.
    const isStored = key !== undefined && [...(storage?.locals.values() ?? [])].includes(key);
    if (isStored) await page.untilLoaded();
    else if (key !== undefined) await page.signIn(key, options);
    return page;
  }

  get state(): State {
    return this.dashboard.store.state;
  }

  async signIn(key: string, { remember = true }: Pick<PageOptions, "remember"> = {}): Promise<void> {
    this.dashboard.session.signIn(key, { remember });
    await this.untilLoaded();
  }

  async untilLoaded(): Promise<void> {
    await this.until("the list", ({ session, loading }) => session.phase === "in" && loading === "complete");
  }

  /** Waits until the state fulfills a condition. */
  async until(what: string, isFulfilled: (state: State) => boolean): Promise<void> {
    await until(what, () => isFulfilled(this.state)).catch((error: unknown) => {
      throw new Error(`${String(error)}; notices: ${this.notices.join(" | ")}`, { cause: error });
    });
  }

  /** Waits until a notice was shown. Forgets the notices up to it. */
  async sees(text: string): Promise<void> {
    await this.until(`the notice "${text}"`, () => this.notices.includes(text));
    this.notices.splice(0, this.notices.indexOf(text) + 1);
  }

  /** Waits until the row shows a quantity. */
  async shows(petId: number, quantity: number): Promise<void> {
    await this.until(`pet ${petId} to be ${quantity}`, () => this.row(petId)?.quantity === quantity);
  }

  row(petId: number): InventoryItem | undefined {
    return this.dashboard.pets.item(BigInt(petId));
  }

  /** The state of the pet's save, as its row shows it. */
  save(petId: number): QuantitySave | undefined {
    return this.state.saves.get(BigInt(petId));
  }

  async untilSave(petId: number, kind: QuantitySave["kind"]): Promise<QuantitySave> {
    await this.until(`pet ${petId} to be ${kind}`, () => this.save(petId)?.kind === kind);
    return this.save(petId)!;
  }

  /** Types a quantity into the row and presses Enter. */
  edit(petId: number, text: string): void {
    this.dashboard.editor.begin(this.row(petId)!);
    this.dashboard.editor.type(text);
    this.dashboard.editor.commit();
  }

  label(petId: number): Label | undefined {
    return this.dashboard.pets.label(BigInt(petId));
  }

  /** The state of the save of the pet's label, as its panel shows it. */
  labelSave(petId: number): LabelSave | undefined {
    return this.state.labelSaves.get(BigInt(petId));
  }

  async untilLabelSave(petId: number, kind: LabelSave["kind"]): Promise<LabelSave> {
    await this.until(`the label of pet ${petId} to be ${kind}`, () => this.labelSave(petId)?.kind === kind);
    return this.labelSave(petId)!;
  }

  /** Changes members in the label's form, which shows these values (`seen`) and presses Enter. */
  editLabel(petId: number, label: LabelPatch, seen: LabelPatch = this.shownMembers(petId, label)): void {
    const { labelSaves } = this.dashboard;
    labelSaves.save({ petId: BigInt(petId), label: seen }, { kind: "label", label });
  }

  shownMembers(petId: number, members: LabelPatch): LabelPatch {
    const shown = shownLabel(this.label(petId), this.labelSave(petId)) ?? NO_MEMBERS;
    return Object.fromEntries(
      LABEL_MEMBERS.filter((each) => each in members).map((each) => [each, shown[each]]),
    );
  }

  hide(): () => void {
    const shown = Promise.withResolvers<void>();
    this.#hidden = shown.promise;
    this.#tellVisibility();
    return () => {
      this.#hidden = undefined;
      shown.resolve();
      this.#tellVisibility();
    };
  }

  [Symbol.dispose](): void {
    this.#storage.release(this);
    this.dashboard.session.close();
  }

  #tellVisibility(): void {
    for (const listener of this.#onVisibility) listener();
  }

  #noteNotice(): void {
    const { notice } = this.state;
    if (notice !== undefined && notice !== this.#lastNotice) this.notices.push(notice.text);
    this.#lastNotice = notice;
  }
}

export class TestAddress {
  /** The browser's history, the current step last. */
  steps: string[];
  #fragment: string;
  #listener = (): void => {};
  #fragmentListener = (): void => {};

  constructor(query: string, fragment: string) {
    this.steps = [query];
    this.#fragment = fragment;
  }

  path(): string {
    return this.steps.at(-1)!.split("?")[0] || "/";
  }

  query(): string {
    const [, query] = this.steps.at(-1)!.split("?");
    return query === undefined ? "" : `?${query}`;
  }

  push(address: string): void {
    this.steps.push(this.#whole(address));
  }

  replace(address: string): void {
    this.steps.splice(-1, 1, this.#whole(address));
  }

  /** The step before the fragment is taken is in no history: a browser replaces it. */
  takeKeyFragment(): string {
    const fragment = this.#fragment;
    this.#fragment = "";
    return fragment;
  }

  onFragment(listener: () => void): void {
    this.#fragmentListener = listener;
  }

  /** The user opens a link that differs from the address by its fragment alone. */
  openFragment(fragment: string): void {
    this.#fragment = fragment;
    this.#fragmentListener();
  }

  onNavigate(listener: () => void): void {
    this.#listener = listener;
  }

  back(): void {
    this.steps.pop();
    this.#listener();
  }

  #whole(address: string): string {
    return address.startsWith("/") || this.path() === "/" ? address : this.path() + address;
  }
}

/** Both storages of one browser. */
export class TestStorage implements KeyStorage {
  /** A browser that blocks storage throws when it is accessed. */
  isBlocked = false;
  /** Records are written once it is resolved: a slow disk. */
  writesAfter = Promise.resolve();
  readonly locals = new Map<string, string>();
  readonly sessions = new Map<string, string>();
  readonly #locks = new Map<string, object>();
  readonly #records = new Map<string, Map<string, StoredRecord>>();

  local(): TextStorage {
    return this.#open(this.locals);
  }

  session(): TextStorage {
    return this.#open(this.sessions);
  }

  /** Of this browser: pages that share the storage share them. */
  readonly records: OpenRecords = <T extends StoredRecord>(store: RecordStore): Records<T> => {
    const entries = (): Map<string, T> => {
      if (this.isBlocked) throw new DOMException("denied", "SecurityError");
      if (!this.#records.has(store)) this.#records.set(store, new Map());
      return this.#records.get(store) as Map<string, T>;
    };
    return {
      all: async () => [...entries().values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      get: async (id) => entries().get(id),
      put: async (record) => {
        await this.writesAfter;
        entries().set(record.id, structuredClone(record));
      },
      remove: async (id) => void entries().delete(id),
    };
  };

  locksOf(page: object): TabLocks {
    return {
      hold: (name) => void this.#locks.set(name, page),
      ifFree: async (name, work) => (this.#locks.has(name) ? undefined : work()),
      whenFree: async (name, work) => {
        await until(`the lock ${name}`, () => !this.#locks.has(name));
        await work();
      },
    };
  }

  /** As when the page is closed. */
  release(page: object): void {
    for (const [name, holder] of this.#locks) if (holder === page) this.#locks.delete(name);
  }

  #open(entries: Map<string, string>): TextStorage {
    if (this.isBlocked) throw new DOMException("denied", "SecurityError");
    return {
      getItem: (name) => entries.get(name) ?? null,
      setItem: (name, value) => void entries.set(name, value),
      removeItem: (name) => void entries.delete(name),
    };
  }
}
