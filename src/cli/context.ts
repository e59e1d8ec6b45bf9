// What a command works with: the environment, the terminal, and the two streams. Data goes to stdout, words to stderr.

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

/** Writes data to stdout; resolves when the reader has taken it. */
export function writeOut(text: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** Tells the person at the terminal, on stderr. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Whether colours are wanted: on a terminal, unless NO_COLOR says otherwise (https://no-color.org). */
export function wantsColor(env: Context["env"]): boolean {
  return process.stderr.isTTY === true && !env["NO_COLOR"] && env["TERM"] !== "dumb";
}

export function count(number: number, what: string): string {
  return `${number.toLocaleString("en-US")} ${what}${number === 1 ? "" : "s"}`;
}
