// Undoes a revision on a connection of its own.

import type { UndoOptions, UndoResult } from "../inventory/undo.ts";
import { applyUndo, checkUndo, previewUndo, recheckUndo } from "../ledger/undo.ts";
import { TaskConnection, type TaskOptions } from "./file/task-connection.ts";
import { prepareNewest, prepareNewestForWriting, readNewest } from "./newest-commit.ts";
import { replaceStock } from "./put-stock.ts";
import { runWork } from "./run-work.ts";

/** Checks without the write lock, then undoes with it. Blocks this thread. Throws a StoreError. */
export function undo(options: TaskOptions, wanted: UndoOptions): UndoResult {
  using own = new TaskConnection(options);
  const checked = own.read(() => {
    const check = runWork(own.db, checkUndo(wanted, readNewest(prepareNewest(own.db))));
    if (check.kind !== "possible" || !wanted.dryRun) return check;
    return runWork(own.db, previewUndo(wanted, check));
  });
  if (checked.kind !== "possible") return checked;
  return own.write(() => {
    const newest = readNewest(prepareNewestForWriting(own.db));
    const check = runWork(own.db, recheckUndo(wanted, newest, checked));
    if (check.kind !== "possible") return check;
    return runWork(own.db, applyUndo(wanted, check, { newest, putStock: replaceStock }));
  });
}
