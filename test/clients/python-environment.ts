// A virtual environment with the Python client as it is published, and the tools that check it. Needs Python and PyPI; where one of
// them is missing, says why.

import { join } from "node:path";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { FETCH_MAX_MS, type Options, run } from "./shell.ts";

export const PYTHON_PACKAGE = join(import.meta.dir, "../../packages/python");

/** The tools that build, run and check the package. Pinned, so that a new version of a tool does not fail the suite. */
const TOOLS = [
  "build==1.6.1",
  "hatchling==1.33.0",
  "httpx==0.28.1",
  "mypy==2.4.1",
  "pytest==9.2.0",
  "ruff==0.17.6",
];
/** The oldest version that the package supports; compared by the interpreter itself. */
const IS_SUPPORTED = "import sys, venv, pip; sys.exit(sys.version_info < (3, 10))";

export class PythonEnvironment implements Disposable {
  readonly folder = new TemporaryFolder();
  /** The machine's interpreter. */
  readonly #python: string;

  private constructor(python: string) {
    this.#python = python;
  }

  /** The environment, or the reason why there is none. */
  static async make(): Promise<PythonEnvironment | string> {
    const python = Bun.which("python3");
    if (python === null) return "this machine has no python3";
    const environment = new PythonEnvironment(python);
    try {
      await environment.run([python, "-c", IS_SUPPORTED]);
      // With the pip that is there: a new one takes seconds.
      await environment.run([python, "-m", "venv", "--without-pip", environment.folder.file("venv")]);
    } catch (error) {
      environment[Symbol.dispose]();
      return `python3 is older than 3.10, or has no venv or pip: ${error}`;
    }
    try {
      await environment.pipInstall(["--retries", "1", ...TOOLS], { timeout: FETCH_MAX_MS });
    } catch (error) {
      environment[Symbol.dispose]();
      return `its packages could not be fetched from PyPI: ${error}`;
    }
    return environment;
  }

  get interpreter(): string {
    return this.folder.file("venv/bin/python");
  }

  /** Builds the package from its source archive, and installs it. Returns the names of both files. */
  async install(): Promise<readonly string[]> {
    const dist = this.folder.file("dist");
    await this.python(["-m", "build", "--no-isolation", "--outdir", dist, PYTHON_PACKAGE]);
    const names = [...new Bun.Glob("*").scanSync(dist)].toSorted();
    const wheel = names.find((name) => name.endsWith(".whl"))!;
    await this.pipInstall(["--no-deps", "--no-index", join(dist, wheel)]);
    return names;
  }

  python(args: readonly string[], options: RunOptions = {}): Promise<string> {
    return this.run([this.interpreter, ...args], options);
  }

  async pipInstall(args: readonly string[], options: RunOptions = {}): Promise<void> {
    const pip = [this.#python, "-m", "pip", "--python", this.interpreter, "--disable-pip-version-check"];
    await this.run([...pip, "install", "--quiet", ...args], options);
  }

  /** Runs a command to its end, and returns its standard output. Throws with all its output if it fails. */
  run(
    command: readonly string[],
    { cwd = this.folder.path, env, timeout }: RunOptions = {},
  ): Promise<string> {
    return run(command, cwd, { env: { PYTHONDONTWRITEBYTECODE: "1", ...env }, timeout });
  }

  [Symbol.dispose](): void {
    this.folder[Symbol.dispose]();
  }
}

export interface RunOptions extends Options {
  readonly cwd?: string;
}
