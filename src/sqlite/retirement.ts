// Retiring a database, and taking that back, each in one transaction of a connection of its own. Whoever gets the write
// lock after it sees it (head.ts).

import type { Database } from "bun:sqlite";
import { refuseRetiredElsewhere } from "../inventory/retirement.ts";
import type { Retirement } from "../inventory/store.ts";
import { translated } from "./errors.ts";
import { readRetirement } from "./head.ts";
import { inTransaction } from "./lock.ts";
import { openForWriting } from "./open.ts";
import { beginWriting } from "./transaction.ts";
import type { WriterOptions } from "./writer.ts";

type Options = Omit<WriterOptions, "create">;

/** Throws `retired` where the inventory has moved elsewhere already. */
export function retire(options: Options, retirement: Retirement): void {
  write(options, (db) => {
    refuseRetiredElsewhere(readRetirement(db), retirement);
    db.query("INSERT OR REPLACE INTO retirement (only_row, at, moved_to) VALUES (1, ?, ?)").run(
      retirement.at,
      retirement.to,
    );
  });
}

/** Takes back this very retirement, and no other. */
export function unretire(options: Options, { at, to }: Retirement): void {
  write(options, (db) => {
    db.query("DELETE FROM retirement WHERE at = ? AND moved_to = ?").run(at, to);
  });
}

function write({ path, lockTimeoutMs }: Options, work: (db: Database) => void): void {
  const db = openForWriting(path, { create: false });
  try {
    translated(path, () => {
      beginWriting(db, { path, lockTimeoutMs });
      inTransaction(db, () => work(db));
    });
  } finally {
    db.close(true);
  }
}
