// Undoes a revision on a connection of its own.

import { IDEMPOTENCY_RECORDS_MAX } from "../inventory/idempotency.ts";
import type { UndoOptions, UndoResult } from "../inventory/undo.ts";
import { applyUndo, checkUndo, previewUndo, recheckUndo } from "../ledger/undo.ts";
import { names } from "../ledger/sql.ts";
import { temporaryTable } from "../ledger/stored-difference.ts";
import { TaskConnection, type TaskOptions } from "./file/task-connection.ts";
import { prepareNewest, prepareNewestForWriting, readNewest } from "./newest-commit.ts";
import { upsertRows } from "./put-rows.ts";
import { runWork } from "./run-work.ts";

const TABLE = temporaryTable(names("temp.reversed"));

/** Checks without the write lock, then undoes with it. Blocks this thread. Throws a StoreError. */
export function undo(
  { recordsMax = IDEMPOTENCY_RECORDS_MAX, ...options }: TaskOptions,
  undone: UndoOptions,
): UndoResult {
  using own = new TaskConnection(options);
  const wanted = { ...undone, recordsMax };
  const newestRead = () => readNewest(prepareNewest(own.db));
  if (wanted.dryRun) return own.read(() => runWork(own.db, previewUndo(wanted, newestRead())));
  const checked = own.read(() => runWork(own.db, checkUndo(wanted, newestRead(), TABLE)));
  if (checked.kind !== "possible") return checked;
  return own.write(() => {
    const newest = readNewest(prepareNewestForWriting(own.db));
    const check = runWork(own.db, recheckUndo(wanted, newest, checked));
    if (check.kind !== "possible") return check;
    return runWork(own.db, applyUndo(wanted, check, { newest, putRows: upsertRows }));
  });
}
