// petstock version: version, commit and runtime, for bug reports and scripts.

import { Command } from "commander";
import { engineVersion } from "../engines.ts";
import { BUILD_COMMIT } from "../build.ts";
import { type Build, programBuild } from "../version.ts";
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

interface Facts extends Build {
  readonly kind: "executable" | "source";
  readonly platform: string;
  readonly bun: string;
  readonly sqlite: string;
}

function factsOf(env: Context["env"]): Facts {
  return {
    ...programBuild(env),
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
