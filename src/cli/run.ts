// The command line: all commands, and how each ends.

import { Argument, Command, type OutputConfiguration } from "commander";
import { internalProcess } from "../engines.ts";
import { adjustCommand } from "./adjust.ts";
import { backupCommand } from "./backup.ts";
import { type Context, EXIT, type Output, printData, printMessage } from "./context.ts";
import { compactCommand } from "./compact.ts";
import { completeCommand } from "./complete.ts";
import { completionCommand } from "./completion.ts";
import { exportCommand } from "./export.ts";
import { failureOf } from "./failure.ts";
import { historyCommand } from "./history.ts";
import { importCommand } from "./import.ts";
import { hooksCommand } from "./hooks.ts";
import { keysCommand } from "./keys.ts";
import { labelsCommand } from "./labels.ts";
import { listCommand } from "./list.ts";
import { manCommand } from "./man-page.ts";
import { mcpCommand } from "./mcp.ts";
import { migrateCommand } from "./migrate.ts";
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

/** Columns of the help if it is not shown on a terminal; as in the library. */
const HELP_WIDTH = 80;

/** Runs one command and resolves with its exit code, one of `EXIT`. Never throws. */
export async function run(args: readonly string[], context: Context): Promise<number> {
  ignoreStreamErrors(context);
  try {
    await runCommand(args, context);
    return EXIT.done;
  } catch (error) {
    const { exitCode, lines } = failureOf(error);
    for (const line of lines) printMessage(context, line);
    return exitCode;
  }
}

async function runCommand(args: readonly string[], context: Context): Promise<void> {
  const internal = internalProcess(args);
  if (internal !== undefined) return internal;
  let help = "";
  const program = programOf(context, (text) => {
    help += text;
  });
  try {
    await program.parseAsync([...versionAsCommand(args)], { from: "user" });
  } catch (error) {
    // The library throws after it has written help, too.
    if (help !== "") await printData(context, help);
    throw error;
  }
}

/** All commands, for the library. `writeHelp` receives the help that the user asked for. */
export function programOf(context: Context, writeHelp: (text: string) => void = () => {}): Command {
  const program = new Command("petstock")
    .description("The Pet Store Inventory Service: a stock count for each pet, over HTTP.")
    .option("--version", "same as the command version");
  const commands = [
    serveCommand,
    readyCommand,
    keysCommand,
    hooksCommand,
    importCommand,
    exportCommand,
    labelsCommand,
    listCommand,
    setCommand,
    adjustCommand,
    removeCommand,
    historyCommand,
    undoCommand,
    pruneCommand,
    compactCommand,
    verifyCommand,
    migrateCommand,
    moveCommand,
    backupCommand,
    restoreCommand,
    mcpCommand,
    versionCommand,
  ];
  for (const command of commands) program.addCommand(command(context));
  program.addCommand(completionCommand(context));
  program.addCommand(manCommand(program, context));
  program.addCommand(helpCommand(program));
  program.addCommand(completeCommand(program, context), { hidden: true });
  for (const command of withSubcommands(program)) {
    command.exitOverride().configureOutput(outputOf(context, writeHelp));
  }
  return program;
}

function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

function outputOf({ stdout, stderr }: Context, writeHelp: (text: string) => void): OutputConfiguration {
  const widthOf = ({ isTTY, columns }: Output) => (isTTY === true ? columns : undefined) ?? HELP_WIDTH;
  return {
    writeOut: writeHelp,
    writeErr: (text) => stderr.write(text),
    outputError: (text) => printMessage({ stderr }, oneLine(text)),
    getOutHelpWidth: () => widthOf(stdout),
    getErrHelpWidth: () => widthOf(stderr),
  };
}

/** Ours, because the library's own answers an unknown command with the whole help. */
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

function oneLine(text: string): string {
  return `petstock: ${text
    .replace(/^error: /, "")
    .trim()
    .replaceAll(/\s*\n\s*/g, " ")}`;
}

/** `printData` reports that stdout failed; a message that stderr does not take is lost. Unheard, an error ends the process. */
function ignoreStreamErrors({ stdout, stderr }: Context): void {
  for (const stream of [stdout, stderr]) stream.on("error", () => {});
}
