// The schema of a database that is opened: what is done without the newest one depends on who opens it.

import type { SQL } from "bun";
import type { TimerClock } from "../inventory/clock.ts";
import type { Migrated, SchemaPolicy } from "../inventory/migration.ts";
import { StoreError } from "../inventory/store-error.ts";
import { withDeadline } from "./deadline.ts";
import { serverSilent } from "./health-check.ts";
import { createMissingIndexes } from "./missing-indexes.ts";
import { migrate } from "./migrate.ts";
import { MIGRATIONS } from "./migrations.ts";
import { findVersion, refuseOlder } from "./schema.ts";

export interface SchemaOptions {
  /** Default: `create`. `keep`: nothing, and any version but a newer one is accepted. */
  readonly schema?: SchemaPolicy | "keep" | undefined;
  /** Called with what `migrate` did, also if that is nothing. */
  readonly onMigrated?: ((migrated: Migrated) => void) | undefined;
}

/** Throws a StoreError where the database has another schema afterwards. */
export async function prepareSchema(
  sql: SQL,
  clock: TimerClock,
  { schema = "create", onMigrated }: SchemaOptions,
): Promise<void> {
  const startedAt = clock.now();
  const found = await withDeadline(clock, "healthCheckMs", findVersion(sql), serverSilent);
  if (schema === "keep") return;
  const mayMigrate = schema === "migrate";
  if (!mayMigrate) refuseOlder(found);
  if (schema === "refuse" && found === 0) throw noTables();
  const from =
    found === MIGRATIONS.length
      ? found
      : await withDeadline(clock, "migrationMs", migrate(sql, { clock, mayMigrate }), serverSilent);
  if (!mayMigrate) return;
  const indexes = await createMissingIndexes(sql, clock);
  const durationMs = Math.round(clock.now() - startedAt);
  onMigrated?.({ from, to: MIGRATIONS.length, durationMs, ...indexes });
}

/** Of commands that do not create tables: most likely the database's name was mistyped. */
function noTables(): StoreError {
  return new StoreError(
    "unusable",
    'the database has no inventory; "petstock serve" or "petstock migrate" makes its tables, as the owner of the database',
  );
}
