// A backup on its way into a database: a copy of its file, beside the database, in which it is looked through and brought
// to the newest schema. The file itself is only read.

import { Database } from "bun:sqlite";
import { existsSync, type Stats, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { copyFile, openNew } from "../files/private-file.ts";
import { withRightsFor } from "../files/rights.ts";
import type { BackupContents, RestorePlan } from "../inventory/backups.ts";
import { makeNonce } from "../inventory/nonce.ts";
import { StoreError } from "../inventory/store.ts";
import { readContents } from "./backup-contents.ts";
import { RESULT, resultCode, storeErrorOf } from "./errors.ts";
import { findHead, prepareHead } from "./head.ts";
import { removeDatabase } from "./new-file.ts";
import { APPLICATION_ID, pragmaNumber } from "./pragma.ts";
import { migrate, refuseNewer } from "./schema.ts";

export interface StagedBackup extends AsyncDisposable {
  /** Where the copy is. */
  readonly path: string;
  readonly contents: RestorePlan["backup"];
}

/** Throws `unusable`, saying what is wrong with the file; then the copy is gone again. */
export async function stageBackup(
  file: string,
  { path: databasePath, lockTimeoutMs }: { path: string; lockTimeoutMs: number },
): Promise<StagedBackup> {
  const { mtimeMs } = await statOrThrow(file, databasePath);
  const path = `${databasePath}.${makeNonce()}.restoring`;
  try {
    await copyBeside(file, path);
    const contents = { ...lookThrough(file, { path, lockTimeoutMs }), writtenAt: mtimeMs };
    return { path, contents, [Symbol.asyncDispose]: () => removeDatabase(path) };
  } catch (error) {
    await removeDatabase(path);
    throw error;
  }
}

async function statOrThrow(file: string, databasePath: string): Promise<Stats> {
  const stats = await withRightsFor(file, () => statSync(file, { throwIfNoEntry: false }));
  if (stats === undefined) throw refusal(file, "there is no such file");
  if (!stats.isFile()) throw refusal(file, "it is no file");
  if (stats.size === 0) throw refusal(file, "the file is empty");
  const present = statSync(databasePath, { throwIfNoEntry: false });
  if (present?.ino === stats.ino && present.dev === stats.dev) {
    throw refusal(file, "it is the very database that it was to be restored into");
  }
  return stats;
}

async function copyBeside(file: string, path: string): Promise<void> {
  try {
    // A backup of ours is one file; a database that somebody copied may have its newest commits in its log.
    for (const part of ["", "-wal"]) {
      await using from = await withRightsFor(file, () => openPart(file, part));
      if (from === undefined) continue;
      await using to = await openNew(path + part);
      await copyFile(from, to);
    }
  } catch (error) {
    throw refusal(file, `it cannot be copied to ${path}: ${(error as Error).message}`, error);
  }
}

async function openPart(file: string, part: string): Promise<FileHandle | undefined> {
  return part !== "" && !existsSync(file + part) ? undefined : await open(file + part);
}

function lookThrough(
  file: string,
  { path, lockTimeoutMs }: { path: string; lockTimeoutMs: number },
): BackupContents {
  const db = new Database(path, { readwrite: true, create: false, safeIntegers: true, strict: true });
  try {
    refuseForeign(db, file);
    refuseNewer(db, file);
    const [[damage] = []] = db.query("PRAGMA integrity_check(1)").values();
    if (damage !== "ok") throw refusal(file, damaged(damage));
    migrate(db, file, { now: Date.now(), lockTimeoutMs });
    if (findHead(prepareHead(db)) === undefined) throw refusal(file, "it has lost its history");
    const contents = readContents(db);
    refuseContents(contents, file);
    return contents;
  } catch (error) {
    // A file that is damaged badly ends the look itself.
    if (resultCode(error) === RESULT.CORRUPT) throw refusal(file, damaged((error as Error).message), error);
    if (resultCode(error) === RESULT.NOTADB) throw refusal(file, "it is no SQLite database", error);
    throw storeErrorOf(error, path);
  } finally {
    db.close(true);
  }
}

function refuseForeign(db: Database, file: string): void {
  if (pragmaNumber(db, "application_id") !== APPLICATION_ID) {
    throw refusal(file, "it is a SQLite database of another program");
  }
}

function refuseContents({ problems: [problem], movedTo }: BackupContents, file: string): void {
  if (problem !== undefined) throw refusal(file, `its ledger does not fold to its stock: ${problem}`);
  // Restored, it would be a second inventory beside the one that goes on elsewhere, or one that takes no changes.
  if (movedTo !== undefined)
    throw refusal(file, `its inventory had moved to ${movedTo} by then, so that an earlier one is needed`);
}

function damaged(what: unknown): string {
  return `it is damaged (${String(what).replaceAll("\n", " ")})`;
}

function refusal(file: string, words: string, cause?: unknown): StoreError {
  return new StoreError("unusable", `${file} cannot be restored from: ${words}; nothing was changed`, {
    cause,
  });
}
