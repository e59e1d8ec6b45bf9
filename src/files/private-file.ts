// New files that only their owner can read, from the first moment on: a database has the hashes of the API keys.

import { closeSync, constants, existsSync, openSync } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { makeNonce } from "../inventory/nonce.ts";
import { StoreError } from "../inventory/store-error.ts";
import { hasRightsFor } from "./rights.ts";

export const OWNER_ONLY_MODE = 0o600;

/** Neither a file that is there nor what a link leads to. */
const NEW_FILE_FLAGS = constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** To be written. Throws the system's EEXIST where the name is taken. */
export function createForWriting(path: string, mode: number = OWNER_ONLY_MODE): Promise<FileHandle> {
  return open(path, NEW_FILE_FLAGS | constants.O_WRONLY, mode);
}

/** Makes a file with this text, in the place of what is there: a link is replaced, not followed. Throws the system's error. */
export async function replacePrivately(path: string, text: string): Promise<void> {
  const partial = `${path}.${makeNonce()}.partial`;
  try {
    await writeSynced(partial, text);
    await rename(partial, path);
  } catch (error) {
    // Where even this fails, the first failure is the one to tell of.
    await rm(partial, { force: true }).catch(() => {});
    throw error;
  }
}

async function writeSynced(path: string, text: string): Promise<void> {
  await using file = await createForWriting(path);
  await file.appendFile(text);
  await file.sync();
}

/**
 * Makes an empty file for a database, whose mode SQLite gives to its log as well. Not to be called where this process has the
 * file open: closing a second descriptor would drop SQLite's locks (POSIX). Throws a StoreError for another user's link.
 */
export function createPrivately(path: string): void {
  if (tryOpen(path, NEW_FILE_FLAGS) || existsSync(path)) return;
  // A link to nothing yet, or a folder that takes no file, of which SQLite tells.
  if (!hasRightsFor(path))
    throw new StoreError("unusable", `${path} is another user's link, which root does not follow`);
  tryOpen(path, constants.O_CREAT);
}

function tryOpen(path: string, flags: number): boolean {
  try {
    closeSync(openSync(path, flags | constants.O_RDWR, OWNER_ONLY_MODE));
    return true;
  } catch {
    return false;
  }
}

const COPY_BYTES = 1024 * 1024;

/** All of one file into another. Throws the signal's reason, and what the system throws. */
export async function copyFile(from: FileHandle, to: FileHandle, signal?: AbortSignal): Promise<void> {
  const buffer = Buffer.allocUnsafe(COPY_BYTES);
  for (;;) {
    const { bytesRead } = await from.read(buffer, 0, COPY_BYTES, null);
    if (bytesRead === 0) return;
    signal?.throwIfAborted();
    // Not write: on a disk that is nearly full it writes a part and calls that a success.
    await to.appendFile(buffer.subarray(0, bytesRead));
  }
}
