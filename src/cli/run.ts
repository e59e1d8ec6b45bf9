// The command line as a whole: which commands there are, and how each ends.

import { Argument, Command } from "commander";
import { internalProcess } from "../engines.ts";
import { adjustCommand } from "./adjust.ts";
import { backupCommand } from "./backup.ts";
import { type Context, tell, writeOut } from "./context.ts";
import { compactCommand } from "./compact.ts";
import { completeCommand } from "./complete.ts";
import { completionCommand } from "./completion.ts";
import { exportCommand } from "./export.ts";
import { failureOf } from "./failure.ts";
import { historyCommand } from "./history.ts";
import { importCommand } from "./import.ts";
import { keysCommand } from "./keys.ts";
import { manCommand } from "./man.ts";
import { moveCommand } from "./move.ts";
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
    const internal = internalProcess(args);
    if (internal !== undefined) return await internal;
    await programOf(context).parseAsync([...versionAsCommand(args)], { from: "user" });
  } catch (error) {
    endWith(error);
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
    compactCommand,
    verifyCommand,
    moveCommand,
    backupCommand,
    restoreCommand,
    versionCommand,
  ];
  for (const command of commands) program.addCommand(command(context));
  program.addCommand(completionCommand());
  program.addCommand(manCommand(program));
  program.addCommand(helpCommand(program));
  program.addCommand(completeCommand(program), { hidden: true });
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
    .addArgument(new Argument("[command]").choices(program.commands.flatMap(namesOf)))
    .action((name: string | undefined) => {
      const command = program.commands.find((each) => namesOf(each).includes(name ?? "")) ?? program;
      command.help();
    });
}

function namesOf(command: Command): string[] {
  return [command.name(), ...command.aliases()];
}

/** Nobody waits for it, so its failure sets the exit code by itself. */
function writeHelp(text: string): void {
  writeOut(text).catch((error: unknown) => {
    endWith(error);
  });
}

function endWith(error: unknown): void {
  const { exitCode, lines } = failureOf(error);
  lines.forEach(tell);
  process.exitCode = exitCode;
}

function oneLine(text: string): string {
  return `petstock: ${text
    .replace(/^error: /, "")
    .trim()
    .replaceAll(/\s*\n\s*/g, " ")}`;
}

/** Whoever writes to stdout is told by `writeOut` that it failed; of words that stderr does not take nobody can be told. */
function outliveBrokenStreams(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}
