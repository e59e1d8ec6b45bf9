// A file that is there whole or not at all. What is no regular file (a pipe, a device, standard output by its name) is
// never replaced: it is written to as the text comes.

import { constants, type Stats } from "node:fs";
import { type FileHandle, open, readlink, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { OWNER_ONLY_MODE, createForWriting } from "../files/private-file.ts";
import { rightsFor, type WithRights } from "../files/rights.ts";
import { makeNonce } from "../inventory/nonce.ts";
import { BrokenPipeError, CommandError, type Context } from "./context.ts";
import { onInterruption } from "./interruption.ts";

export type Write = (text: string) => Promise<unknown>;

type Work<T> = (write: Write) => Promise<T>;

/** What somebody holds open already: another file in its place would reach nobody. */
const HELD_OPEN = /^\/(?:dev|proc\/[^/]+)\/(?:fd\/[0-9]+|stdout|stderr)$/;

const EVERYBODY = 0o666;
const PERMISSIONS = 0o777;

/** Throws a CommandError where the system refuses or the work was interrupted, and whatever `work` throws. */
export async function writeFile<T>(context: Context, path: string, work: Work<T>): Promise<T> {
  try {
    // By the name that was given: what a link leads to is written with the rights of the link's owner.
    const withRights = rightsFor(path);
    const { present, target } = await withRights(() => look(path));
    if (HELD_OPEN.test(target) || (present !== undefined && !present.isFile())) {
      return await writeStraight(path, withRights, work);
    }
    using interruption = onInterruption(context, `it was interrupted; ${path} was not written`);
    return await writeWhole(target, { present, signal: interruption.signal, withRights }, work);
  } catch (error) {
    throw refusalOf(path, error);
  }
}

async function look(path: string): Promise<{ present: Stats | undefined; target: string }> {
  return { present: await stat(path).catch(undefinedWhereMissing), target: await linkedPath(path) };
}

function undefinedWhereMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}

/** What a link names in the end, be it there yet or not. */
async function linkedPath(path: string): Promise<string> {
  if (HELD_OPEN.test(path)) return path;
  const target = await readlink(path).catch(() => undefined);
  if (target === undefined) return path;
  return linkedPath(resolve(await realpath(dirname(path)), target));
}

/** At its end, where it is a file that a shell has opened. */
async function writeStraight<T>(path: string, withRights: WithRights, work: Work<T>): Promise<T> {
  await using file = await withRights(() => open(path, constants.O_WRONLY | constants.O_APPEND));
  return await work((text) => file.appendFile(text));
}

interface Replaced {
  readonly present: Stats | undefined;
  readonly signal: AbortSignal;
  readonly withRights: WithRights;
}

/** Writes beside the file and then takes its place, so that there is never half a file under its name. */
async function writeWhole<T>(path: string, replaced: Replaced, work: Work<T>): Promise<T> {
  const { signal, withRights } = replaced;
  // Random: a link cannot be put there beforehand.
  const partial = `${path}.${makeNonce()}.partial`;
  try {
    const result = await writeSynced(partial, replaced, work);
    signal.throwIfAborted();
    await withRights(() => rename(partial, path));
    return result;
  } catch (error) {
    // Where even this fails, the first failure is the one to tell of.
    await withRights(() => rm(partial, { force: true })).catch(() => {});
    throw error;
  }
}

async function writeSynced<T>(path: string, replaced: Replaced, work: Work<T>): Promise<T> {
  const { present, signal, withRights } = replaced;
  // For its owner alone, before its rights are those of the file that is replaced.
  const mode = present === undefined ? EVERYBODY : OWNER_ONLY_MODE;
  await using file = await withRights(() => createForWriting(path, mode));
  const result = await work((text) => {
    signal.throwIfAborted();
    // Not write: on a disk that is nearly full it writes a part and calls that a success.
    return file.appendFile(text);
  });
  if (present !== undefined) await withRights(() => giveRights(file, present));
  await file.sync();
  return result;
}

/** Whoever could read the file before can read it afterwards, and nobody else. */
async function giveRights(file: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
  // Only root may give a file away; anybody else becomes the owner of what they write.
  await file.chown(uid, gid).catch(() => {});
  await file.chmod(mode & PERMISSIONS);
}

function refusalOf(path: string, error: unknown): unknown {
  if (!(error instanceof Error && "code" in error && "syscall" in error)) return error;
  const words = `${path} cannot be written: ${error.message}`;
  return error.code === "EPIPE" ? new BrokenPipeError(words) : new CommandError(words);
}
