// petstock man: the manual page, made of what the commands say of themselves.

import { Command } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { PROGRAM } from "../build.ts";
import { tell, writeOut } from "./context.ts";
import { manPage } from "./man-page.ts";

export function manCommand(program: Command): Command {
  return new Command("man")
    .description("print the manual page, in the form that man reads")
    .action(async () => {
      await writeOut(manPage(program, manifest.version));
      if (process.stdout.isTTY) tell(`To read it: ${PROGRAM} man | man -l -`);
    });
}
