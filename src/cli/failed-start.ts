// Reports why a service did not start, for a limited time: a log without a reader, or on a full disk, neither delays the
// end nor changes the exit code.

import { BufferedOutput } from "../log/buffered-output.ts";
import { ERROR_LEVEL, isJournal, withPriority } from "../log/journal.ts";
import { ServiceManager } from "../systemd/service-manager.ts";
import { type Context, type Output, printData, messageText } from "./context.ts";

/** A live reader takes a line within milliseconds. */
export const FLUSH_MS = 1_000;

/** Reports to systemd, and to standard error; to standard output where standard error cannot be written. */
export async function reportFailedStart(
  lines: readonly string[],
  { env, stdout, stderr }: Context,
): Promise<void> {
  const [first, ...rest] = lines.map(messageText);
  if (first === undefined) return;
  // An unreachable manager has no other way to learn of it.
  new ServiceManager(env, () => {}).failed(first);
  const text = [first, ...rest, ""].join("\n");
  const isPrefixed = stderr.fd !== undefined && isJournal(stderr.fd, env["JOURNAL_STREAM"]);
  if (!(await isWritten(stderr, isPrefixed ? withPriority(text, ERROR_LEVEL) : text))) {
    await isWritten(stdout, text);
  }
}

async function isWritten(output: Output, text: string): Promise<boolean> {
  if (output.fd === undefined) {
    return printData({ stdout: output }, text).then(
      () => true,
      () => false,
    );
  }
  const buffered = new BufferedOutput(output.fd);
  buffered.write(text);
  return buffered.flush(FLUSH_MS);
}
