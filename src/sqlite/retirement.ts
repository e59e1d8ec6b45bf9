// Retires a database, or takes that back, in one transaction. Every later transaction with the write lock reads the
// retirement (newest-commit.ts).

import type { Database } from "bun:sqlite";
import { type Retirement, throwIfRetiredElsewhere } from "../inventory/retirement.ts";
import { readRetirement } from "./newest-commit.ts";
import { TaskConnection, type TaskOptions } from "./file/task-connection.ts";

/** Throws `retired` where the inventory has moved elsewhere already. */
export function retire(options: TaskOptions, retirement: Retirement): void {
  write(options, (db) => {
    throwIfRetiredElsewhere(readRetirement(db), retirement);
    db.query("INSERT OR REPLACE INTO retirement (only_row, at, moved_to) VALUES (1, ?, ?)").run(
      retirement.at,
      retirement.to,
    );
  });
}

/** Takes back this retirement; another one stays. */
export function unretire(options: TaskOptions, { at, to }: Retirement): void {
  write(options, (db) => {
    db.query("DELETE FROM retirement WHERE at = ? AND moved_to = ?").run(at, to);
  });
}

function write(options: TaskOptions, work: (db: Database) => void): void {
  using connection = new TaskConnection(options);
  connection.write(() => work(connection.db));
}
