// The manual page in roff (man(7)), which man-db, mandoc and groff read alike.

import type { Command, Option } from "commander";
import { DEFAULT_DATABASE_PATH, SETTINGS } from "../config.ts";
import { EXIT } from "./context.ts";

/** What each exit code means; docs/configuration.md says more. */
const MEANING: Readonly<Record<keyof typeof EXIT, string>> = {
  done: "It was done.",
  failed: "It failed; the message on standard error says why, and what to do next.",
  usage: "The command line or a setting is wrong; nothing was done.",
  changedSince: "The inventory has changed since (import --if-unchanged-since, undo); nothing was changed.",
};

const EXAMPLES: readonly (readonly [line: string, what: string])[] = [
  [
    "petstock serve --quickstart",
    "Runs the service, with sample animals and a first key where there is nothing yet.",
  ],
  ["petstock keys create --name till-3 --expires 90d", "Makes a key, and prints it once."],
  ["petstock import --dry-run stock.csv", "Checks a file, and says what it would change."],
  ["petstock backup /backups/petstock.backup", "Backs up the database beside the running service."],
];

/** What every flag is that is not given. */
const SWITCHED_OFF = " (default: false)";
/** Before escapes make it longer. */
const LINE_LENGTH_MAX = 72;

export function manPage(program: Command, version: string): string {
  const settings = Object.values(SETTINGS);
  const lines = [
    `.TH PETSTOCK 1 "" "petstock ${version}" "User Commands"`,
    // No hyphens within names.
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
    ".SH EXIT STATUS",
    ...Object.entries(EXIT).flatMap(([name, code]) => item(String(code), MEANING[name as keyof typeof EXIT])),
    ".SH FILES",
    ...item(DEFAULT_DATABASE_PATH, "The database where no other is named, in the folder of the start."),
    ".SH EXAMPLES",
    ...EXAMPLES.flatMap(([line, what]) => item(line, what)),
  ];
  return `${lines.join("\n")}\n`;
}

/** The commands that do something: of `keys` those below it. */
function leavesOf(command: Command): Command[] {
  // Without the help that the library adds to each.
  const below = command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => command.commands.includes(each));
  return below.length === 0 ? [command] : below.flatMap(leavesOf);
}

function commandSection(command: Command): string[] {
  const help = command.createHelp();
  const own = help.visibleOptions(command).filter(({ long }) => long !== "--help");
  const shown = command.name() === "serve" ? own : own.filter((option) => !isSetting(option));
  return [
    `.SS ${exact(help.commandUsage(command))}`,
    prose(sentence(command.description())),
    ...help.visibleArguments(command).flatMap((each) => item(each.name(), help.argumentDescription(each))),
    ...shown.flatMap((option) =>
      item(option.flags, help.optionDescription(option).replace(SWITCHED_OFF, "")),
    ),
    ...settingsLine(own.filter((option) => !shown.includes(option))),
  ];
}

function isSetting({ long }: Option): boolean {
  return Object.values(SETTINGS).some(({ flag }) => flag === long);
}

function settingsLine(options: readonly Option[]): string[] {
  if (options.length === 0) return [];
  return [".PP", prose(`Settings, as of serve: ${options.map(({ long }) => long).join(", ")}.`)];
}

function item(term: string, text: string): string[] {
  return [".TP", String.raw`\fB${exact(term)}\fR`, prose(text)];
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** As it is typed: each hyphen is one that can be pasted. */
function exact(text: string): string {
  return plain(text).replaceAll("-", String.raw`\-`);
}

/** In lines as the tools want them: broken between words, at 80 bytes at most. */
function prose(text: string): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + word.length >= LINE_LENGTH_MAX) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.map((line) => plain(line).replaceAll("--", String.raw`\-\-`)).join("\n");
}

/** Nothing in it is a request or an escape of roff, and all of it is ASCII. */
function plain(text: string): string {
  return text
    .replaceAll("\\", String.raw`\e`)
    .replace(/^(?=[.'])/, String.raw`\&`)
    .replace(
      /[^\0-\x7f]/gu,
      (each) => `\\[u${each.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}]`,
    );
}
