// The process that looks a file of unknown origin through, and makes a checked copy of it. It can be ended at any moment, which a
// call of SQLite cannot be; it holds no lock; and a crafted file harms no other process.

import { join } from "node:path";
import { BUILD_COMMIT } from "../../build.ts";
import { takeRightsFor, withRightsFor } from "../../files/rights.ts";
import type { BackupContents } from "../../inventory/backups.ts";
import { StoreError, type StoreErrorCode } from "../../inventory/store-error.ts";
import { type CheckedCopyOptions, makeCheckedCopy, refusal } from "./checked-copy.ts";
import { dieWithParent } from "./die-with-parent.ts";

/** The program's first argument in such a process. Not for people, and so not a command. */
export const CHECKER = "internal:check-backup";

/** How this program is started, by its own path: an executable, or the runtime with the source. */
const PROGRAM =
  BUILD_COMMIT === undefined
    ? [process.execPath, "--no-env-file", join(import.meta.dir, "../../main.ts")]
    : [process.execPath];

interface CheckRequest extends CheckedCopyOptions {
  /** Whose folder's owner has the rights. */
  readonly database: string;
}

type CheckReply =
  { readonly contents: BackupContents } | { readonly code: StoreErrorCode; readonly message: string };

/** As `makeCheckedCopy`, in the process; which is ended where the signal is given, whose reason is thrown. */
export async function checkInProcess(order: CheckRequest, signal: AbortSignal): Promise<BackupContents> {
  signal.throwIfAborted();
  // Root can read the program wherever it lies; the process then takes the rights itself.
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
  throw refusal(file, `the check of it broke off (${why.replaceAll("\n", " ")})`);
}

/** All that the process does. Its reply goes to standard output. */
export async function runChecker([text = ""]: readonly string[]): Promise<void> {
  // On a terminal Ctrl-C reaches both, and the other one decides.
  for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, () => {});
  const order = JSON.parse(text) as CheckRequest;
  takeRightsFor(order.database, { forGood: true });
  dieWithParent();
  const reply = JSON.stringify(replyTo(order));
  await new Promise((resolve) => process.stdout.write(reply, resolve));
  process.exit(0);
}

function replyTo(order: CheckRequest): CheckReply {
  try {
    return { contents: makeCheckedCopy(order) };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { code: error.code, message: error.message };
  }
}
