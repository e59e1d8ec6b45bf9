// Stages a backup for a restore: copies its rows into a new database beside the one to restore into. The backup file itself
// is only read.

import { constants, existsSync, type Stats, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { resolve } from "node:path";
import { copyFile, createForWriting } from "../../files/private-file.ts";
import { withRightsFor } from "../../files/rights.ts";
import type { RestorePlan } from "../../inventory/backups.ts";
import { makeNonce } from "../../inventory/nonce.ts";
import { refusal } from "./checked-copy.ts";
import { checkInProcess } from "./checker.ts";
import { removeDatabase } from "../file/new-file.ts";

export interface StagedBackup extends AsyncDisposable {
  /** The staged database. It has the newest schema and nothing else. */
  readonly path: string;
  readonly contents: RestorePlan["backup"];
}

interface StageOptions {
  /** Path of the database to restore into. */
  readonly path: string;
  readonly lockTimeoutMs: number;
  readonly signal: AbortSignal;
}

/** Throws `unusable` with what is wrong with the file, or the signal's reason; then no staged file is left. */
export async function stageBackup(
  file: string,
  { path: database, lockTimeoutMs, signal }: StageOptions,
): Promise<StagedBackup> {
  const { mtimeMs } = await statOrThrow(file, database);
  const path = `${resolve(database)}.${makeNonce()}.restoring`;
  const source = `${path}-from`;
  try {
    await copyBeside(file, source, signal);
    await (await createForWriting(path)).close();
    const contents = await checkInProcess(
      { database: resolve(database), file, source, target: path, lockTimeoutMs },
      signal,
    );
    return {
      path,
      contents: { ...contents, writtenAt: mtimeMs },
      [Symbol.asyncDispose]: () => removeDatabase(path),
    };
  } catch (error) {
    await removeDatabase(path);
    throw error;
  } finally {
    await removeDatabase(source);
  }
}

async function statOrThrow(file: string, databasePath: string): Promise<Stats> {
  const stats = await withRightsFor(file, () => statSync(file, { throwIfNoEntry: false }));
  if (stats === undefined) throw refusal(file, "the file does not exist");
  if (!stats.isFile()) throw refusal(file, "it is not a regular file");
  if (stats.size === 0) throw refusal(file, "the file is empty");
  const present = statSync(databasePath, { throwIfNoEntry: false });
  if (present?.ino === stats.ino && present.dev === stats.dev) {
    throw refusal(file, "it is the database to restore into");
  }
  return stats;
}

/** Copies the file, so that it cannot change while it is checked. */
async function copyBeside(file: string, source: string, signal: AbortSignal): Promise<void> {
  try {
    // Our backups are one file; a copied database may have its newest commits in its log.
    for (const part of ["", "-wal"]) {
      await using from = await withRightsFor(file, () => openPart(file, part));
      if (from === undefined) continue;
      await using to = await createForWriting(source + part);
      await copyFile(from, to, signal);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw refusal(file, `it cannot be copied to ${source}: ${(error as Error).message}`, error);
  }
}

/** Undefined if there is no log. Refuses pipes, on which open would block, and devices, which have no end. */
async function openPart(file: string, part: string): Promise<FileHandle | undefined> {
  if (part !== "" && !existsSync(file + part)) return undefined;
  const handle = await open(file + part, constants.O_RDONLY | constants.O_NONBLOCK);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new Error(`${file}${part} is not a regular file`);
}
