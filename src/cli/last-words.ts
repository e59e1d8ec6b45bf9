// The last lines of a service before its process ends. Each goes out where it can, for a limited time: a log without a
// reader, or whose disk is full, neither holds up the end nor changes the exit code.

import { BufferedOutput } from "../log/buffered-output.ts";
import { ERROR_LEVEL, isJournal, withPriority } from "../log/journal.ts";
import { ServiceManager } from "../systemd/service-manager.ts";
import type { Context } from "./context.ts";
import { messageText } from "./message.ts";

const [STDOUT, STDERR] = [1, 2];

/** A reader that is alive takes a line within milliseconds. */
export const FLUSH_MS = 1_000;

/** Why a service did not start: to systemd; and to standard error, or where that takes nothing, to standard output. */
export async function tellFinally(lines: readonly string[], { env }: Context): Promise<void> {
  const [first, ...rest] = lines.map(messageText);
  if (first === undefined) return;
  // An unreachable manager cannot be told of.
  new ServiceManager(env, () => {}).failed(first);
  const text = [first, ...rest, ""].join("\n");
  const prefixed = isJournal(STDERR, env["JOURNAL_STREAM"]) ? withPriority(text, ERROR_LEVEL) : text;
  if (!(await isWritten(STDERR, prefixed))) await isWritten(STDOUT, text);
}

function isWritten(descriptor: number, text: string): Promise<boolean> {
  const output = new BufferedOutput(descriptor);
  output.write(text);
  return output.flush(FLUSH_MS);
}
