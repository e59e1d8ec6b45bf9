// Every wait of this engine: how long, and why. All are milliseconds.
//
// A connection that the network lost never settles its queries, so each wait for the server has a deadline or a monitor
// (session-monitor.ts). A timeout that the server keeps is shorter than the deadline for its reply: its error, which
// names the cause, arrives first.

export const DEADLINES = {
  /** A login, also over a slow network. The pool counts it in seconds. */
  connectMs: 5_000,
  /** Running queries at the end of the process. A frozen server never finishes them. */
  closeMs: 5_000,

  /** A connection that no work has used for so long is closed. */
  idleConnectionMs: 60_000,
  /** A connection of the pool, and any statement that neither waits for a lock nor reads a table. */
  replyMs: 5_000,
  /** `BEGIN` takes no lock, so its reply tells at once whether the connection is lost. Clients wait behind it. */
  beginMs: 2_000,
  /** `ROLLBACK` waits for no lock and no disk. The result is known by then, and the caller waits for nothing else. */
  rollbackMs: 500,
  /** A query that was cancelled; its connection is closed afterwards. */
  cancelMs: 1_000,
  /** Between two checks of a session that runs a long statement; two equal checks end the session. */
  monitorIntervalMs: 5_000,

  /**
   * One row by its key. Every connection of the pool may have been lost while it was idle, so there are several attempts;
   * the last is the longest, for slow servers.
   */
  lookupAttemptsMs: [1_000, 1_000, 3_000],
  /** Tens of thousands of changed rows, on a connection like the one that has just replied. */
  changesAttemptsMs: [5_000],
  /** Every server looks for revoked keys twice a second and must know within one: two short attempts fit into it. */
  keyAttemptsMs: [250, 250, 4_500],

  /** A group of updates, beyond its wait for the lock: a server that takes longer for a handful of rows is frozen. */
  updateMs: 10_000,
  /** The commit of a group. Never cancelled, since it may succeed all the same; afterwards its outcome is unknown. */
  commitMs: 15_000,
  /** After this long a commit may be waiting for a standby: the standby monitor checks. */
  slowCommitMs: 2_500,
  /** Looking up whether a commit without a reply is in the history. The client still waits for its answer. */
  inDoubtMs: 5_000,
  inDoubtIntervalMs: 100,
  /** The least that a group waits for the lock, however long it was queued. To PostgreSQL 0 means for ever. */
  lockTimeoutMinMs: 500,

  /** A change of one row (a key, a retirement), beyond its wait for locks. */
  rowChangeMs: 10_000,
  /** Locks of a change of keys. An import keeps none of them, so only another change of keys does. */
  keyLockMs: 5_000,
  /** Some thousand rows into the stage of an upload, which no lock delays. */
  addRowsMs: 60_000,
  /** Kept by the server: the row of a stage, which only its own upload and its removal lock. Below `replyMs`. */
  stageLockMs: 3_000,
  /** Between two signs of life of a stage, whose client may send nothing for long. */
  stageBeatMs: 60_000,
  /** Without a sign of life a stage is removed: some beats more than one that a busy server missed. */
  stageAbandonedMs: 600_000,
  /** Between two searches of a service for such stages. */
  stageSweepMs: 60_000,

  /** Kept by the server: the wait of a page of the list for a table's lock. Below `replyMs`. */
  pageLockTimeoutMs: 3_000,
  /** Kept by the server: ends a transaction whose client is lost, and so frees its lock. Far above any pause of ours. */
  idleTransactionMs: 10_000,
  /** The same for a copy, which pauses while it reads its source; added to the source's lock timeout. */
  idleCopyMs: 60_000,

  /**
   * Between two health checks, so that a server that became a standby is noticed within a second. Ten times as long while nothing uses
   * the database.
   */
  healthCheckIntervalMs: 500,
  /** A health check takes a millisecond: a server that takes so long is frozen, or its network is. */
  healthCheckMs: 2_000,
  /** Between two searches for a server: recovery within a second leaves room for the search itself. */
  searchIntervalMs: 200,
  /** The other servers, once one has replied: enough for a healthy one. */
  rivalsMs: 500,

  /** Migrations of servers that start at the same time wait for each other. */
  migrationMs: 60_000,
  /** Kept by the server: as long as `migrationMs`, or the session would stay behind and wait for the lock. */
  migrationLockTimeoutMs: 60_000,
  /** Kept by the server: the lock of a table that a migration alters. Short, because lists queue behind the wait. */
  alterLockTimeoutMs: 300,
  /** Between two tries for that lock: lists run in most of the time while an export reads the table. */
  alterIntervalMs: 700,
  /** Kept by the server: reading the schema's version behind a lock of its table. Below `healthCheckMs`. */
  versionLockTimeoutMs: 500,

  /** A commit that waits this long for a synchronous standby; a healthy one confirms it in milliseconds. */
  standbyWaitMs: 2_000,
  /** Between two checks while commits wait for a standby. */
  standbyCheckIntervalMs: 500,
} as const;

type Table = typeof DEADLINES;
export type DeadlineName = keyof Table;
export type AttemptsName = "lookupAttemptsMs" | "changesAttemptsMs" | "keyAttemptsMs";

/** A wait of the table; or one of another length, for instance longer by the lock timeout that an operator has set. */
export type Wait = Exclude<DeadlineName, AttemptsName> | { readonly name: DeadlineName; readonly ms: number };

export function waitOf(wait: Wait): { readonly name: DeadlineName; readonly ms: number } {
  return typeof wait === "string" ? { name: wait, ms: DEADLINES[wait] } : wait;
}

/** One wait for each attempt. */
export function attemptsOf(name: AttemptsName): readonly Wait[] {
  return DEADLINES[name].map((ms) => ({ name, ms }));
}
