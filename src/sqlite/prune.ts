// Forgets what is old, in portions: each is a short transaction, after which whoever waits for the lock gets it. After
// any of them the ledger folds to the stock, so one that is broken off does no harm, and the next one goes on with it.
//
// Between two of them a restore may bring another history, of which other rows are old. So each transaction looks for the
// very commit with which the history is to begin: wherever that is, what led to it is the same.

import type { Database } from "bun:sqlite";
import { IDEMPOTENCY_RETENTION_MS } from "../inventory/idempotency.ts";
import type { PruneOptions, PruneReport } from "../inventory/prune.ts";
import { StoreError } from "../inventory/store-error.ts";
import { prepareHead, prepareHeadForWriting, readHead } from "./head.ts";
import { OwnConnection, type OwnOptions } from "./file/own-connection.ts";

/** Rows that are looked at in one transaction: some ten milliseconds. */
const PORTION_ROWS = 10_000;
/** Between two transactions: longer than the pause of whoever waits between two tries. */
const COURTESY_MS = 2;

/** Which rows of a table go: those in a range of its key for which `gone` holds. */
interface Doomed {
  readonly table: string;
  readonly key: readonly string[];
  readonly within: string;
  readonly gone: string;
  /** Finds a row while the history is still the one that is pruned. */
  readonly proof: string;
}

interface Bounds {
  /** The commit with which the history begins from now on, and its nonce. */
  readonly begins: number;
  readonly nonce: string;
  /** Results of changes that are older have expired. */
  readonly expired: number;
}

export async function prune(own: OwnOptions, options: PruneOptions): Promise<PruneReport> {
  const { before, dryRun } = options;
  using connection = new OwnConnection(own);
  const { db } = connection;
  const bounds = connection.read(() => {
    const beginning = beginningBy(db, before);
    db.run("CREATE TEMP TABLE last_state (pet_id INTEGER PRIMARY KEY, revision INTEGER) STRICT");
    db.query(LAST_STATES).run(beginning);
    return { ...beginning, expired: Date.now() - IDEMPOTENCY_RETENTION_MS };
  });
  const remove = dryRun ? count : remover(options);
  // The beginning moves first: what was before it is not asked for any more.
  const commits = await remove(connection, COMMITS, bounds);
  const removedPets = await remove(connection, REMOVED_PETS, bounds);
  const movements = await remove(connection, MOVEMENTS, bounds);
  const idempotencyRecords = await remove(connection, ONCE_RECORDS, bounds);
  return {
    historyStart: bounds.begins,
    movements,
    commits,
    removedPets,
    idempotencyRecords: idempotencyRecords,
  };
}

/**
 * The newest old commit that no young one precedes: clocks may have been set back. A commit from the future, made under a
 * clock that was ahead, is neither: it does not stop the prune, and the history does not begin with it.
 */
function beginningBy(db: Database, before: number): Pick<Bounds, "begins" | "nonce"> {
  // Throws where there is none at all.
  readHead(prepareHead(db));
  const times = { before, now: Date.now() };
  const [[begins, nonce]] = db.query(BEGINNING).values(times) as [[bigint, string]];
  return { begins: Number(begins), nonce };
}

async function count(connection: OwnConnection, doomed: Doomed, bounds: Bounds): Promise<number> {
  const { table, within, gone } = doomed;
  const query = connection.db.query(`SELECT count(*) FROM ${table} WHERE ${within} AND ${gone}`);
  return connection.read(() => Number(query.values({ ...bounds })[0]?.[0]));
}

/** Gives a way to remove what is doomed of one table after the other, and to tell how far that is. */
function remover({ onProgress }: PruneOptions): typeof count {
  let total = 0;
  const onRemoved = (rows: number) => {
    total += rows;
    onProgress?.(total);
  };
  return (connection, doomed, bounds) => removeInPortions(connection, doomed, { bounds, onRemoved });
}

/** Walks the table by its key, so that no portion looks again at what the ones before it have left. */
async function removeInPortions(
  connection: OwnConnection,
  doomed: Doomed,
  { bounds, onRemoved }: { bounds: Bounds; onRemoved: (rows: number) => void },
): Promise<number> {
  const head = prepareHeadForWriting(connection.db);
  const removeFrom = (from: Place) =>
    connection.write(() => {
      readHead(head);
      refuseAnotherHistory(connection.db, doomed, bounds);
      return removePortion(connection.db, doomed, { bounds, from });
    });
  let removed = 0;
  for (let from: Place | undefined = START; from !== undefined;) {
    const portion = removeFrom(from);
    removed += portion.removed;
    onRemoved(portion.removed);
    from = portion.end;
    await new Promise((resolve) => setTimeout(resolve, COURTESY_MS));
  }
  return removed;
}

