// Runs makeCheckedCopy for an untrusted file in a process of its own: it can be killed at any moment, unlike a call of
// SQLite; it holds no lock; and a crafted file cannot harm another process.

import { join } from "node:path";
import { BUILD_COMMIT } from "../../build.ts";
import { takeRightsFor, withRightsFor } from "../../files/rights.ts";
import type { BackupContents } from "../../inventory/backups.ts";
import { StoreError, type StoreErrorCode } from "../../inventory/store-error.ts";
import { type CheckedCopyOptions, makeCheckedCopy, refusal } from "./checked-copy.ts";
import { openLibc } from "../../libc.ts";

/** The first argument that starts such a process; not a command for users. */
export const CHECKER = "internal:check-backup";

/** The command line of this program: the executable, or the runtime with the source. */
const PROGRAM =
  BUILD_COMMIT === undefined
    ? [process.execPath, "--no-env-file", join(import.meta.dir, "../../main.ts")]
    : [process.execPath];

interface CheckRequest extends CheckedCopyOptions {
  /** The process runs with the rights of the owner of this file's folder. */
  readonly database: string;
}

type CheckReply =
  { readonly contents: BackupContents } | { readonly code: StoreErrorCode; readonly message: string };

/** Runs `makeCheckedCopy` in a process. When the signal fires, kills the process and throws the signal's reason. */
export async function checkInProcess(order: CheckRequest, signal: AbortSignal): Promise<BackupContents> {
  signal.throwIfAborted();
  // Started as root, which can read the program anywhere; the process then drops its rights itself.
  await using child = await withRightsFor("/", () =>
    Bun.spawn([...PROGRAM, CHECKER, JSON.stringify(order)], {
      cwd: "/",
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    }),
  );
  const end = () => child.kill("SIGKILL");
  signal.addEventListener("abort", end);
  try {
    const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    signal.throwIfAborted();
    return (
      contentsOf(stdout) ??
      throwBrokenOff(order.file, stderr.trim() || `exit code ${child.exitCode}, signal ${child.signalCode}`)
    );
  } finally {
    signal.removeEventListener("abort", end);
  }
}

function contentsOf(text: string): BackupContents | undefined {
  if (text === "") return undefined;
  const reply = JSON.parse(text) as CheckReply;
  if ("contents" in reply) return reply.contents;
  throw new StoreError(reply.code, reply.message);
}

function throwBrokenOff(file: string, why: string): never {
  throw refusal(file, `its check failed (${why.replaceAll("\n", " ")})`);
}

/** The body of the process. Writes its reply to standard output. */
export async function runChecker([text = ""]: readonly string[]): Promise<void> {
  // A terminal sends Ctrl-C to both processes; the parent decides.
  for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, () => {});
  const order = JSON.parse(text) as CheckRequest;
  takeRightsFor(order.database, { forGood: true });
  dieWithParent();
  const reply = JSON.stringify(await replyTo(order));
  await new Promise((resolve) => process.stdout.write(reply, resolve));
  process.exit(0);
}

async function replyTo(order: CheckRequest): Promise<CheckReply> {
  try {
    return { contents: await makeCheckedCopy(order) };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { code: error.code, message: error.message };
  }
}

/** PR_SET_PDEATHSIG (https://man7.org/linux/man-pages/man2/pr_set_pdeathsig.2const.html). */
const SET_SIGNAL_OF_PARENTS_DEATH = 1;
const SIGKILL = 9;

/**
 * Ends this process with its parent: in a long call of SQLite it would not notice that the parent has ended.
 * Call it after the last change of the user, which would reset it. Linux only.
 */
function dieWithParent(): void {
  // On other systems the process ends with its work, which is bounded, and its reply is lost.
  openLibc({ prctl: { args: ["i32", "u64"], returns: "i32" } })?.prctl(SET_SIGNAL_OF_PARENTS_DEATH, SIGKILL);
}
