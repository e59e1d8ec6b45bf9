// Backups of SQLite: copies of the database file, taken while it is in use.

import { setImmediate } from "node:timers/promises";
import type {
  Backup,
  BackupContents,
  Backups,
  BackupStep,
  OnProgress,
  Restore,
} from "../../inventory/backups.ts";
import { StoreError } from "../../inventory/store-error.ts";
import { readContents } from "./backup-contents.ts";
import { noteBackup } from "./backup-note.ts";
import { connect } from "../file/connect.ts";
import { translateErrors } from "../errors.ts";
import { prepareNewest, readNewest } from "../newest-commit.ts";
import { writeNewFile } from "../file/new-file.ts";
import { openForInspection } from "../file/open.ts";
import { SqliteRestore } from "./restore.ts";
import { stageBackup } from "./staged-backup.ts";
import { pageBytes, sizeOf } from "../file/storage-use.ts";
import { runVacuum } from "../file/vacuum.ts";
import type { WriterOptions } from "../writer.ts";

interface Options extends Omit<WriterOptions, "create"> {
  /** Starts a thread for the copy; without it the caller's thread is blocked. */
  readonly startWorker?: () => Worker;
}

export class SqliteBackups implements Backups {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async backUp(file: string, onProgress: OnProgress<BackupStep>, signal: AbortSignal): Promise<Backup> {
    const { path, lockTimeoutMs, startWorker } = this.#options;
    refuseUnusable(path);
    const backup = await writeNewFile(file, path, async (partial) => {
      const { bytes, unusedBytes } = pageBytes(path);
      const onTick = () => onProgress("copying", sizeOf(partial), bytes - unusedBytes);
      // VACUUM leaves out free pages, such as those of pruned rows.
      await runVacuum({ path, into: partial, lockTimeoutMs }, { startWorker, onTick, signal });
      // Without a worker thread, signals are handled only now.
      await setImmediate();
      signal.throwIfAborted();
      const contents = contentsOf(partial);
      refuseProblems(contents, path);
      return { ...contents, bytes: sizeOf(partial) };
    });
    return { ...backup, noteProblem: await noteProblemOf(path) };
  }

  async open(file: string, signal: AbortSignal): Promise<Restore> {
    return new SqliteRestore(this.#options, await stageBackup(file, { ...this.#options, signal }));
  }
}

/** Why the backup could not be noted; undefined if it was. The backup itself is complete. */
async function noteProblemOf(path: string): Promise<string | undefined> {
  return noteBackup(path, Date.now()).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

/** Throws unless it is a petstock database. Does not migrate it: the backup may be for a downgrade. */
function refuseUnusable(path: string): void {
  const db = openForInspection(path);
  try {
    translateErrors(path, () => readNewest(prepareNewest(db)));
  } finally {
    db.close(true);
  }
}

function contentsOf(path: string): BackupContents {
  return translateErrors(path, () => {
    const db = connect(path);
    try {
      return readContents(db);
    } finally {
      db.close(true);
    }
  });
}

/** Throws where the backup could not be restored. */
function refuseProblems({ problems: [problem] }: BackupContents, path: string): void {
  if (problem === undefined) return;
  throw new StoreError(
    "unusable",
    `the ledger of ${path} does not fold to the stock (${problem}), so no backup was written; "petstock verify" lists the problems`,
  );
}
