// WebKit's driver, which speaks classic WebDriver (https://www.w3.org/TR/webdriver2/), with one session: a browser without stored data.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../free-port.ts";
import { until } from "../until.ts";
import type { WebKitPrograms } from "./programs.ts";
import { XServer } from "./x-server.ts";

/** Longer than any test waits for a page. */
const SCRIPT_MS_MAX = 600_000;

export interface SessionOptions {
  readonly programs: WebKitPrograms;
  /** For the settings and downloads of this session. */
  readonly folder: string;
  readonly downloads: string | undefined;
  readonly isDark: boolean;
  readonly hasLessMotion: boolean;
  readonly proxy: object | undefined;
}

export class DriverError extends Error {
  /** As in https://www.w3.org/TR/webdriver2/#errors */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export class DriverSession {
  readonly #process: Bun.Subprocess;
  readonly #xServer: XServer;
  readonly #url: string;

  private constructor(driver: Bun.Subprocess, xServer: XServer, url: string) {
    this.#process = driver;
    this.#xServer = xServer;
    this.#url = url;
  }

  static async start(options: SessionOptions): Promise<DriverSession> {
    writeSettings(options);
    const xServer = await XServer.start(options.programs);
    const port = freePort();
    const driver = Bun.spawn([options.programs.driver, `--port=${port}`], {
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: options.folder,
        XDG_CONFIG_HOME: options.folder,
        DISPLAY: xServer.display,
        GDK_BACKEND: "x11",
      },
      stdio: ["ignore", "ignore", "ignore"],
    });
    const url = `http://127.0.0.1:${port}/session`;
    await until("WebKit's driver", () =>
      fetch(`http://127.0.0.1:${port}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    const { sessionId } = await request<{ sessionId: string }>("POST", url, {
      capabilities: capabilitiesOf(options),
    });
    return new DriverSession(driver, xServer, `${url}/${sessionId}`);
  }

  /** Throws a DriverError. */
  get<T>(path: string): Promise<T> {
    return request("GET", this.#url + path);
  }

  /** Throws a DriverError. */
  post<T>(path: string, body: object = {}): Promise<T> {
    return request("POST", this.#url + path, body);
  }

  /** Throws a DriverError. */
  delete<T>(path: string): Promise<T> {
    return request("DELETE", this.#url + path);
  }

  /** Gives the keyboard to its last window. */
  focusWindow(): Promise<void> {
    return this.#xServer.focusWindow();
  }

  async end(): Promise<void> {
    await this.delete("").catch(() => {});
    this.#process.kill();
    await this.#process.exited;
    await this.#xServer.end();
  }
}

function capabilitiesOf({ programs, isDark, proxy }: SessionOptions): object {
  return {
    alwaysMatch: {
      "webkitgtk:browserOptions": {
        binary: programs.browser,
        args: ["--automation", ...(isDark ? ["--dark-mode"] : [])],
      },
      // Pages say themselves when they are loaded.
      pageLoadStrategy: "none",
      timeouts: { script: SCRIPT_MS_MAX },
      unhandledPromptBehavior: "ignore",
      ...(proxy !== undefined && { proxy }),
    },
  };
}

function writeSettings({ folder, hasLessMotion, downloads = folder }: SessionOptions): void {
  const gtk = join(folder, "gtk-3.0");
  mkdirSync(gtk, { recursive: true });
  writeFileSync(join(gtk, "settings.ini"), `[Settings]\ngtk-enable-animations=${hasLessMotion ? 0 : 1}\n`);
  // A window can be no narrower than its bar of tools.
  writeFileSync(
    join(gtk, "gtk.css"),
    "* { min-width: 0; min-height: 0; margin: 0; padding: 0; border-width: 0; font-size: 1px; -gtk-icon-transform: scale(0.1) }\n",
  );
  writeFileSync(join(folder, "user-dirs.dirs"), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
}

async function request<T>(method: string, url: string, body?: object): Promise<T> {
  const response = await fetch(url, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    // A script may wait as long as its test.
    signal: AbortSignal.timeout(SCRIPT_MS_MAX),
  });
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
  if (!response.ok) throw new DriverError(value.error ?? "unknown error", value.message ?? "");
  return value;
}
