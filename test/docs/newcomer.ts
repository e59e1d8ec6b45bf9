// What a newcomer has: `npm start` in a folder, and a shell there with the commands of the clone.

import { chmodSync } from "node:fs";
import { Quickstart } from "../cli/quickstart.ts";
import { environment, PROGRAM, runToEnd } from "../support/petstock.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";

/** `id-of keys till-3` prints an id: what a reader copies from a list. */
const ID_OF = `#!/bin/sh
petstock "$1" list --json | tr '{' '\\n' | sed -n 's/^"id":"\\([^"]*\\)".*"name":"'"$2"'".*/\\1/p' | tail -n 1
`;

/** Printed after each script; no output has it. */
const END = "\u241e";

export class Newcomer implements AsyncDisposable {
  readonly folder: TemporaryFolder;
  readonly url: string;
  /** The first key, an admin's. */
  readonly key: string;
  readonly #service: Quickstart;

  private constructor(folder: TemporaryFolder, service: Quickstart, key: string) {
    this.folder = folder;
    this.#service = service;
    this.url = service.url;
    this.key = key;
  }

  static async start(): Promise<Newcomer> {
    const folder = new TemporaryFolder();
    const program = `#!/bin/sh\nexec ${PROGRAM.map((word) => `'${word}'`).join(" ")} "$@"\n`;
    const commands = { "bin/petstock": program, "bin/id-of": ID_OF };
    await folder.write(commands);
    for (const name of Object.keys(commands)) chmodSync(folder.file(name), 0o755);
    const service = await Quickstart.start(folder);
    return new Newcomer(folder, service, (await Bun.file(folder.file("data/first-key")).text()).trim());
  }

  /** A text with the address of this service in place of that of `npm start`. */
  here(text: string): string {
    return text.replaceAll("http://127.0.0.1:8080", this.url);
  }

  /**
   * Runs scripts one after the other in one shell, which keeps their variables. Resolves with what each printed, messages included;
   * throws if one fails.
   */
  async run(scripts: readonly string[]): Promise<readonly string[]> {
    const env = { PORT: new URL(this.url).port, PETSTOCK_KEY: this.key };
    const { PATH, ...rest } = environment(env);
    const session = scripts.map((script) => `${script}\nprintf '%s' '${END}'\n`).join("");
    const quiet = this.here(session).replaceAll(/\bcurl /g, "curl -sS ");
    const { stdout } = await runToEnd(["sh", "-euc", `exec 2>&1\n${quiet}`], {
      cwd: this.folder.path,
      env: { ...rest, PATH: `${this.folder.file("bin")}:${PATH}` },
    });
    const outputs = stdout.split(END);
    const last = outputs.pop();
    const failed = scripts[outputs.length];
    if (failed !== undefined) throw new Error(`this failed:\n${failed}\nIt printed:\n${last}`);
    return outputs;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#service[Symbol.asyncDispose]();
    this.folder[Symbol.dispose]();
  }
}
