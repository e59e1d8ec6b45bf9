// A user context of WebDriver BiDi: a session of WebKit's driver, which begins with its first window.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DriverSession, type SessionOptions } from "./driver.ts";
import { until } from "../until.ts";
import { type Emit, type Size, Tab } from "./tab.ts";

export type Browser = Omit<SessionOptions, "downloads" | "proxy">;

export class UserContext {
  readonly id: string;
  readonly #browser: Browser;
  readonly #proxy: object | undefined;
  readonly #emit: Emit;
  readonly #tabs = new Map<string, Tab>();
  #session: Promise<DriverSession> | undefined;
  #acting: Promise<void> = Promise.resolve();
  #current: string | undefined;
  downloads: string | undefined;
  size: Size | undefined;

  constructor(id: string, browser: Browser, proxy: object | undefined, emit: Emit) {
    this.id = id;
    this.#browser = browser;
    this.#proxy = proxy;
    this.#emit = emit;
  }

  /** Its window is the current one. */
  async open(): Promise<Tab> {
    const isFirst = this.#session === undefined;
    this.#session ??= this.#start();
    const session = await this.#session;
    const handle = isFirst
      ? await session.get<string>("/window")
      : (await session.post<{ handle: string }>("/window/new", { type: "window" })).handle;
    await this.select(handle);
    await (isFirst ? takeKeyboard(session) : settled(session));
    const context = {
      context: handle,
      userContext: this.id,
      parent: null,
      url: "about:blank",
      children: null,
    };
    this.#emit("browsingContext.contextCreated", { ...context, originalOpener: null });
    const tab = new Tab(handle, session, { emit: this.#emit, isSelected: () => this.#current === handle });
    this.#tabs.set(handle, tab);
    if (this.size !== undefined) await tab.resize(this.size);
    await tab.look();
    return tab;
  }

  has(tab: string): boolean {
    return this.#tabs.has(tab);
  }

  /** The session, with this window as the current one: tests use one at a time. */
  async select(tab: string): Promise<DriverSession> {
    const session = await this.#session!;
    const isSelected = this.#current === tab;
    this.#current = tab;
    if (!isSelected) await session.post("/window", { handle: tab });
    return session;
  }

  /** One after the other: the driver refuses an action during another. */
  act(tab: string, actions: readonly object[]): Promise<void> {
    const act = async () => void (await (await this.select(tab)).post("/actions", { actions }));
    this.#acting = this.#acting.then(act, act);
    return this.#acting;
  }

  tab(id: string): Tab {
    return this.#tabs.get(id)!;
  }

  async close(id: string): Promise<void> {
    const session = await this.select(id);
    this.#forget(id);
    await session.delete("/window");
    this.#current = undefined;
  }

  async end(): Promise<void> {
    const session = await this.#session;
    for (const id of this.#tabs.keys()) this.#forget(id);
    await session?.end();
  }

  #forget(id: string): void {
    this.#tabs.get(id)!.close();
    this.#tabs.delete(id);
  }

  #start(): Promise<DriverSession> {
    const folder = join(this.#browser.folder, this.id);
    mkdirSync(folder, { recursive: true });
    return DriverSession.start({ ...this.#browser, folder, downloads: this.downloads, proxy: this.#proxy });
  }
}

/** The first window has it; those that a page or a test opens later are only read. */
async function takeKeyboard(session: DriverSession): Promise<void> {
  await settled(session);
  await until("the keyboard", async () => {
    await session.focusWindow();
    return session.post<boolean>("/execute/sync", { script: "return document.hasFocus()", args: [] });
  });
}

/** The driver tells of a window before its empty page, which replaces another one. */
async function settled(session: DriverSession): Promise<void> {
  const script = "return performance.now() > 200";
  await until("an empty page", () => session.post<boolean>("/execute/sync", { script, args: [] }));
}
