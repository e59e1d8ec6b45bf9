// Files that come to be whole or not at all, for their owner alone, and never in the place of another.

import { constants } from "node:fs";
import { link, lstat, open, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { copyFile, createForWriting } from "../../files/private-file.ts";
import { hasRightsFor, withRightsFor } from "../../files/rights.ts";
import { makeNonce } from "../../inventory/nonce.ts";
import { StoreError } from "../../inventory/store-error.ts";

/** What SQLite may leave beside a file that it did not finish. */
const SQLITE_SUFFIXES = ["", "-journal", "-wal", "-shm"];

/** What systems answer where the file system has none, such as FAT and some shares. */
const NO_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/** Somebody has the name already. */
export class FileExistsError extends StoreError {
  constructor(file: string) {
    super("unusable", `${file} is there already, and is not overwritten; name another file`);
  }
}

/**
 * Has `write` fill a file beside `file`, which takes its name when it is on disk. Where root names a file in a folder of
 * another user than the database's owner, `write` fills one beside the `database`, which is then copied with that user's rights.
 */
export async function writeNewFile<T>(
  file: string,
  database: string,
  write: (partial: string) => Promise<T>,
): Promise<T> {
  const partial = partialName(file);
  await reserve(partial, file);
  const isReachable = hasRightsFor(file);
  const work = isReachable ? partial : partialName(database);
  try {
    if (!isReachable)
      await translateSystemErrors(database, async () => (await createForWriting(work)).close());
    const result = await write(work);
    if (!isReachable) await translateSystemErrors(file, () => copyAcross(work, partial));
    await publishFile(partial, file);
    return result;
  } finally {
    if (!isReachable) await removeDatabase(work);
    await withRightsFor(file, () => removeDatabase(partial));
  }
}

function partialName(file: string): string {
  return `${file}.${makeNonce()}.partial`;
}

/** Before the work: it would have been in vain. What counts is the link at its end. */
async function reserve(partial: string, file: string): Promise<void> {
  await translateSystemErrors(file, () =>
    withRightsFor(file, async () => {
      if (await exists(file)) throw new FileExistsError(file);
      await (await createForWriting(partial)).close();
      try {
        await tryLink(partial);
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
    }),
  );
}

/** From the database's folder, with the rights that hold there, into another user's. */
async function copyAcross(work: string, partial: string): Promise<void> {
  await using from = await open(work, constants.O_RDONLY | constants.O_NOFOLLOW);
  await withRightsFor(partial, async () => {
    await using to = await open(partial, constants.O_WRONLY | constants.O_NOFOLLOW);
    await copyFile(from, to);
  });
}

/** Has the file on disk, and then under its name as well. Throws NameTakenError. */
export async function publishFile(partial: string, file: string): Promise<void> {
  await translateSystemErrors(file, () =>
    withRightsFor(file, async () => {
      await sync(partial, "r+");
      // Not a renaming, which would replace what is there.
      await link(partial, file);
      await sync(dirname(resolve(file)), "r");
    }),
  );
}

async function tryLink(partial: string): Promise<void> {
  const other = `${partial}.link`;
  await link(partial, other);
  await rm(other);
}

/** Where it is there; with all that SQLite keeps beside it. */
export async function removeDatabase(path: string): Promise<void> {
  for (const leftover of SQLITE_SUFFIXES) await rm(path + leftover, { force: true });
}

async function sync(path: string, flags: string): Promise<void> {
  await using file = await open(path, flags);
  await file.sync();
}

async function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}

/** The system's refusals in the store's words. */
async function translateSystemErrors(file: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error && "code" in error)) throw error;
    if (error.code === "EEXIST") throw new FileExistsError(file);
    const words = messageFor(error as NodeJS.ErrnoException, dirname(resolve(file)));
    throw new StoreError("unusable", `${file}: ${words}`, { cause: error });
  }
}

function messageFor({ code, syscall, message }: NodeJS.ErrnoException, folder: string): string {
  if (code === "ENOENT") return `the folder ${folder} does not exist; make it first`;
  if (syscall === "link" && NO_LINKS.has(code ?? ""))
    return `the file system of ${folder} knows no hard links, by which a whole file gets its name; use another one`;
  return `it cannot be written: ${message}`;
}
