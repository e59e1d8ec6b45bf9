// A whole database from one snapshot, page by page, beside those who write to it (https://sqlite.org/backup.html).

import { backup, DatabaseSync } from "node:sqlite";
import { connect, HARDENING_PRAGMAS } from "./connect.ts";
import { toStoreError, translateErrors } from "../errors.ts";

/** Pages between two looks at the progress: 4 MiB, some milliseconds. */
const STEP_PAGES = 1_024;

/** Into a file that is there and empty. */
export async function copyPages(
  from: string,
  to: string,
  { busyTimeoutMs, onProgress }: { busyTimeoutMs: number; onProgress: (done: number, total: number) => void },
): Promise<void> {
  const source = new DatabaseSync(from, { timeout: busyTimeoutMs });
  try {
    for (const defence of HARDENING_PRAGMAS) source.exec(defence);
    // One snapshot for all of it: otherwise each commit of another process would have the copy begin anew.
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

/** Without the mode of a live database, which would need to write beside it whenever it is read. */
function leaveWalMode(path: string): void {
  const db = connect(path);
  try {
    db.run("PRAGMA journal_mode = DELETE");
  } finally {
    db.close(true);
  }
}
