// Packages as their users install them: from an address or a file into an empty folder, without a registry.

import { mkdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
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

  /** The client that a service hands out. */
  static async client(serviceUrl: string): Promise<Installed> {
    const installed = new Installed();
    await installed.write("package.json", { private: true, type: "module" });
    await installed.run(["npm", "install", "--silent", `${serviceUrl}/client.tgz`]);
    return installed;
  }

  /** The service's package, as packed here. */
  static async program(): Promise<Installed> {
    const installed = new Installed();
    const packed = await installed.pack(ROOT);
    const { dependencies } = await Bun.file(join(ROOT, "package.json")).json();
    // Its dependencies come from this clone, so that the test needs no registry.
    const modules = realpathSync(join(ROOT, "node_modules"));
    const overrides = Object.keys(dependencies).map((name) => [name, `file:${join(modules, name)}`]);
    await installed.write("package.json", {
      private: true,
      dependencies: { petstock: `file:${packed}` },
      overrides: Object.fromEntries(overrides),
    });
    await installed.run(["npm", "install", "--offline", "--ignore-scripts", "--silent"]);
    return installed;
  }

  /** The path of the archive that `npm pack` makes of a package's folder. */
  async pack(folder: string): Promise<string> {
    const { path } = this.folder;
    const { stdout } = await this.run(["npm", "pack", "--silent", "--pack-destination", path], folder);
    return join(path, stdout.trim().split("\n").at(-1)!);
  }

  /** Leaves the runtime as npm 12, pnpm and `--ignore-scripts` do: a text in its place, and itself in another package. */
  async withoutInstallScripts(): Promise<void> {
    rmSync(this.folder.file("node_modules/bun"), { recursive: true });
    await this.write(
      "node_modules/bun/bin/bun.exe",
      'echo "Error: Bun\'s postinstall script was not run." >&2\nexit 1\n',
    );
    // The install script moves it from there.
    const runtime = this.folder.file("node_modules/@oven/bun-this-platform/bin");
    mkdirSync(runtime, { recursive: true });
    symlinkSync(process.execPath, join(runtime, "bun"));
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
