// Runs in the page: calls functions with values of WebDriver BiDi, keeps what its handles name, and notes what the page has reported.
// WebKit's driver sends its source with each script, as the page's policy allows no other.

/** A value as in https://w3c.github.io/webdriver-bidi/#type-script-RemoteValue */
export interface RemoteValue {
  readonly type?: string;
  readonly value?: unknown;
  readonly handle?: string;
  readonly sharedId?: string;
}

export interface Reported {
  readonly kind: "console" | "error" | "file";
  readonly text: string;
}

/** What the page is after a script. */
export interface PageState {
  /** Of this document. */
  readonly realm: string;
  readonly url: string;
  readonly readyState: "loading" | "interactive" | "complete";
  readonly reported: readonly Reported[];
}

export interface Call {
  /** Of the window. */
  readonly context: string;
  readonly args: readonly RemoteValue[];
  /** Whether the result is a handle, unless it is a primitive. */
  readonly asHandle: boolean;
  readonly awaitPromise: boolean;
  /** Handles that are no longer needed. */
  readonly disowned: readonly string[];
}

export interface Outcome extends PageState {
  readonly result?: RemoteValue;
  /** As `Error: message`. */
  readonly exception?: string;
}

export interface PageAgent {
  state(): PageState;
  /** `sources`: what an `eval` of these texts gives from now on. */
  call(
    run: (...args: unknown[]) => unknown,
    call: Call,
    sources: readonly (readonly [text: string, evaluate: () => unknown])[],
  ): Promise<Outcome>;
}

/** The tests' types are without a DOM. */
interface PageGlobal {
  readonly document: {
    readonly readyState: PageState["readyState"];
    execCommand(command: "insertText", showsUi: false, text: string): boolean;
  };
  readonly location: { readonly href: string };
  readonly Node: new () => { readonly localName?: string };
  eval: (text: string) => unknown;
  addEventListener(type: string, listener: (event: PageEvent) => void, isCapturing?: boolean): void;
}

interface PageEvent {
  readonly error?: unknown;
  readonly message?: string;
  readonly reason?: unknown;
  readonly target: { closest?(selector: string): unknown } | null;
  preventDefault(): void;
}

/** Self-contained, as its source is sent. */
export function makePageAgent(): PageAgent {
  const page = globalThis as unknown as PageGlobal;
  const kept = new Map<string, unknown>();
  const evaluations = new Map<string, (text: string) => unknown>();
  const reported: Reported[] = [];
  // No `randomUUID`: it is absent on addresses without TLS.
  const realm = `realm-${Math.random()}`;
  let last = 0;
  let context = "";

  function keep(value: unknown): string {
    last += 1;
    const name = `${realm}-${last}`;
    kept.set(name, value);
    return name;
  }

  function typeOf(value: object): string {
    if (value === globalThis) return "window";
    if (value instanceof page.Node) return "node";
    if (typeof value === "function") return "function";
    if (Array.isArray(value)) return "array";
    return value instanceof Error ? "error" : "object";
  }

  function primitive(value: unknown): RemoteValue | undefined {
    if (value === null) return { type: "null" };
    if (typeof value === "number" && (!Number.isFinite(value) || Object.is(value, -0))) {
      return { type: "number", value: Object.is(value, -0) ? "-0" : String(value) };
    }
    if (typeof value === "bigint") return { type: "bigint", value: String(value) };
    if (typeof value === "symbol" || typeof value === "undefined") return { type: typeof value };
    return typeof value === "object" || typeof value === "function"
      ? undefined
      : { type: typeof value, value };
  }

  function remote(value: unknown, asHandle: boolean): RemoteValue {
    const simple = primitive(value);
    if (simple !== undefined) return simple;
    const type = typeOf(value as object);
    if (type === "window") return { type, value: { context }, ...(asHandle && { handle: keep(value) }) };
    if (type === "node") {
      const name = keep(value);
      const { localName = "" } = value as { readonly localName?: string };
      return { type, sharedId: name, value: { localName }, ...(asHandle && { handle: name }) };
    }
    if (asHandle) return { type, handle: keep(value) };
    if (type === "array") return { type, value: (value as unknown[]).map((each) => remote(each, false)) };
    if (type !== "object") return { type };
    return {
      type,
      value: Object.entries(value as object).map(([name, each]) => [name, remote(each, false)]),
    };
  }

  function local({ type, value, handle, sharedId }: RemoteValue): unknown {
    const name = handle ?? sharedId;
    if (name !== undefined) {
      if (!kept.has(name)) throw new Error(`no such handle: ${name}`);
      return kept.get(name);
    }
    if (type === "null") return null;
    if (type === "number") return Number(value);
    if (type === "bigint") return BigInt(value as string);
    if (type === "array") return (value as RemoteValue[]).map(local);
    if (type !== "object") return value;
    return Object.fromEntries((value as [RemoteValue, RemoteValue][]).map((pair) => pair.map(local)));
  }

  function describe(error: unknown): string {
    return error instanceof Error ? `${error.name}: ${error.message}\n${error.stack}` : String(error);
  }

  const evalOfPage = page.eval;
  const inBrackets = /^\((.*)\)$/s;
  page.eval = (text: string) =>
    (evaluations.get(text) ?? evaluations.get(text.replace(inBrackets, "$1")) ?? evalOfPage)(text);
  // playwright brings its own, which it would have to evaluate.
  Object.assign(page, {
    __pw_bidiInsertText: (text: string) => void page.document.execCommand("insertText", false, text),
  });

  const say = console.error;
  console.error = (...args: unknown[]) => {
    reported.push({ kind: "console", text: args.map(describe).join(" ") });
    say(...args);
  };
  page.addEventListener("error", ({ error, message }) =>
    reported.push({ kind: "error", text: error === undefined ? String(message) : describe(error) }),
  );
  page.addEventListener("unhandledrejection", ({ reason }) =>
    reported.push({ kind: "error", text: describe(reason) }),
  );
  // The test chooses the files in place of the system's dialog.
  page.addEventListener(
    "click",
    (event) => {
      const field = event.target?.closest?.("input[type=file]");
      if (field === undefined || field === null) return;
      event.preventDefault();
      reported.push({ kind: "file", text: keep(field) });
    },
    true,
  );

  const state = (): PageState => ({
    realm,
    url: page.location.href,
    readyState: page.document.readyState,
    reported: reported.splice(0),
  });

  return {
    state,
    async call(run, { args, asHandle, awaitPromise, disowned, context: window }, sources) {
      context = window;
      for (const [text, evaluate] of sources) evaluations.set(text, evaluate);
      for (const name of disowned) kept.delete(name);
      try {
        const values = args.map(local);
        let result = run(...values);
        if (awaitPromise) result = await result;
        return { result: remote(result, asHandle), ...state() };
      } catch (error) {
        return { exception: describe(error), ...state() };
      }
    },
  };
}
