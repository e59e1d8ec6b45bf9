// A question to the person at the terminal, before what cannot be done by accident.

import { createInterface } from "node:readline";
import { ask } from "./context.ts";

/** Whether there is anybody to ask. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** True for y or yes. Throws the signal's reason where it is given first. */
export async function confirmed(question: string, signal: AbortSignal): Promise<boolean> {
  ask(`${question} [y/N]`);
  // Not as a terminal: it would keep Ctrl-C for itself.
  const lines = createInterface({ input: process.stdin, terminal: false, signal });
  const answer = await new Promise<string>((resolve) => {
    lines.once("line", resolve).once("close", () => resolve(""));
  });
  lines.close();
  signal.throwIfAborted();
  return /^y(?:es)?$/i.test(answer.trim());
}
