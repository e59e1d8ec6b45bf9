// Creates files that only their owner can ever read: a database has the hashes of the API keys.

import { closeSync, constants, existsSync, openSync } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { makeNonce } from "../inventory/nonce.ts";
import { StoreError } from "../inventory/store-error.ts";
import { hasRightsFor } from "./rights.ts";

export const OWNER_ONLY_MODE = 0o600;

/** Fails if there is a file, and does not follow a link. */
const NEW_FILE_FLAGS = constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** Throws the system's EEXIST if the name is taken. */
export function createForWriting(path: string, mode: number = OWNER_ONLY_MODE): Promise<FileHandle> {
  return open(path, NEW_FILE_FLAGS | constants.O_WRONLY, mode);
}

/** Creates a file with this text, or replaces the file or link at `path`; a link is not followed. Throws the system's error. */
export async function replacePrivately(path: string, text: string): Promise<void> {
  const partial = `${path}.${makeNonce()}.partial`;
  try {
    await writeSynced(partial, text);
    await rename(partial, path);
  } catch (error) {
    // The first error is the one to report.
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
 * Creates an empty file for a database; SQLite gives its mode to the log as well. Must not be called while this process has
 * the file open: closing a second descriptor would release SQLite's locks (POSIX). Throws a StoreError for another user's
 * link.
 */
export function createPrivately(path: string): void {
  if (tryOpen(path, NEW_FILE_FLAGS) || existsSync(path)) return;
  // A link whose target does not exist, or a folder without write permission: SQLite reports the latter.
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

/** Copies all of one file into another. Throws the signal's reason, or the system's error. */
export async function copyFile(from: FileHandle, to: FileHandle, signal?: AbortSignal): Promise<void> {
  const buffer = Buffer.allocUnsafe(COPY_BYTES);
  for (;;) {
    const { bytesRead } = await from.read(buffer, 0, COPY_BYTES, null);
    if (bytesRead === 0) return;
    signal?.throwIfAborted();
    // Not write: on a nearly full disk it writes a part and reports success.
    await to.appendFile(buffer.subarray(0, bytesRead));
  }
}
