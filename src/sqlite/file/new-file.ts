// Writes new files atomically: complete or not at all, readable by their owner only, never replacing an existing file.

import { constants } from "node:fs";
import { link, lstat, open, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { copyFile, createForWriting } from "../../files/private-file.ts";
import { hasRightsFor, withRightsFor } from "../../files/rights.ts";
import { makeNonce } from "../../inventory/nonce.ts";
import { StoreError } from "../../inventory/store-error.ts";

/** The database, and the files that SQLite may leave beside it. */
const SQLITE_SUFFIXES = ["", "-journal", "-wal", "-shm"];

/** Error codes of file systems without hard links, such as FAT and some network shares. */
const NO_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

export class FileExistsError extends StoreError {
  constructor(file: string) {
    super("unusable", `${file} exists already and is not overwritten; name another file`);
  }
}

/**
 * Lets `write` fill a partial file beside `file`, and gives it the name `file` when it is on disk. If root names a file in a
 * folder of another user than the database's owner, `write` fills a file beside `database`, which is then copied with that
 * user's rights.
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

/** Fails before the work instead of after it. Decisive is the link at the end (publishFile). */
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

/** From the database's folder, with this process's rights, into the folder of another user. */
async function copyAcross(work: string, partial: string): Promise<void> {
  await using from = await open(work, constants.O_RDONLY | constants.O_NOFOLLOW);
  await withRightsFor(partial, async () => {
    await using to = await open(partial, constants.O_WRONLY | constants.O_NOFOLLOW);
    await copyFile(from, to);
  });
}

/** Syncs the file, then links it to its name. Throws FileExistsError. */
export async function publishFile(partial: string, file: string): Promise<void> {
  await translateSystemErrors(file, () =>
    withRightsFor(file, async () => {
      await sync(partial, "r+");
      // Not rename(2), which would replace an existing file.
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

/** Deletes a database and the files that SQLite keeps beside it, if they exist. */
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

/** Throws a StoreError for an error of the operating system. */
export async function translateSystemErrors<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error && "code" in error)) throw error;
    if (error.code === "EEXIST") throw new FileExistsError(file);
    const message = messageFor(error as NodeJS.ErrnoException, dirname(resolve(file)));
    throw new StoreError("unusable", `${file}: ${message}`, { cause: error });
  }
}

function messageFor({ code, syscall, message }: NodeJS.ErrnoException, folder: string): string {
  if (code === "ENOENT") return `the folder ${folder} does not exist; make it first`;
  if (syscall === "link" && NO_LINKS.has(code ?? ""))
    return `the file system of ${folder} has no hard links, which a new file needs to get its name atomically; use another file system`;
  return `it cannot be written: ${message}`;
}
