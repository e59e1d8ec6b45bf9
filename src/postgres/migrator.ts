// Migrates the database of the server that takes writes, and creates indexes again that were dropped by hand.

import { steadyClock } from "../inventory/clock.ts";
import type { Migrated, MigrationPlan, Migrator } from "../inventory/migration.ts";
import { findCandidates } from "./candidate.ts";
import { closeNow, connect } from "./pool.ts";
import { withDeadline } from "./deadline.ts";
import { storeErrorOf } from "./errors.ts";
import { serverSilent } from "./health-check.ts";
import { MIGRATIONS } from "./migrations.ts";
import { findMissingIndexes } from "./missing-indexes.ts";
import { findVersion } from "./schema.ts";

export class PostgresMigrator implements Migrator {
  readonly #urls: readonly string[];

  /** Addresses of one database on each of its servers. */
  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  async plan(): Promise<MigrationPlan> {
    const [{ url }] = await findCandidates(this.#urls, undefined, { schema: "keep" });
    const sql = connect(url, 1);
    const promptly = <T>(work: Promise<T>) => withDeadline(steadyClock, "healthCheckMs", work, serverSilent);
    try {
      const from = await promptly(findVersion(sql));
      const missingIndexes = from === 0 ? [] : await promptly(findMissingIndexes(sql));
      return { from, to: MIGRATIONS.length, missingIndexes };
    } catch (error) {
      throw storeErrorOf(error);
    } finally {
      void closeNow(sql);
    }
  }

  async run(): Promise<Migrated> {
    const done: Migrated[] = [];
    const onMigrated = (migrated: Migrated) => void done.push(migrated);
    await findCandidates(this.#urls, undefined, { schema: "migrate", onMigrated });
    // Several servers take writes only while a former primary still runs.
    return done.find(({ from, to }) => from < to) ?? done[0]!;
  }
}
