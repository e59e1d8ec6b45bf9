// Runs the tools of other languages, and says what a machine lacks for them.

import { runToEnd } from "../support/petstock.ts";

/** Libraries that have not come by then count as "no network". */
export const FETCH_MAX_MS = 120_000;

export interface Options {
  readonly env?: Readonly<Record<string, string>>;
  readonly timeout?: number | undefined;
}

/** Runs a command, one of the shell if it is a text, in the folder; gives its output. Throws with all output if it fails. */
export async function run(
  command: string | readonly string[],
  cwd: string,
  { env = {}, timeout }: Options = {},
): Promise<string> {
  const words = typeof command === "string" ? ["sh", "-c", command] : command;
  // The tools' own settings, such as a proxy or a cache, are the machine's.
  const options = { cwd, env: { ...process.env, ...env }, timeout };
  const { exitCode, stdout, stderr } = await runToEnd(words, options);
  if (exitCode !== 0) throw new Error(`${words.join(" ")} failed:\n${stdout}${stderr}`);
  return stdout;
}

export interface Needs {
  /** The commands that the machine must have. */
  readonly needs: readonly string[];
  /** A shell command that fetches libraries; may fail where there is no network. */
  readonly fetch?: string;
}

/** A library that the registry does not have: a mistake of the test, not of the network. */
const NOT_FOUND = /Could not find artifact|no matching package named|npm error code (?:E404|ETARGET)/;

/**
 * Why the tools cannot be used here, as text; undefined if they can, with their libraries fetched into the folder. Throws if a
 * library does not exist.
 */
export async function whatLacks({ needs, fetch }: Needs, cwd: string): Promise<string | undefined> {
  const missing = needs.filter((command) => Bun.which(command) === null);
  if (missing.length > 0) return `this machine has no ${missing.join(", no ")}`;
  if (fetch === undefined) return undefined;
  try {
    await run(fetch, cwd, { timeout: FETCH_MAX_MS });
    return undefined;
  } catch (error) {
    if (NOT_FOUND.test(String(error))) throw error;
    return `its libraries could not be fetched: ${error}`;
  }
}
