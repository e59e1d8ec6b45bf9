// Finds objects of a file that the migrations did not create, or created differently. A trigger, a view or a weakened
// constraint can change what is written, for example reactivate a revoked API key; a missing index cannot.

import { Database } from "bun:sqlite";
import type { MissingIndex } from "../../inventory/migration.ts";
import { MIGRATIONS } from "./schema.ts";
import { withoutStagePrefix } from "./staged-names.ts";

/** A row of sqlite_schema (https://sqlite.org/schematab.html). Indexes that SQLite creates itself have no SQL. */
type SchemaRow = [type: string, name: string, table: string, sql: string | null];

/** Objects of other programs that are known to be harmless. */
const TOLERATED: ReadonlySet<string> = new Set([
  // ANALYZE.
  "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
  "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
  // Litestream.
  "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)",
  "CREATE TABLE _litestream_lock (id INTEGER)",
]);

const SCHEMA_ROWS = "SELECT type, name, tbl_name, sql FROM main.sqlite_schema";

const expectedByVersion = new Map<number, ReadonlyMap<string, SchemaRow>>();

/** A foreign, changed or missing object. */
export interface SchemaProblem {
  readonly text: string;
  readonly isMissing: boolean;
}

export interface SchemaDifferences {
  /** One for each object. */
  readonly problems: readonly SchemaProblem[];
  readonly missingIndexes: readonly MissingIndex[];
}

/** What differs from the schema that the migrations up to `version` create. */
export function compareSchema(db: Database, version: number): SchemaDifferences {
  const all = expectedSchema(version);
  const missing = new Map(all);
  const problems: SchemaProblem[] = [];
  for (const found of db.query(SCHEMA_ROWS).values() as SchemaRow[]) {
    const row = found.map((each) => each && withoutStagePrefix(each)) as SchemaRow;
    const isStaged = row[1] !== found[1];
    const key = keyOf(row);
    const expected = (isStaged ? all : missing).get(key);
    if (!isStaged) missing.delete(key);
    if (expected === undefined) {
      if (!TOLERATED.has(normalised(row[3])))
        problems.push({ text: `the ${describe(row)} is not petstock's`, isMissing: false });
    } else if (normalised(expected[3]) !== normalised(row[3])) {
      problems.push({ text: `the ${describe(row)} is not as petstock makes it`, isMissing: false });
    }
  }
  const missingIndexes: MissingIndex[] = [];
  for (const row of missing.values()) {
    const [type, name, table, sql] = row;
    if (type === "index" && sql !== null) missingIndexes.push({ name, table, create: normalised(sql) });
    else problems.push({ text: `the ${describe(row)} is missing`, isMissing: true });
  }
  return { problems, missingIndexes };
}

function expectedSchema(version: number): ReadonlyMap<string, SchemaRow> {
  const known = expectedByVersion.get(version);
  if (known !== undefined) return known;
  using db = new Database(":memory:");
  for (const migration of MIGRATIONS.slice(0, version)) db.run(migration);
  const made = new Map((db.query(SCHEMA_ROWS).values() as SchemaRow[]).map((row) => [keyOf(row), row]));
  expectedByVersion.set(version, made);
  return made;
}

/** If a crafted file has two objects with one key, the second one counts as foreign. */
function keyOf([type, name, table]: SchemaRow): string {
  return JSON.stringify([type, name, table]);
}

/**
 * Ignores white space, which a release may have changed, but not comments, which can hide a constraint; and the quotes that SQLite puts
 * around the name of a renamed table (a restore exchanges tables).
 */
function normalised(sql: string | null): string {
  return (sql ?? "")
    .trim()
    .replace(/^CREATE TABLE "(\w+)"/, "CREATE TABLE $1")
    .replaceAll(/\s+/g, " ");
}

function describe([type, name, table]: SchemaRow): string {
  const of = name === table ? "" : ` of ${JSON.stringify(table)}`;
  return `${type} ${JSON.stringify(name)}${of}`;
}
