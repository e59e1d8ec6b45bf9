// A dashboard without a browser: its real state and the real client on a real service, in an environment that the test
// controls.

import type { InventoryItem } from "../../../src/client/client.ts";
import { PetstockClient } from "../../../src/client/client.ts";
import { findRow } from "../../../src/dashboard/model/rows.ts";
import { Dashboard } from "../../../src/dashboard/state/dashboard.ts";
import type { KeyStorage, TextStorage, Timing } from "../../../src/dashboard/state/environment.ts";
import type { Bulk, Save, State } from "../../../src/dashboard/state/state.ts";
import type { TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";
import { TestNetwork } from "./network.ts";

export interface PageOptions {
  /** Signs in with this key and waits for the list; stays signed out if absent. */
  readonly key?: string;
  readonly remember?: boolean;
  /** The query of the page's address. */
  readonly query?: string;
  /** Shared by pages of one browser. */
  readonly storage?: TestStorage;
  readonly timing?: Partial<Timing>;
}

/** Polls often; shows marks for longer than a test takes. */
const TIMING: Timing = {
  pollIntervalMs: 10,
  paintIntervalMs: 0,
  changeMarkMs: 120_000,
  savedMarkMs: 120_000,
};

export class TestPage implements Disposable {
  readonly dashboard: Dashboard;
  readonly network = new TestNetwork();
  readonly address = new TestAddress();
  /** Every notice so far, as later ones replace earlier ones. */
  readonly notices: string[] = [];
  /** Milliseconds that the clock is ahead. */
  clockAheadMs = 0;
  #shown = Promise.resolve();
  #lastNotice: State["notice"];

  private constructor(url: string, { query = "", storage = new TestStorage(), timing = {} }: PageOptions) {
    this.address.steps = [query];
    this.dashboard = new Dashboard({
      // Retries have tests of their own: test/client.
      connect: (apiKey) => new PetstockClient({ url, apiKey, fetch: this.network.fetch, retries: 0 }),
      address: this.address,
      storage,
      untilVisible: () => this.#shown,
      now: () => Date.now() + this.clockAheadMs,
      timing: { ...TIMING, ...timing },
    });
    this.dashboard.store.subscribe(() => this.#noteNotice());
    this.dashboard.start();
  }

  static async open({ url }: Pick<TestService, "url">, options: PageOptions = {}): Promise<TestPage> {
    const page = new TestPage(url, options);
    if (options.key !== undefined) await page.signIn(options.key, options);
    return page;
  }

  get state(): State {
    return this.dashboard.store.state;
  }

  async signIn(key: string, { remember = false }: Pick<PageOptions, "remember"> = {}): Promise<void> {
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
    return findRow(this.state.rows, BigInt(petId));
  }

  /** The state of the pet's save, as its row shows it. */
  save(petId: number): Save | undefined {
    return this.state.saves.get(BigInt(petId));
  }

  async untilSave(petId: number, kind: Save["kind"]): Promise<Save> {
    await this.until(`pet ${petId} to be ${kind}`, () => this.save(petId)?.kind === kind);
    return this.save(petId)!;
  }

  /** Types a quantity into the row and presses Enter. */
  edit(petId: number, text: string): void {
    this.dashboard.editor.begin(this.row(petId)!);
    this.dashboard.editor.type(text);
    this.dashboard.editor.commit();
  }

  /** The current step of the bulk change, once it is this one. */
  async bulkStep<S extends Bulk["step"]>(step: S): Promise<Extract<Bulk, { step: S }>> {
    await this.until(`the step ${step}`, ({ bulk }) => bulk?.step === step);
    return this.state.bulk as Extract<Bulk, { step: S }>;
  }

  hide(): () => void {
    const shown = Promise.withResolvers<void>();
    this.#shown = shown.promise;
    return shown.resolve;
  }

  [Symbol.dispose](): void {
    this.dashboard.session.close();
  }

  #noteNotice(): void {
    const { notice } = this.state;
    if (notice !== undefined && notice !== this.#lastNotice) this.notices.push(notice.text);
    this.#lastNotice = notice;
  }
}

export class TestAddress {
  /** The browser's history, the current step last. */
  steps: string[] = [];
  #listener = (): void => {};

  query(): string {
    return this.steps.at(-1)!;
  }

  push(query: string): void {
    this.steps.push(query);
  }

  replace(query: string): void {
    this.steps.splice(-1, 1, query);
  }

  onNavigate(listener: () => void): void {
    this.#listener = listener;
  }

  back(): void {
    this.steps.pop();
    this.#listener();
  }
}

/** Both storages of one browser. */
export class TestStorage implements KeyStorage {
  /** A browser that blocks storage throws when it is accessed. */
  isBlocked = false;
  readonly locals = new Map<string, string>();
  readonly sessions = new Map<string, string>();

  local(): TextStorage {
    return this.#open(this.locals);
  }

  session(): TextStorage {
    return this.#open(this.sessions);
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
