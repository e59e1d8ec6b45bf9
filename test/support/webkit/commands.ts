// The commands of WebDriver BiDi that playwright sends, done by WebKit's driver.

import { DriverError } from "./driver.ts";
import type { Outcome, RemoteValue } from "./page-agent.ts";
import { type Emit, type Evaluation, expression, sandboxOf, type Size, type Tab } from "./tab.ts";
import { type Browser, UserContext } from "./user-context.ts";

/** Of the commands below. */
interface Params {
  readonly context: string;
  readonly target: { readonly context: string; readonly sandbox?: string };
  readonly userContext: string;
  readonly userContexts?: readonly string[];
  readonly proxy?: object;
  readonly downloadBehavior: { readonly destinationFolder?: string };
  readonly viewport: Size | null;
  readonly url: string;
  readonly delta: number;
  readonly expression: string;
  readonly functionDeclaration: string;
  readonly arguments?: readonly RemoteValue[];
  readonly resultOwnership?: "root" | "none";
  readonly awaitPromise: boolean;
  readonly handles: readonly string[];
  readonly actions: readonly InputSource[];
}

interface InputSource {
  readonly type: string;
  readonly id: string;
  readonly actions: readonly { readonly x?: number; readonly y?: number }[];
}

/** They change nothing that a page of these tests could see, or what WebKit's driver cannot: requests, fingers, media. */
const UNANSWERED =
  /^(?:emulation|network|permissions)\.|^session\.(?:subscribe|end)$|PreloadScript$|^browsingContext\.activate$/;

export class Commands {
  readonly #browser: Browser;
  readonly #emit: Emit;
  readonly #contexts = new Map<string, UserContext>();
  #created = 0;

  constructor(browser: Browser, emit: Emit) {
    this.#browser = browser;
    this.#emit = emit;
  }

  /** Throws a DriverError. */
  async answer(method: string, params: Params): Promise<object> {
    const command = this.#commands[method];
    if (command !== undefined) return (await command(params)) ?? {};
    if (UNANSWERED.test(method)) return { intercept: method, collector: method, script: method };
    throw new DriverError("unknown command", `${method} is not known to test/support/webkit`);
  }

  async end(): Promise<void> {
    await Promise.all([...this.#contexts.values()].map((each) => each.end()));
  }

  readonly #commands: Readonly<Record<string, (params: Params) => Promise<object | void>>> = {
    "session.new": async () => ({
      sessionId: "webkit",
      capabilities: { browserName: "webkit", browserVersion: "", userAgent: "" },
    }),
    "browser.createUserContext": async ({ proxy }) => {
      this.#created += 1;
      const id = `context-${this.#created}`;
      this.#contexts.set(id, new UserContext(id, this.#browser, proxy, this.#emit));
      return { userContext: id };
    },
    "browser.setDownloadBehavior": async ({ userContexts, downloadBehavior }) => {
      for (const each of this.#named(userContexts)) each.downloads = downloadBehavior.destinationFolder;
    },
    "browser.removeUserContext": async ({ userContext }) => {
      await this.#contexts.get(userContext)!.end();
      this.#contexts.delete(userContext);
    },
    "browsingContext.create": async ({ userContext }) => ({
      context: (await this.#contexts.get(userContext)!.open()).id,
    }),
    "browsingContext.close": ({ context }) => this.#of(context).close(context),
    "browsingContext.setViewport": async ({ context, userContexts, viewport }) => {
      if (viewport === null) return;
      for (const each of this.#named(userContexts)) each.size = viewport;
      if (context !== undefined) await (await this.#selected(context)).resize(viewport);
    },
    "browsingContext.navigate": async ({ context, url }) => ({
      navigation: await (await this.#selected(context)).navigate(url),
    }),
    "browsingContext.reload": async ({ context }) => {
      await (await this.#of(context).select(context)).post("/refresh");
    },
    "browsingContext.traverseHistory": async ({ context, delta }) => {
      await (await this.#of(context).select(context)).post(delta < 0 ? "/back" : "/forward");
    },
    /** Of what can be seen of the page: no test needs less. */
    "browsingContext.captureScreenshot": async ({ context }) => ({
      data: await (await this.#of(context).select(context)).get<string>("/screenshot"),
    }),
    "script.evaluate": ({ expression: text, ...params }) =>
      this.#run(params, { source: `() => (${expression(text)}\n)` }),
    "script.callFunction": ({ functionDeclaration, arguments: args = [], ...params }) =>
      this.#run(params, { source: functionDeclaration, args, evaluated: evaluatedBy(args) }),
    "script.disown": async ({ target, handles }) =>
      this.#of(target.context).tab(target.context).disown(handles),
    "input.performActions": ({ context, actions }) =>
      this.#of(context).act(context, actions.map(inWholePixels)),
  };

  async #run(
    { target, resultOwnership, awaitPromise }: Pick<Params, "target" | "resultOwnership" | "awaitPromise">,
    evaluation: Evaluation,
  ): Promise<object> {
    const tab = await this.#selected(target.context);
    const outcome = await tab.evaluate({ ...evaluation, awaitPromise, asHandle: resultOwnership === "root" });
    return answerOf(outcome, target.sandbox !== undefined);
  }

  async #selected(context: string): Promise<Tab> {
    await this.#of(context).select(context);
    return this.#of(context).tab(context);
  }

  #of(context: string): UserContext {
    const found = [...this.#contexts.values()].find((each) => each.has(context));
    if (found === undefined) throw new DriverError("no such frame", `${context} is closed`);
    return found;
  }

  #named(userContexts: readonly string[] = []): readonly UserContext[] {
    return userContexts.map((each) => this.#contexts.get(each)!);
  }
}

function answerOf({ realm, result, exception }: Outcome, isSandbox: boolean): object {
  const name = isSandbox ? sandboxOf(realm) : realm;
  if (exception === undefined) return { type: "success", realm: name, result };
  return { type: "exception", realm: name, exceptionDetails: { text: exception } };
}

/** playwright's functions evaluate texts among their arguments, which the page's policy forbids: they are sent as parts of the script. */
function evaluatedBy(args: readonly RemoteValue[]): string[] {
  const texts = args.flatMap((each, at) => (at === EXPRESSION_AT ? [each] : namedIn(each)));
  return texts.flatMap(({ type, value }) => (type === "string" ? [String(value)] : []));
}

const EXPRESSION_AT = 3;
const EXPRESSION_NAMES: readonly unknown[] = ["callbackText", "expression", "functionText"];

/** In playwright's form of an object, `{ o: [{ k: name, v: value }] }`. */
function namedIn({ type, value }: RemoteValue): RemoteValue[] {
  if (type === "array") return (value as RemoteValue[]).flatMap(namedIn);
  if (type !== "object") return [];
  const members = new Map((value as [RemoteValue, RemoteValue][]).map(([name, each]) => [name.value, each]));
  if (EXPRESSION_NAMES.includes(members.get("k")?.value)) return [members.get("v")!];
  return [...members.values()].flatMap(namedIn);
}

/** The driver refuses fractions. */
function inWholePixels(source: InputSource): object {
  const actions = source.actions.map((each) => ({
    ...each,
    ...(each.x !== undefined && { x: Math.round(each.x) }),
    ...(each.y !== undefined && { y: Math.round(each.y) }),
  }));
  return { ...source, actions };
}
