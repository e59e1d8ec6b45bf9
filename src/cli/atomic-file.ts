// Writes a file completely or not at all. Anything but a regular file (a pipe, a device, /dev/stdout) is not replaced, but
// written to directly.

import { constants, type Stats } from "node:fs";
import { type FileHandle, open, readlink, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { OWNER_ONLY_MODE, createForWriting } from "../files/private-file.ts";
import { rightsFor, type WithRights } from "../files/rights.ts";
import { makeNonce } from "../inventory/nonce.ts";
import { BrokenPipeError, CommandError, type Context, onInterruption } from "./context.ts";

export type Write = (text: string) => Promise<unknown>;

type Work<T> = (write: Write) => Promise<T>;

/** Names of descriptors that are open already: their readers would never see a new file. */
const DESCRIPTOR_NAME = /^\/(?:dev|proc\/[^/]+)\/(?:fd\/[0-9]+|stdout|stderr)$/;

const DEFAULT_MODE = 0o666;
const MODE_MASK = 0o777;

/** Throws a CommandError if the file cannot be written or the user interrupts, and what `work` throws. */
export async function writeFileAtomically<T>(context: Context, path: string, work: Work<T>): Promise<T> {
  try {
    // By the given name: the target of a link is written with the rights of the link's owner.
    const withRights = rightsFor(path);
    const { present, target } = await withRights(() => statTarget(path));
    if (DESCRIPTOR_NAME.test(target) || (present !== undefined && !present.isFile())) {
      return await writeDirectly(path, withRights, work);
    }
    using interruption = onInterruption(context, `it was interrupted; ${path} was not written`);
    return await writeWhole(target, { present, signal: interruption.signal, withRights }, work);
  } catch (error) {
    throw writeErrorOf(path, error);
  }
}

async function statTarget(path: string): Promise<{ present: Stats | undefined; target: string }> {
  return { present: await stat(path).catch(undefinedWhereMissing), target: await linkedPath(path) };
}

function undefinedWhereMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}

/** The target of a link, or of a chain of links; it may be missing. */
async function linkedPath(path: string): Promise<string> {
  if (DESCRIPTOR_NAME.test(path)) return path;
  const target = await readlink(path).catch(() => undefined);
  if (target === undefined) return path;
  return linkedPath(resolve(await realpath(dirname(path)), target));
}

/** Appends, because a shell may have opened the file and written to it. */
async function writeDirectly<T>(path: string, withRights: WithRights, work: Work<T>): Promise<T> {
  await using file = await withRights(() => open(path, constants.O_WRONLY | constants.O_APPEND));
  return await work((text) => file.appendFile(text));
}

interface Replaced {
  readonly present: Stats | undefined;
  readonly signal: AbortSignal;
  readonly withRights: WithRights;
}

/** Writes a file beside `path`, then renames it, so that `path` is never incomplete. */
async function writeWhole<T>(path: string, replaced: Replaced, work: Work<T>): Promise<T> {
  const { signal, withRights } = replaced;
  // Random, so that no other user can place a link there first.
  const partial = `${path}.${makeNonce()}.partial`;
  try {
    const result = await writeSynced(partial, replaced, work);
    signal.throwIfAborted();
    await withRights(() => rename(partial, path));
    return result;
  } catch (error) {
    // If this fails as well, the first error is the one to report.
    await withRights(() => rm(partial, { force: true })).catch(() => {});
    throw error;
  }
}

async function writeSynced<T>(path: string, replaced: Replaced, work: Work<T>): Promise<T> {
  const { present, signal, withRights } = replaced;
  // Private until it gets the rights of the file that it replaces.
  const mode = present === undefined ? DEFAULT_MODE : OWNER_ONLY_MODE;
  await using file = await withRights(() => createForWriting(path, mode));
  const result = await work((text) => {
    signal.throwIfAborted();
    // Not write(): on a nearly full disk it writes a part and reports success.
    return file.appendFile(text);
  });
  if (present !== undefined) await withRights(() => copyRights(file, present));
  await file.sync();
  return result;
}

/** The same users as before can read the file, and no others. */
async function copyRights(file: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
  // Only root can change the owner; files of other users belong to them already.
  await file.chown(uid, gid).catch(() => {});
  await file.chmod(mode & MODE_MASK);
}

function writeErrorOf(path: string, error: unknown): unknown {
  if (!(error instanceof Error && "code" in error && "syscall" in error)) return error;
  const message = `${path} cannot be written: ${error.message}`;
  return error.code === "EPIPE" ? new BrokenPipeError(message) : new CommandError(message);
}
