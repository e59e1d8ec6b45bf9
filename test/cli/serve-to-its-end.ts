// Runs petstock serve until it ends, by itself or on SIGTERM.

import { environment, type Finished, PROGRAM } from "../support/petstock.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";

/** Many times the duration of a start and an end on a busy machine. Then the process is killed; its exit code is 137. */
const END_MS_MAX = 30_000;

export interface ServeOptions {
  /** The working directory; default: a temporary one. */
  readonly folder?: TemporaryFolder;
  readonly env?: Readonly<Record<string, string>>;
  /** Sends SIGTERM, once, when this is true for the text of stderr so far. */
  readonly isEnough?: (words: string) => boolean;
}

export async function serveToItsEnd(
  args: readonly string[],
  { folder, env = {}, isEnough = () => false }: ServeOptions = {},
): Promise<Finished> {
  using own = new TemporaryFolder();
  const child = Bun.spawn([...PROGRAM, "serve", ...args], {
    cwd: (folder ?? own).path,
    env: environment({ ...(folder === undefined && { DATABASE_URL: "sqlite:petstock.db" }), ...env }),
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    timeout: END_MS_MAX,
    killSignal: "SIGKILL",
  });
  const stdout = child.stdout.text();
  let stderr = "";
  let isSignalled = false;
  for await (const chunk of child.stderr) {
    stderr += new TextDecoder().decode(chunk);
    if (isSignalled || !isEnough(stderr)) continue;
    isSignalled = true;
    child.kill("SIGTERM");
  }
  return { stdout: await stdout, stderr, exitCode: await child.exited };
}
