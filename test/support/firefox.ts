// A stock Firefox, as it is installed, driven by WebDriver BiDi. What it cannot emulate for a page is set for the whole browser:
// a finger as the pointer, dark colors, less motion.

import { existsSync, mkdirSync } from "node:fs";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { DOWNLOADS } from "./downloads.ts";

/** Firefox takes this name for one of this machine, WebKit asks a proxy for it (test/browser/at-shop.ts). */
const SHOP_HOST = "petstock.example";

/** The service's address with the shop's name. */
export function withShopName(url: string): string {
  return `http://${SHOP_HOST}:${new URL(url).port}`;
}

const NAMES = ["firefox", "firefox-esr"];

/** Throws, with the reason, where there is none. */
export function findFirefox(): string {
  const chosen = process.env["FIREFOX_PATH"];
  if (chosen !== undefined && chosen !== "") {
    if (!existsSync(chosen)) throw new Error(`FIREFOX_PATH is ${chosen}, where there is nothing`);
    return chosen;
  }
  const installed = NAMES.map((name) => Bun.which(name)).find((path) => path !== null);
  if (installed === undefined) throw new Error("no Firefox: install it, or set FIREFOX_PATH to its program");
  return installed;
}

export type FirefoxOptions = Pick<BrowserContextOptions, "hasTouch" | "colorScheme" | "reducedMotion">;

export async function launchFirefox({
  hasTouch = false,
  colorScheme,
  reducedMotion,
}: FirefoxOptions): Promise<Browser> {
  const { firefox } = await import("playwright-core");
  answerUnknownCommands(firefox);
  mkdirSync(DOWNLOADS, { recursive: true });
  return firefox.launch({
    channel: "moz-firefox",
    executablePath: findFirefox(),
    downloadsPath: DOWNLOADS,
    firefoxUserPrefs: {
      "network.dns.localDomains": SHOP_HOST,
      "ui.systemUsesDarkTheme": colorScheme === "dark" ? 1 : 0,
      "ui.prefersReducedMotion": reducedMotion === "reduce" ? 1 : 0,
      // Fine and hovering, or coarse.
      "ui.primaryPointerCapabilities": hasTouch ? 1 : 6,
      "ui.allPointerCapabilities": hasTouch ? 1 : 6,
      "dom.w3c_touch_events.enabled": hasTouch ? 1 : 0,
    },
  });
}

/** What a context of Firefox can be given. */
export function firefoxContextOptions(options: BrowserContextOptions): BrowserContextOptions {
  const { isMobile: _, colorScheme: _colors, reducedMotion: _motion, ...others } = options;
  return others;
}

/** A finger on the page, until the returned function lifts it. */
export async function putFinger(
  page: Page,
  { x, y }: { readonly x: number; readonly y: number },
): Promise<() => Promise<void>> {
  const { _session: session } = internalsOf<{ delegate: { _session: Session } }>(page).delegate;
  const act = (...actions: readonly object[]) =>
    session.send("input.performActions", {
      context: session.sessionId,
      actions: [{ type: "pointer", id: "finger", parameters: { pointerType: "touch" }, actions }],
    });
  await act({ type: "pointerMove", x: Math.round(x), y: Math.round(y) }, { type: "pointerDown", button: 0 });
  return async () => void (await act({ type: "pointerUp", button: 0 }));
}

interface Session {
  readonly sessionId: string;
  send(method: string, params: object): Promise<unknown>;
}

interface Message {
  readonly id: number;
  readonly method: string;
}

interface Transport {
  send(message: Message): void;
  onmessage?: (message: object) => void;
}

interface BidiFirefox {
  connectToTransport(transport: Transport, options: object): Promise<Browser>;
}

/** playwright sends them at the start of each context, and no released Firefox has them yet. */
const UNKNOWN = ["emulation.setMediaFeaturesOverride"];

let answers = false;

function answerUnknownCommands(firefox: object): void {
  if (answers) return;
  answers = true;
  const { _bidiFirefox: bidi } = internalsOf<{ _bidiFirefox: BidiFirefox }>(firefox);
  const connect = bidi.connectToTransport.bind(bidi);
  bidi.connectToTransport = (transport, options) => {
    const send = transport.send.bind(transport);
    transport.send = (message) => {
      if (!UNKNOWN.includes(message.method)) return send(message);
      queueMicrotask(() => transport.onmessage?.({ type: "success", id: message.id, result: {} }));
    };
    return connect(transport, options);
  };
}

/** playwright's objects behind those that it hands out: its version is fixed in package.json. */
function internalsOf<T>(object: object): T {
  const { _connection } = object as { _connection: { toImpl(of: object): T } };
  return _connection.toImpl(object);
}
