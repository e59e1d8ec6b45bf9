// The manual page in roff (man(7)), which man-db, mandoc and groff read alike.

import { Command, type Option } from "commander";
import {
  API_KEY_VARIABLE,
  DEFAULT_DATABASE_PATH,
  REMOTE_SETTINGS,
  type Setting,
  SETTINGS,
} from "../config.ts";
import { EXIT, type Context, printMessage, printData } from "./context.ts";
import { PROGRAM } from "../build.ts";
import { programBuild } from "../version.ts";

/** As in docs/configuration.md, which has details. */
const MEANING: Readonly<Record<keyof typeof EXIT, string>> = {
  done: "Success.",
  failed: "Failure; the message on standard error says why, and what to do next.",
  usage: "The command line or a setting is wrong; nothing was done.",
  changedSince: "The inventory has changed since (import --if-unchanged-since, undo); nothing was changed.",
};

const EXAMPLES: readonly (readonly [line: string, what: string])[] = [
  [
    "petstock serve --quickstart",
    "Runs the service; an empty default database gets sample animals and a first key.",
  ],
  ["petstock keys create --name till-3 --expires 90d", "Creates a key, and prints it once."],
  ["petstock import --dry-run stock.csv", "Checks a file, and reports what it would change."],
  ["petstock backup /backups/petstock.backup", "Backs up the database of the running service."],
];

/** Every flag is off unless given. */
const SWITCHED_OFF = " (default: false)";
/** Before escapes are added. */
const LINE_LENGTH_MAX = 72;

export function manPage(program: Command, version: string): string {
  const settings = Object.values(SETTINGS);
  const lines = [
    `.TH PETSTOCK 1 "" "petstock ${version}" "User Commands"`,
    // No hyphenation, which would break names.
    ".nh",
    ".SH NAME",
    String.raw`petstock \- pet store inventory service`,
    ".SH SYNOPSIS",
    String.raw`.B petstock`,
    String.raw`\fIcommand\fR [\fIarguments\fR] [\fIoptions\fR]`,
    ".SH DESCRIPTION",
    prose(program.description()),
    prose("Data goes to standard output, messages go to standard error; --json is for scripts."),
    ".SH COMMANDS",
    ...leavesOf(program).flatMap(commandSection),
    ".SH ENVIRONMENT",
    "A flag takes precedence over its variable.",
    ...settings.flatMap(({ env, flag }) => item(env, `As ${flag} of serve.`)),
    ...Object.values(REMOTE_SETTINGS).flatMap(({ env, flag, help }) =>
      item(env, `As ${flag}: ${help.replaceAll("`", "")}.`),
    ),
    ...item(API_KEY_VARIABLE, "The API key for --url."),
    ".SH EXIT STATUS",
    ...Object.entries(EXIT).flatMap(([name, code]) => item(String(code), MEANING[name as keyof typeof EXIT])),
    ".SH FILES",
    ...item(DEFAULT_DATABASE_PATH, "The default database, relative to the working directory."),
    ".SH EXAMPLES",
    ...EXAMPLES.flatMap(([line, what]) => item(line, what)),
  ];
  return `${lines.join("\n")}\n`;
}

/** The commands without subcommands: not `keys`, but `keys create` and so on. */
function leavesOf(command: Command): Command[] {
  // Without the help command that the library adds to each.
  const below = command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => command.commands.includes(each));
  return below.length === 0 ? [command] : below.flatMap(leavesOf);
}

function commandSection(command: Command): string[] {
  const help = command.createHelp();
  const own = help.visibleOptions(command).filter(({ long }) => long !== "--help");
  const remote = own.filter((option) => isIn(REMOTE_SETTINGS, option));
  const others = own.filter((option) => !remote.includes(option));
  const shown = command.name() === "serve" ? others : others.filter((option) => !isIn(SETTINGS, option));
  return [
    `.SS ${exact(help.commandUsage(command))}`,
    prose(sentence(command.description())),
    ...help.visibleArguments(command).flatMap((each) => item(each.name(), help.argumentDescription(each))),
    ...shown.flatMap((option) =>
      item(option.flags, help.optionDescription(option).replace(SWITCHED_OFF, "")),
    ),
    ...settingsLine(
      "Settings, as for serve",
      others.filter((option) => !shown.includes(option)),
    ),
    ...settingsLine("For a remote service (see ENVIRONMENT)", remote),
  ];
}

/** Other options may have the same flag: --url of ready is no setting. */
function isIn(
  settings: Readonly<Record<string, Pick<Setting<unknown>, "flag" | "env">>>,
  { long, description }: Option,
): boolean {
  return Object.values(settings).some(
    ({ flag, env }) => flag === long && description.includes(`(env: ${env},`),
  );
}

function settingsLine(what: string, options: readonly Option[]): string[] {
  if (options.length === 0) return [];
  return [".PP", prose(`${what}: ${options.map(({ long }) => long).join(", ")}.`)];
}

function item(term: string, text: string): string[] {
  return [".TP", String.raw`\fB${exact(term)}\fR`, prose(text)];
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** With hyphens (U+002D) that can be copied and pasted. */
function exact(text: string): string {
  return plain(text).replaceAll("-", String.raw`\-`);
}

/** Broken between words into lines of at most 80 bytes, as roff tools want them. */
function prose(text: string): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + word.length >= LINE_LENGTH_MAX) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.map((line) => plain(line).replaceAll("--", String.raw`\-\-`)).join("\n");
}

/** ASCII without requests and escapes of roff. */
function plain(text: string): string {
  return text
    .replaceAll("\\", String.raw`\e`)
    .replace(/^(?=[.'])/, String.raw`\&`)
    .replace(
      /[^\0-\x7f]/gu,
      (each) => `\\[u${each.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}]`,
    );
}

export function manCommand(program: Command, context: Context): Command {
  return new Command("man").description("print the manual page, for man").action(async () => {
    await printData(context, manPage(program, programBuild(context.env).version));
    if (context.stdout.isTTY) printMessage(context, `To read it: ${PROGRAM} man | man -l -`);
  });
}
