// Completion by Tab in the real shells bash, zsh and fish, each on its own terminal. A shell that is not installed is skipped
// with a message.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, existsSync, rmSync } from "node:fs";
import { completionOf } from "../../src/cli/complete.ts";
import { environment, petstock, PROGRAM } from "../support/petstock.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { shared } from "../support/shared.ts";
import { program } from "./every-command.ts";

setDefaultTimeout(120_000);

const SHELLS = {
  bash: { args: ["--noprofile", "--norc", "-i"], setUp: "source <(petstock completion bash)" },
  zsh: {
    args: ["-f", "-i"],
    setUp: "autoload -Uz compinit && compinit -u -D && source <(petstock completion zsh)",
  },
  fish: { args: ["--no-config", "-i"], setUp: "petstock completion fish | source" },
} as const;

const folder = shared(new TemporaryFolder());

// A `petstock` on PATH that completes like the program; any other call prints its arguments.
const command = PROGRAM.map((part) => `'${part}'`).join(" ");
await Bun.write(
  folder.file("petstock"),
  `#!/bin/sh
case $1 in __complete | completion) exec ${command} "$@" ;; esac
printf '%s\\n' "$@" > ${folder.file("new")} && mv ${folder.file("new")} ${folder.file("called")}
`,
);
chmodSync(folder.file("petstock"), 0o755);
await Bun.write(folder.file("my stock.csv"), "petId,quantity\n");

class Shell implements Disposable {
  readonly #child: Bun.Subprocess;
  #shown = "";

  constructor(name: keyof typeof SHELLS) {
    const decoder = new TextDecoder();
    this.#child = Bun.spawn([name, ...SHELLS[name].args], {
      cwd: folder.path,
      env: environment({
        PATH: `${folder.path}:${process.env["PATH"]}`,
        HOME: folder.path,
        TERM: "xterm",
      }),
      terminal: {
        cols: 200,
        rows: 50,
        data: (_, bytes) => void (this.#shown += decoder.decode(bytes, { stream: true })),
      },
    });
  }

  async isReady(setUp: string): Promise<void> {
    // Differs from the text that it prints, because a terminal echoes what is typed.
    this.#type(`${setUp}; echo re''ady\n`);
    await until("the shell to be ready", () => this.#shown.includes("ready"));
  }

  /** Types a line with its Tabs, and Enter; resolves with the arguments that petstock was called with. */
  async argumentsOf(line: string): Promise<string[]> {
    rmSync(folder.file("called"), { force: true });
    this.#type(`${line}\n`);
    await until(`petstock to be called, after ${JSON.stringify(this.#shown)}`, () =>
      existsSync(folder.file("called")),
    );
    return (await Bun.file(folder.file("called")).text()).trimEnd().split("\n");
  }

  #type(text: string): void {
    this.#child.terminal?.write(text);
  }

  [Symbol.dispose](): void {
    this.#child.kill("SIGKILL");
    this.#child.terminal?.close();
  }
}

const LINES: readonly (readonly [typed: string, args: readonly string[]])[] = [
  ["petstock exp\t", ["export"]],
  ["petstock keys rev\tabc", ["keys", "revoke", "abc"]],
  ["petstock serve --log-f\tj\t", ["serve", "--log-format", "json"]],
  ["petstock serve --log-level=w\t", ["serve", "--log-level=warn"]],
  ["petstock import --format csv my\t", ["import", "--format", "csv", "my stock.csv"]],
  ["petstock export --output=my\t", ["export", "--output=my stock.csv"]],
  ["petstock set 1 --status s\t--cr\t", ["set", "1", "--status", "sold", "--create"]],
];

const NAMES = Object.keys(SHELLS) as (keyof typeof SHELLS)[];

for (const name of NAMES.filter((each) => Bun.which(each) === null))
  process.stderr.write(`test/cli/completion: ${name} is not installed, so its completion is not tested\n`);

describe.each(NAMES.filter((each) => Bun.which(each) !== null))("in %s", (name) => {
  test("Tab completes commands, options, values and files", async () => {
    using shell = new Shell(name);
    await shell.isReady(SHELLS[name].setUp);
    for (const [typed, args] of LINES) expect(await shell.argumentsOf(typed)).toEqual([...args]);
  });
});

describe("the candidates are those that the command line accepts", () => {
  const offered = (...words: readonly string[]): "files" | string[] => {
    const found = completionOf(program, words);
    return found === "files" ? found : found.map(({ value }) => value);
  };

  test("every command of the help, and no hidden command", async () => {
    const { stdout } = await petstock(["--help"]);
    const listed = [...stdout.matchAll(/^  ([a-z]+)\b/gm)].map(([, name]) => name!);
    expect(offered("")).toEqual(listed);
    expect(listed).toContain("completion");
    expect(stdout).not.toContain("__complete");
    const aliases = program.commands.flatMap((each) => each.aliases());
    expect(aliases).toEqual(["copy"]);
    const known = [...listed.filter((each) => each !== "help"), ...aliases];
    expect(new Set(offered("help", ""))).toEqual(new Set(known));
  });

  test("each option until it is used, and none after --", () => {
    expect(offered("verify", "--")).toEqual(["--json", "--database", "--lock-timeout", "--help"]);
    expect(offered("verify", "--json", "--database", "a", "--")).toEqual(["--lock-timeout", "--help"]);
    expect(offered("import", "--", "-")).toEqual("files");
  });

  test.each(["set", "keys revoke", "serve --port", "history --key"])(
    "nothing if the value is unknown: %s",
    (line) => {
      expect(offered(...line.split(" "), "")).toEqual([]);
    },
  );
});
