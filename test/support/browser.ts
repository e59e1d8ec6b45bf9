// A browser for tests: one Chromium for all tests of a file, and a new tab without stored data for each test. A test
// fails on what its page did wrong unexpectedly: an error, a violation of the content security policy, a request to
// another host.

import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, ConsoleMessage, Page } from "playwright-core";
import { BROWSER } from "./browser-name.ts";
import { findChromium } from "./chromium.ts";
import { DOWNLOADS } from "./downloads.ts";
import { firefoxContextOptions, launchFirefox, withShopName } from "./firefox.ts";
import { until } from "./until.ts";
import { launchWebKit } from "./webkit.ts";

/** Instead of playwright's arguments, which disable features that the pages are tested with. */
const ARGUMENTS = [
  "--headless=shell",
  "--no-sandbox",
  "--no-zygote",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--hide-scrollbars",
  "--no-first-run",
  // A page restored from this cache has no load event, for which playwright waits.
  "--disable-back-forward-cache",
  // A stock Chromium sends requests of its own to its vendor.
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-features=AutofillServerCommunication",
  "--remote-debugging-pipe",
];

/** How long an expected problem may come after the end of a test. */
const PROBLEMS_MS_MAX = 10_000;

export interface TabOptions extends BrowserContextOptions {
  /** The service's address: a request to any other host is a problem. */
  readonly url: string;
}

export class BrowserTab implements AsyncDisposable {
  readonly page: Page;
  /** The page's problems so far. */
  readonly problems: string[] = [];
  /** Every requested address. */
  readonly requested: string[] = [];
  readonly #context: BrowserContext;
  readonly #expected: RegExp[] = [];

  private constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.page = page;
  }

  static async open({ url, ...options }: TabOptions): Promise<BrowserTab> {
    const context = await newContext({ url, ...options });
    const tab = new BrowserTab(context, await context.newPage());
    await tab.#watch(new URL(url).origin);
    return tab;
  }

  /** Expects a problem, which the test causes itself; its absence fails the test. */
  expectProblem(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Whether every expected problem has come. Other browsers than Chromium do not report those of requests: then it is true. */
  get hasMetExpected(): boolean {
    return this.#missing().length === 0;
  }

  /** After each test of several that share this tab: throws if its page had unexpected problems, or lacked an expected one. */
  async judge(): Promise<void> {
    await this.#awaitExpected();
    judge(this.#takeProblems());
  }

  /** Closes the tab. Problems of its page fail the test at its end, in addition to the test's own error. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#awaitExpected();
    await this.#context.close();
    unjudged.push(...this.#takeProblems());
  }

  /** The browser may report a problem after the page has shown it. */
  async #awaitExpected(): Promise<void> {
    await until("the expected problems", () => this.hasMetExpected, PROBLEMS_MS_MAX).catch(() => {});
  }

  #takeProblems(): string[] {
    const missing = this.#missing();
    const problems = this.problems.splice(0);
    const expected = this.#expected.splice(0);
    return [
      ...problems.filter((each) => !expected.some((pattern) => pattern.test(each))),
      ...missing.map((pattern) => `what was expected never came: ${pattern}`),
    ];
  }

  /** The expected state that has not come. */
  #missing(): readonly RegExp[] {
    // The others do not report refused requests on their consoles.
    if (BROWSER !== "chromium") return [];
    return this.#expected.filter((pattern) => !this.problems.some((each) => pattern.test(each)));
  }

  async #watch(origin: string): Promise<void> {
    this.page.on("pageerror", (error) => this.problems.push(`uncaught: ${error.stack ?? error.message}`));
    this.page.on("console", (message) => this.#hear(message));
    this.#context.on("request", (request) => this.requested.push(request.url()));
    // Blocked: no test may depend on other machines.
    await this.#context.route(
      (url) => !isLocal(url, origin),
      (route) => {
        this.problems.push(`request to another host: ${route.request().url()}`);
        return route.abort();
      },
    );
    // Some violations are not reported on the console.
    await this.#context.addInitScript(() => {
      const report = ({ violatedDirective, blockedURI }: SecurityPolicyViolation) =>
        console.error(`violates the content security policy: ${violatedDirective} ${blockedURI}`);
      addEventListener("securitypolicyviolation", report as unknown as EventListener);
    });
  }

  #hear(message: ConsoleMessage): void {
    if (message.type() === "error") this.problems.push(`${message.text()} (${message.location().url})`);
  }
}

/** Problems of the tabs that were closed since the last check. */
const unjudged: string[] = [];

/** Runs after each test: throws if a page had unexpected problems. */
export function judgePages(): void {
  judge(unjudged.splice(0));
}

function judge(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(`the page misbehaved:\n  ${problems.join("\n  ")}`);
}

interface SecurityPolicyViolation {
  readonly violatedDirective: string;
  readonly blockedURI: string;
}

function isLocal({ protocol, origin }: URL, service: string): boolean {
  return [service, withShopName(service)].includes(origin) || protocol === "data:" || protocol === "blob:";
}

interface Running {
  readonly browser: Browser;
  /** Of its profile, or downloads. */
  readonly folder: string;
}

/** Firefox and WebKit cannot emulate all options for a page: they are started for each combination of them. */
const started = new Map<string, Promise<Running>>();

async function newContext({ url, ...options }: TabOptions): Promise<BrowserContext> {
  if (BROWSER === "chromium") return (await running("", start)).newContext(options);
  const { hasTouch = false, colorScheme = "light", reducedMotion = "no-preference" } = options;
  const ofBrowser = { hasTouch, colorScheme, reducedMotion };
  const browser = await running(Object.values(ofBrowser).join(), async () => ({
    browser: await (BROWSER === "firefox" ? launchFirefox(ofBrowser) : launchWebKit(ofBrowser)),
    folder: DOWNLOADS,
  }));
  // What WebKit calls by the shop's name is the service, too.
  const proxy = BROWSER === "webkit" && { proxy: { server: url, bypass: "127.0.0.1" } };
  return browser.newContext({ ...proxy, ...firefoxContextOptions(options) });
}

async function running(kind: string, launch: () => Promise<Running>): Promise<Browser> {
  if (!started.has(kind)) started.set(kind, launch());
  return (await started.get(kind)!).browser;
}

async function start(): Promise<Running> {
  const { path, env } = await findChromium();
  // Started at the first use: most test processes open no page.
  const { chromium } = await import("playwright-core");
  const folder = await mkdtemp(join(tmpdir(), "petstock-browser-"));
  const browser = await chromium.launch({
    executablePath: path,
    args: [...ARGUMENTS, `--user-data-dir=${folder}`],
    ignoreDefaultArgs: true,
    env: { PATH: process.env["PATH"] ?? "", HOME: folder, ...env },
  });
  return { browser, folder };
}

/** A separate browser whose profile is stored in `folder`: its data is there once it is closed. */
export async function openProfile(folder: string): Promise<BrowserContext> {
  const { path, env } = await findChromium();
  const { chromium } = await import("playwright-core");
  return chromium.launchPersistentContext(folder, {
    executablePath: path,
    args: ARGUMENTS.filter((each) => each !== "--remote-debugging-pipe"),
    env: { PATH: process.env["PATH"] ?? "", HOME: folder, ...env },
  });
}

/** After the last test of a file, or of a process; the next test that opens a tab starts another browser. */
export async function closeBrowser(): Promise<void> {
  const launched = [...started.values()];
  started.clear();
  for (const each of launched) {
    const last = await each.catch(() => undefined);
    await last?.browser.close();
    if (last !== undefined) rmSync(last.folder, { recursive: true, force: true });
  }
}
