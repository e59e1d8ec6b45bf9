// A browser for tests: one Chromium for all tests of a file, and a new tab without stored data for each test. A test
// fails on what its page did wrong unexpectedly: an error, a violation of the content security policy, a request to
// another host.

import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, ConsoleMessage, Page } from "playwright-core";
import { findChromium } from "./chromium.ts";

/** In place of playwright's own, which switch off what a page is to be tested with. */
const ARGUMENTS = [
  "--headless=shell",
  "--no-sandbox",
  "--no-zygote",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--hide-scrollbars",
  "--no-first-run",
  "--remote-debugging-pipe",
];

export interface TabOptions extends BrowserContextOptions {
  /** The service: whoever else is asked for something is a problem. */
  readonly url: string;
}

export class BrowserTab implements AsyncDisposable {
  readonly page: Page;
  /** What the page did wrong so far. */
  readonly problems: string[] = [];
  /** Every address that was asked for. */
  readonly requested: string[] = [];
  readonly #context: BrowserContext;
  readonly #expected: RegExp[] = [];

  private constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.page = page;
  }

  static async open({ url, ...options }: TabOptions): Promise<BrowserTab> {
    const context = await (await running()).newContext(options);
    const tab = new BrowserTab(context, await context.newPage());
    await tab.#watch(new URL(url).origin);
    return tab;
  }

  /** A problem that this test brings about itself; that it never came is one, too. */
  expectProblem(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Closes the tab. What its page did wrong fails the test at its end, beside any error of the test's own. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#context.close();
    const missing = this.#expected.filter((pattern) => !this.problems.some((each) => pattern.test(each)));
    unjudged.push(
      ...this.problems.filter((each) => !this.#expected.some((pattern) => pattern.test(each))),
      ...missing.map((pattern) => `what was expected never came: ${pattern}`),
    );
  }

  async #watch(origin: string): Promise<void> {
    this.page.on("pageerror", (error) => this.problems.push(`uncaught: ${error.stack ?? error.message}`));
    this.page.on("console", (message) => this.#hear(message));
    this.#context.on("request", (request) => this.requested.push(request.url()));
    // Not let through either: no test may depend on what lies beyond this machine.
    await this.#context.route(
      (url) => !isLocal(url, origin),
      (route) => {
        this.problems.push(`asked somebody else: ${route.request().url()}`);
        return route.abort();
      },
    );
    // Some violations are not told on the console.
    await this.#context.addInitScript(() => {
      const told = ({ violatedDirective, blockedURI }: SecurityPolicyViolation) =>
        console.error(`violates the content security policy: ${violatedDirective} ${blockedURI}`);
      addEventListener("securitypolicyviolation", told as unknown as EventListener);
    });
  }

  #hear(message: ConsoleMessage): void {
    if (message.type() === "error") this.problems.push(`${message.text()} (${message.location().url})`);
  }
}

/** Of the tabs that were closed since the last judgement. */
const unjudged: string[] = [];

/** After each test: throws where a page did what it should not. */
export function judgePages(): void {
  const problems = unjudged.splice(0);
  if (problems.length > 0) throw new Error(`the page misbehaved:\n  ${problems.join("\n  ")}`);
}

interface SecurityPolicyViolation {
  readonly violatedDirective: string;
  readonly blockedURI: string;
}

function isLocal({ protocol, origin }: URL, service: string): boolean {
  return origin === service || protocol === "data:" || protocol === "blob:";
}

interface Running {
  readonly browser: Browser;
  readonly folder: string;
}

let started: Promise<Running> | undefined;

async function running(): Promise<Browser> {
  started ??= start();
  return (await started).browser;
}

async function start(): Promise<Running> {
  const { path, env } = await findChromium();
  // Not before it is needed: most test processes open no page.
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

/** A browser of its own whose profile is kept in `folder`, as a person's is: what it writes is there once it is closed. */
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
  const last = await started?.catch(() => undefined);
  started = undefined;
  if (last === undefined) return;
  await last.browser.close();
  rmSync(last.folder, { recursive: true, force: true });
}
