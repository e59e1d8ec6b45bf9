// A window of WebKit, with the events of WebDriver BiDi that its driver does not send: they are what has changed since the last script.

import { until } from "../until.ts";
import type { DriverSession } from "./driver.ts";
import {
  type Call,
  makePageAgent,
  type Outcome,
  type PageState,
  type RemoteValue,
  type Reported,
} from "./page-agent.ts";

export type Emit = (method: string, params: object) => void;

/** How old what is known of a page may be. */
const LOOK_MS = 50;

/** In each script, as the page may be another one each time. */
const AGENT = `(globalThis.__agent ??= (${String(makePageAgent)})())`;

const SIZES = "[{ width: innerWidth, height: innerHeight }, { width: outerWidth, height: outerHeight }]";

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Evaluation {
  /** A function of the arguments. */
  readonly source: string;
  readonly args?: readonly RemoteValue[];
  readonly asHandle?: boolean;
  readonly awaitPromise?: boolean;
  /** The texts of expressions that the function evaluates. */
  readonly evaluated?: readonly string[];
}

export interface TabOptions {
  readonly emit: Emit;
  /** Whether scripts run in this window now. */
  readonly isSelected: () => boolean;
}

export class Tab {
  readonly id: string;
  readonly #session: DriverSession;
  readonly #emit: Emit;
  readonly #looking: Timer;
  readonly #gone = new Set<string>();
  #disowned: string[] = [];
  #realm: string | undefined;
  #url = "";
  /** Of the lifecycle of the page: its states that were told. */
  #told = new Set<string>();
  #navigations = 0;

  constructor(id: string, session: DriverSession, { emit, isSelected }: TabOptions) {
    this.id = id;
    this.#session = session;
    this.#emit = emit;
    this.#looking = setInterval(() => isSelected() && void this.look(), LOOK_MS);
  }

  /** Sees what the page has become, unless it is just between two documents. */
  async look(): Promise<void> {
    const state = await this.#session
      .post<PageState>("/execute/sync", { script: `return ${AGENT}.state()`, args: [] })
      .catch(() => undefined);
    if (state !== undefined) this.#see(state);
  }

  /** Throws a DriverError where the page has gone meanwhile. */
  async evaluate({
    source,
    args = [],
    asHandle = false,
    awaitPromise = false,
    evaluated = [],
  }: Evaluation): Promise<Outcome> {
    const call: Call = { context: this.id, args, asHandle, awaitPromise, disowned: this.#disowned.splice(0) };
    const sources = evaluated.map((text) => `[${JSON.stringify(text)}, () => (${expression(text)}\n)]`);
    const script = `const [call, done] = arguments; ${AGENT}.call(${source}, call, [${sources}]).then(done);`;
    const outcome = await this.#session
      .post<Outcome>("/execute/async", { script, args: [call] })
      .catch(async (error: unknown) => {
        await this.look();
        throw error;
      });
    this.#see(outcome);
    return outcome;
  }

  disown(handles: readonly string[]): void {
    this.#disowned.push(...handles);
  }

  /** Returns the navigation's name. */
  async navigate(url: string): Promise<string> {
    await this.look();
    const isSameDocument = withoutHash(url) === withoutHash(this.#url) && url.includes("#");
    await this.#session.post("/url", { url });
    if (!isSameDocument) return this.#navigation(this.#navigations + 1);
    await this.look();
    const navigation = `${this.id}-${url}`;
    this.#emit("browsingContext.fragmentNavigated", { context: this.id, navigation, url: this.#url });
    return navigation;
  }

  async resize({ width, height }: Size): Promise<void> {
    const sizes = () =>
      this.#session.post<[inner: Size, outer: Size]>("/execute/sync", {
        script: `return ${SIZES}`,
        args: [],
      });
    const [inner, outer] = await sizes();
    await this.#session.post("/window/rect", {
      width: width + outer.width - inner.width,
      height: height + outer.height - inner.height,
    });
    await until(`a page of ${width} x ${height}`, async () => {
      const [now] = await sizes();
      return now.width === width && now.height === height;
    });
  }

  close(): void {
    clearInterval(this.#looking);
    this.#emit("browsingContext.contextDestroyed", { context: this.id, parent: null });
  }

  #see({ realm, url, readyState, reported }: PageState): void {
    if (this.#gone.has(realm)) return;
    if (realm !== this.#realm) this.#seeDocument(realm, url);
    else if (url !== this.#url) this.#emit("browsingContext.historyUpdated", { context: this.id, url });
    this.#url = url;
    if (readyState !== "loading") this.#tell("browsingContext.domContentLoaded");
    if (readyState === "complete") this.#tell("browsingContext.load");
    for (const each of reported) this.#report(each);
  }

  #seeDocument(realm: string, url: string): void {
    const context = this.id;
    if (this.#realm !== undefined) {
      this.#gone.add(this.#realm);
      for (const each of [this.#realm, sandboxOf(this.#realm)])
        this.#emit("script.realmDestroyed", { realm: each });
      this.#navigations += 1;
      const navigation = this.#navigation();
      this.#emit("browsingContext.navigationStarted", { context, navigation, url });
      this.#emit("browsingContext.navigationCommitted", { context, navigation, url });
    }
    this.#realm = realm;
    this.#told.clear();
    this.#emit("script.realmCreated", { type: "window", context, realm, origin: "" });
  }

  #navigation(number = this.#navigations): string {
    return `${this.id}-${number}`;
  }

  #tell(method: string): void {
    if (this.#told.has(method)) return;
    this.#told.add(method);
    this.#emit(method, { context: this.id, navigation: this.#navigation(), url: this.#url });
  }

  #report({ kind, text }: Reported): void {
    const source = { realm: this.#realm, context: this.id };
    if (kind === "file") {
      this.#emit("input.fileDialogOpened", {
        context: this.id,
        element: { sharedId: text },
        multiple: false,
      });
    } else {
      const value = kind === "console" ? { method: "error", args: [{ type: "string", value: text }] } : {};
      const type = kind === "console" ? "console" : "javascript";
      this.#emit("log.entryAdded", { type, level: "error", text, source, timestamp: Date.now(), ...value });
    }
  }
}

/** The realm of a sandbox: a name only, as WebKit's driver has one realm. */
export function sandboxOf(realm: string): string {
  return `${realm}-sandbox`;
}

/** Without the semicolon of a statement. */
export function expression(text: string): string {
  return text.replace(/[;\s]+$/, "");
}

function withoutHash(url: string): string {
  return url.replace(/#.*/s, "");
}
