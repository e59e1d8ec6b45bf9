// When the last backup was taken, in a small file beside the database. Not in the database: noting it would take the write
// lock, and a change of the schema.

import { readFile, realpath, rename, rm } from "node:fs/promises";
import { openNew } from "../files/private-file.ts";
import { makeNonce } from "../inventory/nonce.ts";

const ENDING = ".last-backup";

/** The database at `path` was backed up at `at`, ms since 1970. Throws the system's error. */
export async function noteBackup(path: string, at: number): Promise<void> {
  const note = `${await realpath(path)}${ENDING}`;
  const partial = `${note}.${makeNonce()}.partial`;
  try {
    await writePrivately(partial, `${new Date(at).toISOString()}\n`);
    // Replaces a link, too, and never follows it.
    await rename(partial, note);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** ms since 1970; 0 where no backup was noted, or the note cannot be read. */
export async function lastBackupAt(path: string): Promise<number> {
  const text = await realpath(path)
    .then((real) => readFile(`${real}${ENDING}`, "utf8"))
    .catch(() => "");
  return Date.parse(text.trim()) || 0;
}

async function writePrivately(path: string, text: string): Promise<void> {
  await using file = await openNew(path);
  await file.writeFile(text);
}
