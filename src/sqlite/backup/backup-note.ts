// The time of the last backup, in a small file beside the database. Not in the database: writing it there would need the
// write lock and a schema change.

import { readFile, realpath } from "node:fs/promises";
import { replacePrivately } from "../../files/private-file.ts";

const ENDING = ".last-backup";

/** Notes that the database at `path` was backed up at `at`, ms since 1970. Throws the system's error. */
export async function noteBackup(path: string, at: number): Promise<void> {
  await replacePrivately(`${await realpath(path)}${ENDING}`, `${new Date(at).toISOString()}\n`);
}

/** ms since 1970; 0 if there is no note, or it cannot be read. */
export async function lastBackupAt(path: string): Promise<number> {
  const text = await realpath(path)
    .then((real) => readFile(`${real}${ENDING}`, "utf8"))
    .catch(() => "");
  return Date.parse(text.trim()) || 0;
}
