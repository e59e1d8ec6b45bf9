// When the last backup was taken, in a small file beside the database. Not in the database: noting it would take the write
// lock, and a change of the schema.

import { readFile, realpath } from "node:fs/promises";
import { replacePrivately } from "../../files/private-file.ts";

const ENDING = ".last-backup";

/** The database at `path` was backed up at `at`, ms since 1970. Throws the system's error. */
export async function noteBackup(path: string, at: number): Promise<void> {
  await replacePrivately(`${await realpath(path)}${ENDING}`, `${new Date(at).toISOString()}\n`);
}

/** ms since 1970; 0 where no backup was noted, or the note cannot be read. */
export async function lastBackupAt(path: string): Promise<number> {
  const text = await realpath(path)
    .then((real) => readFile(`${real}${ENDING}`, "utf8"))
    .catch(() => "");
  return Date.parse(text.trim()) || 0;
}
