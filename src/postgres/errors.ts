// Translates PostgreSQL's errors to StoreErrors. They are recognised by SQLSTATE
// (https://www.postgresql.org/docs/current/errcodes-appendix.html), never by message.

import { SQL } from "bun";
import { isOutOfDescriptors, NO_DESCRIPTORS } from "../files/descriptors.ts";
import { StoreError, type StoreErrorCode, type StoreProblem } from "../inventory/store-error.ts";

const READ_ONLY = "25006";

/** The SQLSTATE of an error that the server sent; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof SQL.PostgresError)) return undefined;
  return error.errno === undefined ? undefined : String(error.errno);
}

/**
 * After these the server has ended the connection. Not among them: 53300, which refuses a new connection while the open
 * ones work on; 25006, since such a server still reads (the health check notices one that became a standby).
 */
const CONNECTION_ENDED = /^(?:57P0[1-5]|25P0[34]|08...)$/;

/** Whether the connection or the server is gone, so that another attempt needs a new connection, perhaps elsewhere. */
export function isConnectionLost(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return CONNECTION_ENDED.test(state);
  return error instanceof SQL.PostgresError || isSystemError(error);
}

/** A connection did not reply in time. It alone may be lost: the network may carry all others. */
export class NoReplyError extends StoreError {
  constructor(deadlineMs: number) {
    super("unavailable", `PostgreSQL: no answer for ${Math.round(deadlineMs)} ms`);
  }
}

/** The server answered a COMMIT with ROLLBACK, because a statement before it had failed: nothing was changed. */
export class CommitRefusedError extends StoreError {
  constructor() {
    super("unavailable", "PostgreSQL: the commit was refused");
  }
}

/** Whether the server replied that it does not do this, so that nothing was changed and the connection is good. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof CommitRefusedError) return true;
  if (error instanceof StoreError) return ["retired", "unusable", "key_ended"].includes(error.code);
  return sqlState(error) !== undefined && !isConnectionLost(error);
}

/**
 * Whether the session is of use for other work. One that may only read keeps the default that the database had when it
 * began; a new session has today's.
 */
export function isReusableAfter(error: unknown): boolean {
  return isRefusal(error) && sqlState(error) !== READ_ONLY;
}

/** Whether a prepared statement is missing or another session's: a pooler gives each transaction another session. */
export function isStatementLost(error: unknown): boolean {
  return /^(?:42P05|26000)$/.test(sqlState(error) ?? "");
}

/** Whether a statement reached its lock_timeout. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === "55P03";
}

/** Whether the server cancelled a statement. */
export function isCancelled(error: unknown): boolean {
  return sqlState(error) === "57014";
}

export function refuseStandby(standby: boolean): void {
  if (standby) throw new StoreError("unavailable", "PostgreSQL: the server is a standby, which only reads");
}

/**
 * No encryption was agreed on, or the server's certificate is not valid
 * (https://nodejs.org/api/tls.html#x509-certificate-error-codes): nothing was sent.
 */
const NOT_TRUSTED =
  /^(?:ERR_POSTGRES_TLS_|ERR_TLS_|ERR_SSL_|ERR_BORINGSSL|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_)/;

function codeOf(error: unknown): string {
  return error instanceof Error ? String((error as { code?: unknown }).code) : "";
}

function isSystemError(error: unknown): boolean {
  const code = codeOf(error);
  return /^(?:E[A-Z]+|ERR_POSTGRES_[A-Z_]+)$/.test(code) || NOT_TRUSTED.test(code);
}

const MEANINGS: readonly (readonly [RegExp, StoreErrorCode, string, StoreProblem?])[] = [
  [/^55P03$/, "unavailable", "another transaction kept the inventory locked"],
  [/^57014$/, "unavailable", "the statement took too long"],
  [/^57P0/, "unavailable", "the server is stopping or starting"],
  [/^25006$/, "unavailable", "the server only reads (is it a standby?)"],
  [/^53100$/, "unavailable", "the server's disk is full; free some space on it", "disk_full"],
  [
    /^53400$/,
    "unavailable",
    "the server's limit of temporary files is reached; raise temp_file_limit",
    "temporary_full",
  ],
  [/^53/, "unavailable", "the server is out of resources"],
  // Data, constraints (also added by hand), limits of a row, and foreign triggers.
  [/^(?:22|23|44|54|P0)/, "refused", "the database refuses a row"],
  [/^(?:40|08)/, "unavailable", "the transaction was broken off"],
  // Dropped by hand, or by a newer petstock beside a service that still runs.
  [
    /^42(?:703|P01)$/,
    "unavailable",
    "its tables are not what this petstock knows: one was dropped or altered, by hand (restore a dump) or by a newer petstock (update this one)",
    "table_missing",
  ],
  [
    /^(?:42P05|26000)$/,
    "unusable",
    "prepared statements get lost, as behind a pooler in transaction mode; set ?prepare=false in the database's address (or max_prepared_statements in PgBouncer)",
  ],
  [/^28/, "unusable", "the server refuses the login"],
  [/^3D000$/, "unusable", "there is no such database"],
  [
    /^42501$/,
    "unusable",
    'the user may not do this in the database; its owner makes the tables, with "petstock migrate", before the first start and after an upgrade (docs/scaling.md#postgresql has the rights that suffice then)',
  ],
  [/^XX00[12]$/, "unusable", "the database is corrupt; restore a backup"],
];

/** The certificate may be valid, but no trusted authority signed it. */
const UNKNOWN_AUTHORITY = /^(?:UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_UNTRUSTED)/;

function messageWithoutReply(error: unknown): string {
  const code = codeOf(error);
  if (UNKNOWN_AUTHORITY.test(code))
    return "the server's certificate is not trusted; name its authority's in the address, ?sslrootcert=FILE";
  return NOT_TRUSTED.test(code)
    ? "no encryption with the server that can be trusted"
    : "the server cannot be reached";
}

function meaningWithoutState(error: unknown, state: string | undefined): (typeof MEANINGS)[number] {
  if (state !== undefined) return [/./, "unavailable", "the database failed"];
  if (isOutOfDescriptors()) return [/./, "unavailable", NO_DESCRIPTORS, "no_descriptors"];
  return [/./, "unavailable", messageWithoutReply(error)];
}

/** The StoreError for an error of the driver. Any other error is a defect and is returned as it is. */
export function storeErrorOf(error: unknown): unknown {
  const state = sqlState(error);
  if (state === undefined && !isConnectionLost(error)) return error;
  const found = state === undefined ? undefined : MEANINGS.find(([pattern]) => pattern.test(state));
  const [, code, meaning, problem] = found ?? meaningWithoutState(error, state);
  const details = `${state ?? "no answer"}: ${(error as Error).message}`;
  return new StoreError(code, `PostgreSQL: ${meaning} (${details})`, { cause: error, problem });
}