function refuseAnotherHistory(db: Database, { proof }: Doomed, bounds: Bounds): void {
  if (db.query(proof).values({ ...bounds }).length > 0) return;
  throw new StoreError(
    "unavailable",
    `a restore, or another prune, came in between: the history of ${db.filename} is not the one that was being pruned. Nothing more was removed; begin again`,
  );
}

/** A row by its key's columns. */
type Place = Readonly<Record<string, bigint | string>>;

/** Before the first row. */
const START: Place = {};

function removePortion(
  db: Database,
  { table, key, within, gone }: Doomed,
  { bounds, from }: { bounds: Bounds; from: Place },
): { removed: number; end: Place | undefined } {
  const columns = key.join(", ");
  const after = from === START ? "true" : `(${columns}) > (${named("from", key)})`;
  const start = { ...bounds, ...prefixed("from", from) };
  const end = db
    .query(
      `SELECT ${columns} FROM ${table} WHERE ${within} AND ${after} ORDER BY ${columns} LIMIT 1 OFFSET ${PORTION_ROWS}`,
    )
    .get(start) as Place | null;
  // One upper bound, since SQLite looks for rows by one alone, and reads on to the end where that is the wrong one.
  const upTo = end === null ? within : `(${columns}) <= (${named("end", key)})`;
  const { changes } = db
    .query(`DELETE FROM ${table} WHERE ${after} AND ${upTo} AND ${gone}`)
    .run({ ...start, ...prefixed("end", end ?? {}) });
  return { removed: changes, end: end ?? undefined };
}

function named(prefix: string, key: readonly string[]): string {
  return key.map((column) => `$${prefix}_${column}`).join(", ");
}

function prefixed(prefix: string, place: Place): Place {
  return Object.fromEntries(Object.entries(place).map(([column, cell]) => [`${prefix}_${column}`, cell]));
}

const BEGINNING = `
  WITH young AS (
    SELECT revision FROM commit_mark WHERE at BETWEEN $before AND $now ORDER BY revision LIMIT 1
  ), old AS (
    SELECT revision FROM commit_mark
    WHERE at < $before AND revision < coalesce((SELECT revision FROM young), 1e18) ORDER BY revision DESC LIMIT 1
  )
  SELECT revision, nonce FROM commit_mark
  WHERE revision = coalesce((SELECT revision FROM old), (SELECT min(revision) FROM commit_mark))`;

const IS_THERE = "SELECT 1 FROM commit_mark WHERE revision = $begins AND nonce = $nonce";
/** A restored history may have the commit, and older ones before it. */
const IS_OLDEST = `${IS_THERE} AND NOT EXISTS (SELECT 1 FROM commit_mark WHERE revision < $begins)`;

/** Of each pet that was there at the beginning, the movement that says how it was. */
const LAST_STATES = `
  INSERT INTO temp.last_state
  SELECT pet_id, revision FROM (
    SELECT pet_id, max(revision) AS revision FROM movement WHERE revision <= $begins GROUP BY pet_id
  ) JOIN movement USING (pet_id, revision) WHERE quantity_after IS NOT NULL`;

const COMMITS: Doomed = {
  table: "commit_mark",
  key: ["revision"],
  within: "revision < $begins",
  gone: "true",
  proof: IS_THERE,
};

const REMOVED_PETS: Doomed = {
  table: "inventory",
  key: ["pet_id"],
  within: "true",
  gone: "removed = 1 AND revision <= $begins",
  proof: IS_OLDEST,
};

const MOVEMENTS: Doomed = {
  table: "movement",
  key: ["revision", "pet_id"],
  within: "revision <= $begins",
  gone: `NOT EXISTS (
    SELECT 1 FROM temp.last_state s WHERE s.pet_id = movement.pet_id AND s.revision = movement.revision)`,
  proof: IS_OLDEST,
};

/** By their time, which has an index: the young ones, maybe millions, are not looked at. */
const ONCE_RECORDS: Doomed = {
  table: "once_record",
  key: ["at", "scope", "key"],
  within: "at < $expired",
  gone: "true",
  proof: IS_OLDEST,
};
