// petstock version: version, commit and runtime, for bug reports and scripts.

import { Command } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { engineVersion } from "../engines.ts";
import { BUILD_COMMIT } from "../build.ts";
import { programCommit } from "./commit.ts";
import { type Context, printData } from "./context.ts";
import { toJson } from "./table.ts";

export function versionCommand(context: Context): Command {
  return new Command("version")
    .description("print the version, the commit, and what it runs on")
    .option("--json", "as JSON", false)
    .action(async ({ json }) => {
      const facts = factsOf(context.env);
      await printData(context, json ? `${toJson(facts)}\n` : textOf(facts));
    });
}

/** `--version` as the first argument is the command `version`. */
export function versionAsCommand(args: readonly string[]): readonly string[] {
  return args[0] === "--version" ? ["version", ...args.slice(1)] : args;
}

interface Facts {
  readonly version: string;
  readonly commit: string;
  readonly kind: "executable" | "source";
  readonly platform: string;
  readonly bun: string;
  readonly sqlite: string;
}

function factsOf(env: Context["env"]): Facts {
  return {
    version: manifest.version,
    commit: programCommit(env),
    kind: BUILD_COMMIT === undefined ? "source" : "executable",
    platform: `${process.platform}-${process.arch}`,
    bun: Bun.version,
    sqlite: engineVersion(),
  };
}

function textOf({ version, ...facts }: Facts): string {
  const lines = Object.entries(facts).map(([name, value]) => `${name}: ${value}`);
  return [`petstock ${version}`, ...lines, ""].join("\n");
}
