// An X server without a screen, for the windows of one WebKit.

import { linesOf } from "../line-process.ts";
import type { WebKitPrograms } from "./programs.ts";

/** Larger than any page of the tests. */
const SCREEN = "2400x2400x24";

export class XServer {
  readonly display: string;
  readonly #process: Bun.Subprocess;
  readonly #programs: WebKitPrograms;

  private constructor(server: Bun.Subprocess, programs: WebKitPrograms, display: string) {
    this.#process = server;
    this.#programs = programs;
    this.display = display;
  }

  static async start(programs: WebKitPrograms): Promise<XServer> {
    const server = Bun.spawn(
      [programs.xServer, "-displayfd", "1", "-screen", "0", SCREEN, "-nolisten", "tcp", "-noreset"],
      {
        stdio: ["ignore", "pipe", "ignore"],
      },
    );
    const lines = linesOf(server.stdout);
    const { value: number } = await lines.next();
    if (number === undefined) throw new Error(`${programs.xServer} has ended`);
    return new XServer(server, programs, `:${number}`);
  }

  /** Gives the keyboard to the last window, if it is there yet, as a desktop would. */
  async focusWindow(): Promise<void> {
    const search = ["search", "--onlyvisible", "--class", "MiniBrowser"];
    await Bun.spawn([this.#programs.focus, ...search, "windowfocus", "%@"], {
      env: { DISPLAY: this.display },
      stdio: ["ignore", "ignore", "ignore"],
    }).exited;
  }

  async end(): Promise<void> {
    this.#process.kill();
    await this.#process.exited;
  }
}
