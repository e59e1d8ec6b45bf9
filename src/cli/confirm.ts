// A question at the terminal, before a change that must not happen by accident.

import { createInterface } from "node:readline";
import { type Context, printPrompt } from "./context.ts";

/** Whether there is a terminal to ask at. */
export function canAsk({ stdin, stderr }: Pick<Context, "stdin" | "stderr">): boolean {
  return stdin.isTerminal && stderr.isTTY === true;
}

/** True for y or yes. Throws the signal's reason where it is given first. */
export async function confirmed(context: Context, question: string, signal: AbortSignal): Promise<boolean> {
  printPrompt(context, `${question} [y/N]`);
  // terminal: false, because readline would otherwise take Ctrl-C itself.
  const lines = createInterface({ input: context.stdin.open(), terminal: false, signal });
  const answer = await new Promise<string>((resolve) => {
    lines.once("line", resolve).once("close", () => resolve(""));
  });
  lines.close();
  signal.throwIfAborted();
  return /^y(?:es)?$/i.test(answer.trim());
}
