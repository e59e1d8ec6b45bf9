// Copies a whole database from one snapshot, page by page, while others write to it (https://sqlite.org/backup.html).

import { backup, DatabaseSync } from "node:sqlite";
import { connect, HARDENING_PRAGMAS } from "./connect.ts";
import { toStoreError, translateErrors } from "../errors.ts";

/** Pages that are copied between two reports of progress: 4 MiB, some milliseconds. */
const STEP_PAGES = 1_024;

/** Copies into an existing empty file. */
export async function copyPages(
  from: string,
  to: string,
  { busyTimeoutMs, onProgress }: { busyTimeoutMs: number; onProgress: (done: number, total: number) => void },
): Promise<void> {
  const source = new DatabaseSync(from, { timeout: busyTimeoutMs });
  try {
    for (const defence of HARDENING_PRAGMAS) source.exec(defence);
    // One snapshot: otherwise each commit of another process would restart the copy.
    source.exec("BEGIN");
    const pageBytes = Number(source.prepare("PRAGMA page_size").get()?.["page_size"]);
    source.prepare("SELECT count(*) FROM sqlite_schema").get();
    await backup(source, to, {
      rate: STEP_PAGES,
      progress: ({ totalPages, remainingPages }) =>
        onProgress((totalPages - remainingPages) * pageBytes, totalPages * pageBytes),
    });
  } catch (error) {
    throw toStoreError(error, to);
  } finally {
    source.close();
  }
  translateErrors(to, () => leaveWalMode(to));
}

/** In WAL mode, reading the copy would create files beside it. */
function leaveWalMode(path: string): void {
  const db = connect(path);
  try {
    db.run("PRAGMA journal_mode = DELETE");
  } finally {
    db.close(true);
  }
}
