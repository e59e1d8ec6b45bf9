// The candidates for the next word of a command line, from commander's definitions. The scripts of the shells run this on each
// Tab, so that they need no list of commands, options and values of their own.

import { type Argument, Command, type Option } from "commander";
import { type Context, printData } from "./context.ts";

export interface Candidate {
  readonly value: string;
  readonly description: string;
}

/** `files`: the shell completes a file name. */
type Completion = readonly Candidate[] | "files";

/** Hidden: for the scripts that `completion` prints. A line for each candidate and its description, or `:files`. */
export function completeCommand(program: Command, context: Context): Command {
  return new Command("__complete")
    .argument("[words...]", "the words before the cursor; the last one is incomplete")
    .action((words: readonly string[]) => {
      const completion = completionOf(program, words);
      const lines =
        completion === "files" ? [":files"] : completion.map((each) => `${each.value}\t${each.description}`);
      return printData(context, lines.map((line) => `${line}\n`).join(""));
    });
}

/** Not filtered by the beginning of the last word: each shell filters by its own rules. */
export function completionOf(program: Command, words: readonly string[]): Completion {
  const current = words.at(-1) ?? "";
  const place = placeAfter(program, words.slice(0, -1));
  const { command, option, isAfterDashes, used } = place;
  if (option !== undefined) return valuesOf(option);
  if (!isAfterDashes && current.startsWith("-")) {
    const named = optionOf(command, current);
    return named !== undefined && current.includes("=") ? valuesOf(named) : optionsOf(command, used);
  }
  const commands = place.positionals === 0 ? commandsOf(command) : [];
  if (commands.length > 0) return commands;
  const argument = argumentOf(command, place.positionals);
  if (argument !== undefined) return valuesOf(argument);
  return isAfterDashes ? [] : optionsOf(command, used);
}

/** Where the cursor is. */
interface Place {
  command: Command;
  /** The option whose value comes next. */
  option: Option | undefined;
  positionals: number;
  isAfterDashes: boolean;
  readonly used: Set<Option>;
}

function placeAfter(program: Command, words: readonly string[]): Place {
  const place: Place = {
    command: program,
    option: undefined,
    positionals: 0,
    isAfterDashes: false,
    used: new Set(),
  };
  for (const word of words) step(place, word);
  return place;
}

function step(place: Place, word: string): void {
  // Bash makes three words of --option=value.
  if (place.option !== undefined && word === "=") return;
  if (place.option !== undefined) place.option = undefined;
  else if (place.isAfterDashes) place.positionals += 1;
  else if (word === "--") place.isAfterDashes = true;
  else if (word.startsWith("-") && word !== "-") {
    const option = optionOf(place.command, word);
    if (option !== undefined) place.used.add(option);
    place.option = option?.required && !word.includes("=") ? option : undefined;
  } else stepInto(place, word);
}

function stepInto(place: Place, word: string): void {
  const command = place.command.commands.find(
    (each) => each.name() === word || each.aliases().includes(word),
  );
  if (command === undefined || place.positionals > 0) place.positionals += 1;
  else place.command = command;
}

function optionOf(command: Command, word: string): Option | undefined {
  const [name = ""] = word.split("=");
  return command.options.find(({ long, short }) => long === name || short === name);
}

function argumentOf(command: Command, at: number): Argument | undefined {
  const { registeredArguments } = command;
  const last = registeredArguments.at(-1);
  return registeredArguments[at] ?? (last?.variadic === true ? last : undefined);
}

function commandsOf(command: Command): Candidate[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((each) => ({ value: each.name(), description: each.description() }));
}

function optionsOf(command: Command, used: ReadonlySet<Option>): Candidate[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .filter((option) => !used.has(option))
    .map(({ long, description }) => ({ value: long ?? "", description }));
}

/** By its name, `file`, an argument is a file name. */
function valuesOf(of: Option | Argument): Completion {
  if (of.argChoices !== undefined) return of.argChoices.map((value) => ({ value, description: "" }));
  const name = "flags" in of ? /<([^>]+)>/.exec(of.flags)?.[1] : of.name();
  return name === "file" ? "files" : [];
}
