// The installed package: packed by npm and installed into an empty folder, without a network.

import { realpathSync } from "node:fs";
import { join } from "node:path";
import { environment } from "../support/petstock.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";

const ROOT = join(import.meta.dir, "../..");

const COMPILERS = {
  "TypeScript 5": [join(ROOT, "node_modules/typescript/bin/tsc")],
  /** The compiler of the runtime, ten times as fast. */
  "TypeScript 7": ["check", "--no-script"],
} as const;

export class Installed implements Disposable {
  readonly folder = new TemporaryFolder();

  static async pack(): Promise<Installed> {
    const installed = new Installed();
    const { path } = installed.folder;
    const { stdout } = await installed.run(["npm", "pack", "--silent", "--pack-destination", path], ROOT);
    const { dependencies } = await Bun.file(join(ROOT, "package.json")).json();
    // Its dependencies come from this clone, so that the test needs no registry.
    const modules = realpathSync(join(ROOT, "node_modules"));
    const overrides = Object.keys(dependencies).map((name) => [name, `file:${join(modules, name)}`]);
    await installed.write("package.json", {
      private: true,
      type: "module",
      dependencies: { petstock: `file:${stdout.trim().split("\n").at(-1)}` },
      overrides: Object.fromEntries(overrides),
    });
    await installed.run(["npm", "install", "--offline", "--ignore-scripts", "--silent"]);
    return installed;
  }

  /** Runs a command to its end, by default in the folder. Throws if it fails. */
  async run(command: readonly string[], cwd = this.folder.path): Promise<{ stdout: string }> {
    const env = environment({ npm_config_cache: this.folder.file("npm-cache") });
    const child = Bun.spawn([...command], { cwd, env, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
    const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    if ((await child.exited) !== 0) throw new Error(`${command.join(" ")} failed:\n${stdout}${stderr}`);
    return { stdout };
  }

  /** Writes a text as it is, any other value as JSON. */
  async write(name: string, content: unknown): Promise<void> {
    const text = typeof content === "string" ? content : JSON.stringify(content, undefined, 2);
    await Bun.write(this.folder.file(name), text);
  }

  /** Checks files as strictly as the compiler can. Throws its errors. */
  async check(
    names: readonly string[],
    options: Readonly<Record<string, unknown>>,
    compiler: keyof typeof COMPILERS,
  ): Promise<void> {
    const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
    await this.write("tsconfig.json", {
      compilerOptions: {
        ...strict,
        noEmit: true,
        target: "es2022",
        types: [],
        skipLibCheck: false,
        ...options,
      },
      files: names,
    });
    await this.run([process.execPath, ...COMPILERS[compiler], "--project", "tsconfig.json"]);
  }

  [Symbol.dispose](): void {
    this.folder[Symbol.dispose]();
  }
}
