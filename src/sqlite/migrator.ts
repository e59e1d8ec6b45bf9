// Migrates a database file to the newest schema, and creates indexes again that were dropped by hand.

import type { Database } from "bun:sqlite";
import { statSync } from "node:fs";
import { steadyClock } from "../inventory/clock.ts";
import type { Migrated, MigrationPlan, Migrator, MissingIndex } from "../inventory/migration.ts";
import { translateErrors } from "./errors.ts";
import { pragmaNumber } from "./file/introspect.ts";
import { beginImmediate, commitOrRollBack } from "./file/lock.ts";
import { openForInspection, openForWriting, refuseUnusablePath } from "./file/open.ts";
import type { TaskOptions } from "./file/task-connection.ts";
import { compareSchema } from "./schema/foreign-schema.ts";
import { migrate, MIGRATIONS } from "./schema/schema.ts";

const TO = MIGRATIONS.length;

export class SqliteMigrator implements Migrator {
  readonly #options: Pick<TaskOptions, "path" | "lockTimeoutMs">;

  constructor(options: Pick<TaskOptions, "path" | "lockTimeoutMs">) {
    this.#options = options;
  }

  async plan(): Promise<MigrationPlan> {
    const { path } = this.#options;
    refuseUnusablePath(path, { create: true });
    if (isNew(path)) return { from: 0, to: TO, missingIndexes: [] };
    return withConnection(path, openForInspection, (db) => {
      return { from: pragmaNumber(db, "user_version"), to: TO, missingIndexes: missingIndexesOf(db) };
    });
  }

  /** Blocks this thread. */
  async run(): Promise<Migrated> {
    const { path, lockTimeoutMs } = this.#options;
    const startedAt = steadyClock.now();
    const open = () => openForWriting(path, { create: true });
    return withConnection(path, open, (db) => {
      const from = migrate(db, path, { now: Date.now(), lockTimeoutMs });
      const createdIndexes = missingIndexesOf(db).length === 0 ? [] : createIndexes(db, lockTimeoutMs);
      const durationMs = Math.round(steadyClock.now() - startedAt);
      return { from, to: TO, durationMs, createdIndexes, failedIndexes: [] };
    });
  }
}

function withConnection<T>(path: string, open: (path: string) => Database, work: (db: Database) => T): T {
  const db = open(path);
  try {
    return translateErrors(path, () => work(db));
  } finally {
    db.close(true);
  }
}

/** An empty file counts as new, as to a service. */
function isNew(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined || (stats.isFile() && stats.size === 0);
}

function missingIndexesOf(db: Database): readonly MissingIndex[] {
  return compareSchema(db, pragmaNumber(db, "user_version")).missingIndexes;
}

function createIndexes(db: Database, lockTimeoutMs: number): readonly MissingIndex[] {
  beginImmediate(db, lockTimeoutMs);
  return commitOrRollBack(db, () => {
    // Read again under the lock: another process may have created them.
    const missing = missingIndexesOf(db);
    for (const { create } of missing) db.run(create);
    return missing;
  });
}
