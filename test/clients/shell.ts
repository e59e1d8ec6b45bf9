// Runs the tools of other languages, and says what a machine lacks for them.

/** Libraries that have not come by then count as "no network". */
const FETCH_MAX_MS = 120_000;

export interface Options {
  readonly env?: Readonly<Record<string, string>>;
  readonly timeout?: number;
}

/** Runs a shell command in the folder; gives all its output. Throws with the output if it fails. */
export async function run(
  command: string,
  cwd: string,
  { env = {}, ...limit }: Options = {},
): Promise<string> {
  const child = Bun.spawn(["sh", "-c", command], {
    cwd,
    // The tools' own settings, such as a proxy or a cache, are the machine's.
    env: { ...process.env, ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    ...limit,
  });
  const [output, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  if ((await child.exited) !== 0) throw new Error(`${command} failed:\n${output}${errors}`);
  return output;
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
