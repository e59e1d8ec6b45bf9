// The command line as a whole: which commands there are, and how each ends.

import { Command, CommanderError } from "commander";
import { PROGRAM } from "../build.ts";
import { SettingError } from "../config.ts";
import { StoreError } from "../inventory/store.ts";
import { adjustCommand } from "./adjust.ts";
import { backupCommand } from "./backup.ts";
import { CommandError, type Context, EXIT, NobodyReadsError, tell, writeOut } from "./context.ts";
import { copyCommand } from "./copy.ts";
import { exportCommand } from "./export.ts";
import { historyCommand } from "./history.ts";
import { importCommand } from "./import.ts";
import { keysCommand } from "./keys.ts";
import { pruneCommand } from "./prune.ts";
import { readyCommand } from "./ready.ts";
import { removeCommand } from "./remove.ts";
import { restoreCommand } from "./restore.ts";
import { serveCommand } from "./serve.ts";
import { setCommand } from "./set.ts";
import { undoCommand } from "./undo.ts";
import { verifyCommand } from "./verify.ts";
import { versionAsCommand, versionCommand } from "./version.ts";

/** Runs one command and sets the process's exit code: 0 done, 1 failed, 2 usage, and those of `EXIT` beyond. */
export async function run(args: readonly string[], context: Context): Promise<void> {
  outliveBrokenStreams();
  try {
    await programOf(context).parseAsync([...versionAsCommand(args)], { from: "user" });
  } catch (error) {
    process.exitCode = endOf(error);
  }
}

export function programOf(context: Context): Command {
  const program = new Command("petstock")
    .description("The Pet Store Inventory Service: a stock count for each pet, over HTTP.")
    .option("--version", "the same as the command version");
  const commands = [
    serveCommand,
    readyCommand,
    keysCommand,
    importCommand,
    exportCommand,
    setCommand,
    adjustCommand,
    removeCommand,
    historyCommand,
    undoCommand,
    pruneCommand,
    verifyCommand,
    copyCommand,
    backupCommand,
    restoreCommand,
    versionCommand,
  ];
  for (const command of commands) program.addCommand(command(context));
  program.addCommand(helpCommand(program));
  for (const command of [
    program,
    ...program.commands,
    ...program.commands.flatMap((each) => each.commands),
  ]) {
    command.exitOverride().configureOutput({
      writeOut: writeHelp,
      outputError: (text) => tell(oneLine(text)),
    });
  }
  return program;
}

/** Ours, because the library's own answers a name it does not know with the whole help. */
function helpCommand(program: Command): Command {
  return new Command("help")
    .description("display help for command")
    .argument("[command]")
    .action((name: string | undefined) => {
      const command = name === undefined ? program : program.commands.find((each) => each.name() === name);
      if (command === undefined) throw new CommandError(`unknown command '${name}'`, EXIT.usage);
      command.help();
    });
}

/** Nobody waits for it, so its failure sets the exit code by itself. */
function writeHelp(text: string): void {
  writeOut(text).catch((error: unknown) => {
    process.exitCode = endOf(error);
  });
}

const UNKNOWN = `; whether it was done cannot be known from here: look at "${PROGRAM} history" or "${PROGRAM} keys list" before you do it again`;

/** Tells what went wrong, in one line, and gives the exit code. */
function endOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (error instanceof NobodyReadsError) return EXIT.done;
  if (error instanceof CommandError) {
    tell(`petstock: ${error.message}`);
    return error.exitCode;
  }
  if (error instanceof SettingError) {
    tell(`petstock: ${error.message}`);
    return EXIT.usage;
  }
  if (error instanceof StoreError) {
    tell(`petstock: ${error.message}${error.code === "outcome_unknown" ? UNKNOWN : ""}`);
    return EXIT.failed;
  }
  if (isSystemError(error)) {
    tell(`petstock: ${error.path} cannot be used: ${error.message}`);
    return EXIT.failed;
  }
  const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
  for (const line of `petstock: this should not happen: ${cause}`.split("\n")) tell(line);
  return EXIT.failed;
}

function oneLine(text: string): string {
  return `petstock: ${text
    .replace(/^error: /, "")
    .trim()
    .replaceAll(/\s*\n\s*/g, " ")}`;
}

/** What the system has against a file: a folder in its path that is none, a name too long, a missing right. No defect of ours. */
function isSystemError(error: unknown): error is Error & { path: string } {
  return error instanceof Error && "syscall" in error && "path" in error && typeof error.path === "string";
}

/** Whoever writes to stdout is told by `writeOut` that it failed; of words that stderr does not take nobody can be told. */
function outliveBrokenStreams(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}
