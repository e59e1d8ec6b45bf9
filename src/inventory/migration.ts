// Migrations of a database's schema: what one would do, and what it did. Only a service and `petstock migrate` migrate, because an older
// petstock beside them cannot go on.

/**
 * What is done to a database without the newest schema. `refuse`: nothing. `create`: an empty one gets its tables, an older one is
 * refused. `migrate`: an older one is migrated, too, and indexes that were dropped by hand are created again.
 */
export type SchemaPolicy = "refuse" | "create" | "migrate";

/** An index that was dropped by hand. Without it statements are slower, and their results the same. */
export interface MissingIndex {
  readonly name: string;
  readonly table: string;
  /** The statement that creates it, without a semicolon. */
  readonly create: string;
}

export interface MigrationPlan {
  /** The version of the database's schema; 0 without tables. */
  readonly from: number;
  /** The version of this program's. */
  readonly to: number;
  readonly missingIndexes: readonly MissingIndex[];
}

export interface Migrated extends Pick<MigrationPlan, "from" | "to"> {
  readonly durationMs: number;
  /** Missing indexes that were created. */
  readonly createdIndexes: readonly MissingIndex[];
  /** Those that could not be created, such as by a user who does not own the tables. */
  readonly failedIndexes: readonly (MissingIndex & { readonly cause: string })[];
}

/** Migrates one database. Every method may throw a StoreError; `unusable` for a schema that is newer than this program. */
export interface Migrator {
  /** Changes nothing. */
  plan(): Promise<MigrationPlan>;
  /** Creates a missing database's tables, or migrates them, in one transaction. */
  run(): Promise<Migrated>;
}

/** For operators: which index is missing, and what creates it. */
export function missingIndexText({ name, table, create }: MissingIndex): string {
  return `the index "${name}" of "${table}" is missing, which makes statements slower: run "petstock migrate" (as the owner of the tables), or the statement ${create};`;
}
