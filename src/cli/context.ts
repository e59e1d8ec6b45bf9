// What a command works with: the environment, the terminal, and the two streams. Data goes to stdout, words to stderr.

import { messageText } from "./message.ts";

export interface Context {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly startWorker: () => Worker;
}

/** The command did not do what was asked; the message is for people, in one line. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Documented in the README. */
export const EXIT = { done: 0, failed: 1, usage: 2, changedSince: 3 } as const;

/** `petstock export | head`: whoever reads standard output has what it wanted, and that is no failure. */
export class NobodyReadsError extends CommandError {}

/**
 * Writes data to stdout; resolves when the reader has taken it. `done` says what a failure does not take back: without it
 * people read that nothing was changed. Throws a CommandError.
 */
export function writeOut(text: string | Uint8Array, done?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(outputErrorOf(error, done)) : resolve()));
  });
}

function outputErrorOf(error: NodeJS.ErrnoException, done: string | undefined): CommandError {
  const words = `standard output cannot be written: ${error.message}`;
  if (done !== undefined) return new CommandError(`${words}; ${done}`);
  return error.code === "EPIPE" ? new NobodyReadsError(words) : new CommandError(words);
}

/** For a report of work that stands, whoever reads it. */
export const DONE = "it was done all the same, and only the report of it is missing";

/** Tells the person at the terminal, on stderr, in one line: names and messages in it may come from anywhere. */
export function tell(line: string): void {
  process.stderr.write(`${messageText(line)}\n`);
}

/** As `tell`, and stays on the line. */
export function ask(question: string): void {
  process.stderr.write(`${messageText(question)} `);
}

/** Whether colours are wanted: on a terminal, unless NO_COLOR says otherwise (https://no-color.org). */
export function wantsColor(env: Context["env"]): boolean {
  return process.stderr.isTTY === true && !env["NO_COLOR"] && env["TERM"] !== "dumb";
}

export function count(number: number, what: string): string {
  return `${number.toLocaleString("en-US")} ${what}${number === 1 ? "" : "s"}`;
}
