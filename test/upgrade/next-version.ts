// The next petstock as a program: a copy of this one's source with one more migration in both schemas.

import { appendFileSync, cpSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { runInProcess } from "../support/in-process.ts";
import { environment, type Finished, waitForExit } from "../support/petstock.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";

const ROOT = join(import.meta.dir, "../..");
const COPIED = ["src", "package.json", "openapi.yaml", "admin.yaml"];

export class NextVersion implements Disposable {
  readonly #folder = new TemporaryFolder();

  constructor(migration: string) {
    for (const name of COPIED) cpSync(join(ROOT, name), this.#folder.file(name), { recursive: true });
    for (const name of ["node_modules", "vendor", "examples", "docs"])
      symlinkSync(join(ROOT, name), this.#folder.file(name));
    const text = JSON.stringify(migration);
    const schemas = { "src/sqlite/schema/schema.ts": text, "src/postgres/migrations.ts": `() => ${text}` };
    for (const [file, added] of Object.entries(schemas))
      appendFileSync(this.#folder.file(file), `\n(MIGRATIONS as unknown[]).push(${added});\n`);
  }

  /** The command that runs it. */
  get program(): readonly string[] {
    return [process.execPath, this.#folder.file("src/main.ts")];
  }

  /** Starts a command. */
  start(args: readonly string[]): Bun.Subprocess<"ignore", "pipe", "pipe"> {
    return Bun.spawn([...this.program, ...args], {
      cwd: this.#folder.path,
      env: environment(),
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
  }

  /** Runs a command to its end, in the test's own process, which takes a fraction of the time. */
  async runHere(args: readonly string[]): Promise<Finished> {
    const { run } = await import(this.#folder.file("src/cli/run.ts"));
    return runInProcess(args, { cwd: this.#folder.path, env: environment(), run });
  }

  /** Runs a command to its end. */
  run(args: readonly string[]): Promise<Finished> {
    return waitForExit(this.start(args));
  }

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]();
  }
}
