// `serve --quickstart` as a process.

import { environment, PROGRAM } from "../support/petstock.ts";
import type { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

/** `serve --quickstart` in a folder; disposing kills it. */
export class Quickstart implements AsyncDisposable {
  stdout = "";
  stderr = "";
  readonly #child: Bun.Subprocess<"ignore", "pipe", "pipe">;
  readonly #read: Promise<unknown>;

  private constructor(folder: TemporaryFolder, args: readonly string[]) {
    this.#child = Bun.spawn([...PROGRAM, "serve", "--quickstart", "--port", "0", ...args], {
      cwd: folder.path,
      env: environment(),
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    this.#read = Promise.all([
      this.#collect(this.#child.stdout, (text) => (this.stdout += text)),
      this.#collect(this.#child.stderr, (text) => (this.stderr += text)),
    ]);
  }

  static spawn(folder: TemporaryFolder, ...args: string[]): Quickstart {
    return new Quickstart(folder, args);
  }

  /** Resolves when all lines are printed. */
  static async start(folder: TemporaryFolder, ...args: string[]): Promise<Quickstart> {
    const started = Quickstart.spawn(folder, ...args);
    const isReady = () => /\/v1\/inventory\/|keys create --name/.test(started.stdout);
    await until("the welcome", () => isReady() || started.#child.exitCode !== null);
    if (isReady()) return started;
    throw new Error(`serve --quickstart ended: ${started.stderr}`);
  }

  get url(): string {
    return /http:\/\/[^\s/]+/.exec(this.stdout)![0];
  }

  /** The curl lines, without their indent. */
  get lines(): string[] {
    return this.stdout
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line.startsWith("curl "));
  }

  async stop(): Promise<number> {
    this.#child.kill("SIGTERM");
    await this.#read;
    return this.#child.exited;
  }

  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#child.exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }

  async #collect(stream: ReadableStream<Uint8Array>, add: (text: string) => void): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of stream) add(decoder.decode(chunk, { stream: true }));
  }
}
