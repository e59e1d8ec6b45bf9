// The program's commands, for tests that look at each of them.

import type { Command } from "commander";
import { programOf } from "../../src/cli/run.ts";
import { testContext } from "../support/in-process.ts";

export const program = programOf(testContext());

/** Every command with its words, such as `keys create`, but no hidden one. */
export function everyCommand(parent: Command = program, words = ""): [words: string, command: Command][] {
  const shown = parent.commands.filter((each) => !each.name().startsWith("__"));
  return shown.flatMap((command) => {
    const all = `${words} ${command.name()}`.trimStart();
    return [[all, command], ...everyCommand(command, all)];
  });
}
