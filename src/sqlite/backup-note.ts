// When the last backup was taken, in a small file beside the database. Not in the database: noting it would take the write
// lock, and a change of the schema.

import { open, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { makeNonce } from "../inventory/nonce.ts";
import { ONLY_THE_OWNER } from "./new-file.ts";

const ENDING = ".last-backup";

/** The database at `path` was backed up at `at`, ms since 1970. Throws the system's error. */
export async function noteBackup(path: string, at: number): Promise<void> {
  const note = `${await realpath(path)}${ENDING}`;
  const partial = `${note}.${makeNonce()}.partial`;
  try {
    await writeForOwnerOfFolder(partial, `${new Date(at).toISOString()}\n`);
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

/** By its descriptor: in a folder of somebody else the name may lead elsewhere by now. */
async function writeForOwnerOfFolder(path: string, text: string): Promise<void> {
  await using file = await open(path, "wx", ONLY_THE_OWNER);
  await file.writeFile(text);
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dirname(path));
  await file.chown(uid, gid);
}
