// Undoes a revision on a connection of its own.

import type { UndoOptions, UndoResult } from "../inventory/undo.ts";
import { undo as undoWork } from "../ledger/undo.ts";
import { TaskConnection, type TaskOptions } from "./file/task-connection.ts";
import { prepareNewest, prepareNewestForWriting, readNewest } from "./newest-commit.ts";
import { runWork } from "./run-work.ts";

/** Blocks this thread. Throws a StoreError. */
export function undo(options: TaskOptions, wanted: UndoOptions): UndoResult {
  using own = new TaskConnection(options);
  return wanted.dryRun
    ? own.read(() => runWork(own.db, undoWork(wanted, readNewest(prepareNewest(own.db)))))
    : own.write(() => runWork(own.db, undoWork(wanted, readNewest(prepareNewestForWriting(own.db)))));
}
