// A program of examples/integrations as its user has it: a file in a folder of its own, with the client that the service hands out.

import { mkdirSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { environment, type Finished, runToEnd } from "../support/petstock.ts";
import type { TestService } from "../support/service.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";

const EXAMPLES = join(import.meta.dir, "../../examples/integrations");
const MODULES = "node_modules/petstock-client";
/** Far longer than any of them takes. */
const END_MS_MAX = 60_000;

const RUNTIMES: Readonly<Record<string, string>> = {
  ".mjs": "node",
  ".py": "python3",
  ".ts": process.execPath,
};

export class Integration implements Disposable {
  readonly folder = new TemporaryFolder();
  readonly #command: readonly string[];
  readonly #env: Readonly<Record<string, string>>;

  private constructor(command: readonly string[], env: Readonly<Record<string, string>>) {
    this.#command = command;
    this.#env = env;
  }

  /** `file`: relative to examples/integrations. `url`: where it finds the service, by default at its address. */
  static async of(
    service: TestService,
    file: string,
    { role = "manager", url = service.url }: { role?: string; url?: string } = {},
  ): Promise<Integration> {
    const key = await service.makeKey("--role", role);
    const runtime = RUNTIMES[extname(file)]!;
    const integration = new Integration([runtime, basename(file)], {
      PETSTOCK_URL: url,
      PETSTOCK_API_KEY: key,
    });
    await integration.copy(file);
    if (runtime === "node") await integration.#installClient(service);
    return integration;
  }

  async copy(file: string): Promise<void> {
    await Bun.write(this.folder.file(basename(file)), Bun.file(join(EXAMPLES, file)));
  }

  /** Runs it to its end. */
  run(
    args: readonly string[] = [],
    options: { env?: Record<string, string>; stdin?: string } = {},
  ): Promise<Finished> {
    const { stdin } = options;
    return runToEnd([...this.#command, ...args], {
      cwd: this.folder.path,
      env: environment({ ...this.#env, ...options.env }),
      timeout: END_MS_MAX,
      ...(stdin !== undefined && { stdin }),
    });
  }

  /** As `run`; its output. Throws if it fails. */
  async output(...args: readonly string[]): Promise<string> {
    const { exitCode, stdout, stderr } = await this.run(args);
    if (exitCode !== 0) throw new Error(`${args.join(" ")} ended with ${exitCode}: ${stdout}${stderr}`);
    return stdout;
  }

  spawn(
    args: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
  ): Bun.Subprocess<"ignore", "pipe", "pipe"> {
    return Bun.spawn([...this.#command, ...args], {
      cwd: this.folder.path,
      env: environment({ ...this.#env, ...env }),
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
  }

  /** What `npm i URL/client.tgz` does, without npm. */
  async #installClient(service: TestService): Promise<void> {
    const archive = await fetch(`${service.url}/client.tgz`);
    mkdirSync(this.folder.file(MODULES), { recursive: true });
    await Bun.write(this.folder.file("client.tgz"), archive);
    const command = ["tar", "xzf", "client.tgz", "-C", MODULES, "--strip-components=1"];
    const { exitCode, stderr } = await runToEnd(command, { cwd: this.folder.path });
    if (exitCode !== 0) throw new Error(`the client was not unpacked: ${stderr}`);
  }

  [Symbol.dispose](): void {
    this.folder[Symbol.dispose]();
  }
}
