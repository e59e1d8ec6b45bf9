// The context of a command: environment, streams, clock and process, as main.ts hands them down. Data goes to stdout,
// messages go to stderr.

import type { Clock } from "../inventory/clock.ts";
import { withoutKeys } from "../inventory/redact.ts";
import { printable } from "../printable.ts";

export interface Context {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly clock: Clock;
  readonly process: ProcessControl;
  /** Starts the thread that writes to SQLite. */
  readonly startWorker: () => Worker;
}

export interface Input {
  readonly isTerminal: boolean;
  /** Not a property: the runtime reads from standard input once it is touched. */
  open(): NodeJS.ReadableStream;
}

/** Such as `process.stdout`. */
export interface Output extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** The file descriptor; undefined for a stream that is none. */
  readonly fd?: number;
}

/** The process itself: signals, uncaught errors, and an end that waits for nothing. */
export type ProcessControl = Pick<NodeJS.Process, "on" | "once" | "off" | "exit">;

/** The command did not do what was asked; the message is for people, in one line. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Documented in docs/configuration.md. */
export const EXIT = { done: 0, failed: 1, usage: 2, changedSince: 3 } as const;

/** The reader of standard output closed it, as in `petstock export | head`. Not a failure. */
export class BrokenPipeError extends CommandError {}

/**
 * Writes data to stdout; resolves when the reader has taken it. `done` says what has been done already, for the error message;
 * without it, the message implies that nothing was changed. Throws a CommandError.
 */
export function printData(
  { stdout }: Pick<Context, "stdout">,
  data: string | Uint8Array,
  done?: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.write(data, (error) => (error ? reject(outputErrorOf(error, done)) : resolve()));
  });
}

function outputErrorOf(error: NodeJS.ErrnoException, done: string | undefined): CommandError {
  const message = `standard output cannot be written: ${error.message}`;
  if (done !== undefined) return new CommandError(`${message}; ${done}`);
  return error.code === "EPIPE" ? new BrokenPipeError(message) : new CommandError(message);
}

/** Tells the user that a change is committed although its report could not be written. */
export const REPORT_LOST = "the change was made; only this report is missing";

/** Writes a message to stderr, in one line; it may hold names and messages of any origin. */
export function printMessage({ stderr }: Pick<Context, "stderr">, message: string): void {
  stderr.write(`${messageText(message)}\n`);
}

/** As `printMessage`, without the end of the line. */
export function printPrompt({ stderr }: Pick<Context, "stderr">, question: string): void {
  stderr.write(`${messageText(question)} `);
}

/** Whether an output is coloured: on a terminal, unless NO_COLOR is set (https://no-color.org). */
export function wantsColor(env: Context["env"], { isTTY }: Pick<Output, "isTTY">): boolean {
  return isTTY === true && !env["NO_COLOR"] && env["TERM"] !== "dumb";
}

export function count(number: number, what: string): string {
  return `${number.toLocaleString("en-US")} ${what}${number === 1 ? "" : "s"}`;
}

interface Contents {
  readonly pets: number;
  readonly movements: number;
  readonly labels: number;
  readonly keys: number;
}

/** The contents of a database, for messages: `2 pets, 3 movements, 1 label and 1 API key`. Without labels they are left out. */
export function contentsText({ pets, movements, labels, keys }: Contents): string {
  const labelled = labels > 0 ? [count(labels, "label")] : [];
  return `${[count(pets, "pet"), count(movements, "movement"), ...labelled].join(", ")} and ${count(keys, "API key")}`;
}

/**
 * A text as messages show it: one line, safe on a terminal, without passwords and API keys. Messages repeat a mistyped flag with
 * its value, and they are stored: by CI, in a supervisor's log, in bug reports.
 */
export function messageText(text: string): string {
  return printable(withoutKeys(withoutPasswords(text)));
}

/** User and password of a URL (RFC 3986, section 3.2.1), up to its last @; but not the placeholder that help shows. */
const USER = /(?<=\b[a-z][a-z0-9+.-]*:\/\/)(?!USER:PASSWORD@)[^\s"']*@/gi;
/** As libpq accepts it, too. */
const PARAMETER = /(?<=[?&](?:ssl)?password=)[^\s"'&]+/gi;

function withoutPasswords(text: string): string {
  return text.replace(USER, "…@").replace(PARAMETER, "…");
}

/**
 * Ctrl-C, or a supervisor's SIGTERM, during work that can be stopped safely. The signal's reason is a CommandError with this
 * message. A second Ctrl-C ends the process at once.
 */
export function onInterruption(
  context: Pick<Context, "process">,
  message: string,
): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const abort = () => controller.abort(new CommandError(message));
  context.process.once("SIGINT", abort).once("SIGTERM", abort);
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => void context.process.off("SIGINT", abort).off("SIGTERM", abort),
  };
}
