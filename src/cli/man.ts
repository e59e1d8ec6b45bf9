// petstock man: the manual page, from the definitions of the commands.

import { Command } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { PROGRAM } from "../build.ts";
import { type Context, printMessage, printData } from "./context.ts";
import { manPage } from "./man-page.ts";

export function manCommand(program: Command, context: Context): Command {
  return new Command("man").description("print the manual page, for man").action(async () => {
    await printData(context, manPage(program, manifest.version));
    if (context.stdout.isTTY) printMessage(context, `To read it: ${PROGRAM} man | man -l -`);
  });
}
