// Makes system calls of a running process fail or take long, as on a failing or a slow disk, with strace.

import { readFileSync } from "node:fs";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

type Fault = { readonly calls: string; readonly path: string } & (
  { readonly error: string } | { readonly delayMs: number }
);

export class FaultyCalls implements AsyncDisposable {
  readonly #strace: Bun.Subprocess<"ignore", "ignore", "pipe">;
  readonly #folder: TemporaryFolder;

  private constructor(strace: Bun.Subprocess<"ignore", "ignore", "pipe">, folder: TemporaryFolder) {
    this.#strace = strace;
    this.#folder = folder;
  }

  /** From now on these calls of the process and its threads that use this file fail with this error, or begin so much later. */
  static async begin(pid: number, { calls, path, ...fault }: Fault): Promise<FaultyCalls> {
    const folder = new TemporaryFolder();
    const effect = "error" in fault ? `error=${fault.error}` : `delay_enter=${fault.delayMs * 1_000}`;
    const which = ["-e", `trace=${calls}`, "-e", `inject=${calls}:${effect}`, "-P", path];
    const strace = Bun.spawn(["strace", "-f", ...which, "-o", folder.file("trace"), "-p", String(pid)], {
      stdin: "ignore",
      stdout: "ignore",
      stderr: "pipe",
    });
    const faulty = new FaultyCalls(strace, folder);
    const { value } = await strace.stderr.getReader().read();
    const words = new TextDecoder().decode(value);
    if (words.includes("attached")) return faulty;
    await faulty[Symbol.asyncDispose]();
    throw new Error(`no system call can be made to fail here: ${words.trim()}`);
  }

  /** Why strace cannot be used here; undefined if it can. */
  static async obstacle(): Promise<string | undefined> {
    if (Bun.which("strace") === null) return "there is no strace";
    const sleeper = Bun.spawn(["sleep", "60"]);
    try {
      await using _ = await FaultyCalls.begin(sleeper.pid, { calls: "fsync", error: "EIO", path: "/" });
      return undefined;
    } catch (error) {
      return (error as Error).message;
    } finally {
      sleeper.kill();
    }
  }

  /** The number of calls that have failed, or were delayed. */
  get count(): number {
    return readFileSync(this.#folder.file("trace"), "utf8").split(/\((?:INJECTED|DELAYED)\)/).length - 1;
  }

  /** Resolves once this many calls have failed. */
  async failed(count: number): Promise<void> {
    await until(`${count} calls to fail`, () => this.count >= count);
  }

  /** From now on the calls work again. */
  async [Symbol.asyncDispose](): Promise<void> {
    // On SIGTERM strace would wait for ever for the threads of a process that was killed meanwhile.
    this.#strace.kill("SIGKILL");
    await this.#strace.exited;
    this.#folder[Symbol.dispose]();
  }
}
