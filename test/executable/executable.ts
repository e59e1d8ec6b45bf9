// The program built as one executable, in a folder of its own, and a run of it there with nothing else beside it.

import { cpSync, mkdirSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Finished, runToEnd } from "../support/petstock.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";

const ROOT = join(import.meta.dir, "../..");

export class Executable implements Disposable {
  readonly #folder = new TemporaryFolder();
  readonly path = this.#folder.file("petstock");

  /** Builds it, or copies the one that the tester or the test runner has built. */
  static async make(): Promise<Executable> {
    const made = new Executable();
    const built = process.env["PETSTOCK"] || process.env["PETSTOCK_BUILT"];
    if (built) {
      cpSync(resolve(ROOT, built), made.path);
      return made;
    }
    const { exitCode, stdout, stderr } = await build("--outfile", made.path);
    if (exitCode !== 0) throw new Error(`the build failed: ${stdout}${stderr}`);
    return made;
  }

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]();
  }
}

/** Runs the build like `npm run build -- …`. */
export function build(...args: readonly string[]): Promise<Finished> {
  return runToEnd([process.execPath, "scripts/build.ts", ...args]);
}

/** An executable in an empty folder, with an empty home and an empty folder for temporary files. */
export class Alone implements AsyncDisposable {
  readonly #folder = new TemporaryFolder();
  readonly #program: string;
  readonly #env: Record<string, string>;
  #child: Bun.Subprocess<"ignore", "pipe", "pipe"> | undefined;

  constructor(program: string) {
    this.#program = program;
    for (const name of ["work", "home", "tmp"]) mkdirSync(this.#folder.file(name));
    // No PATH, so that it finds no runtime, no git and no shell.
    const places = { HOME: this.#folder.file("home"), TMPDIR: this.#folder.file("tmp") };
    this.#env = { ...places, XDG_CACHE_HOME: this.#folder.file("home/.cache") };
  }

  get work(): string {
    return this.#folder.file("work");
  }

  run(...args: readonly string[]): Promise<Finished> {
    return runToEnd([this.#program, ...args], { cwd: this.work, env: this.#env });
  }

  /** Starts the service; resolves with its address and the duration. */
  async serve(...args: readonly string[]): Promise<{ url: string; startMs: number }> {
    const began = performance.now();
    const command = [this.#program, "serve", "--port", "0", ...args];
    const child = Bun.spawn(command, {
      cwd: this.work,
      env: this.#env,
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    this.#child = child;
    let words = "";
    const listening = Promise.withResolvers<string>();
    void (async () => {
      const decoder = new TextDecoder();
      for await (const chunk of child.stderr) {
        words += decoder.decode(chunk, { stream: true });
        const [, url] = /"url":"([^"]+)"/.exec(words) ?? [];
        if (url !== undefined) listening.resolve(url);
      }
      listening.reject(new Error(`it ended: ${words}`));
    })();
    const url = await listening.promise;
    return { url, startMs: performance.now() - began };
  }

  async stop(): Promise<number | undefined> {
    this.#child?.kill("SIGTERM");
    return this.#child?.exited;
  }

  /** Every file in the three folders. */
  files(): string[] {
    const entries = readdirSync(this.#folder.path, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.#folder.path.length + 1))
      .toSorted();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child?.kill("SIGKILL");
    await this.#child?.exited;
    this.#folder[Symbol.dispose]();
  }
}
