// PostgreSQL's failures in the store's words, recognised by SQLSTATE
// (https://www.postgresql.org/docs/current/errcodes-appendix.html), never by message.

import { SQL } from "bun";
import { StoreError, type StoreErrorCode } from "../inventory/store-error.ts";

/** The SQLSTATE of an error that the server sent; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof SQL.PostgresError)) return undefined;
  return error.errno === undefined ? undefined : String(error.errno);
}

/**
 * With these the server has ended the connection. Not among them: 53300, which refuses a new connection and leaves the
 * good ones that we have; 25006, which a server says that reads well (one that became a standby is noticed by its pulse).
 */
const CONNECTION_ENDED = /^(?:57P0[1-5]|25P0[34]|08...)$/;

/** Whether the connection or the server is gone, so that another attempt needs a new connection, perhaps elsewhere. */
export function isConnectionLost(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return CONNECTION_ENDED.test(state);
  return error instanceof SQL.PostgresError || isSystemError(error);
}

/** Whether the server refused, by an error or by what it told of a retirement or its schema, and the connection goes on. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof StoreError) return error.code === "retired" || error.code === "unusable";
  return sqlState(error) !== undefined && !isConnectionLost(error);
}

/** Whether the session has lost a prepared statement, or has another session's: a pooler gives it another for each transaction. */
export function isStatementLost(error: unknown): boolean {
  return /^(?:42P05|26000)$/.test(sqlState(error) ?? "");
}

/** Whether a statement waited too long for somebody's lock. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === "55P03";
}

/** Whether the server stopped a statement because it was told to. */
export function isCancelled(error: unknown): boolean {
  return sqlState(error) === "57014";
}

/**
 * Whether the session may only read. It keeps the default that the database had when it began, so it is of no use any
 * more: a new one has today's.
 */
export function isReadOnly(error: unknown): boolean {
  return sqlState(error) === "25006";
}

export function refuseStandby(standby: boolean): void {
  if (standby) throw new StoreError("unavailable", "PostgreSQL: the server is a standby, which only reads");
}

/**
 * No encryption could be agreed on, or the server's certificate does not hold
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

const MEANING: readonly (readonly [RegExp, StoreErrorCode, string])[] = [
  [/^55P03$/, "unavailable", "another transaction kept the inventory locked"],
  [/^57014$/, "unavailable", "the statement took too long"],
  [/^57P0/, "unavailable", "the server is stopping or starting"],
  [/^25006$/, "unavailable", "the server only reads (is it a standby?)"],
  [/^53100$/, "unavailable", "the server's disk is full"],
  [/^53/, "unavailable", "the server is out of resources"],
  // Data, constraints (also those added by hand), limits of a row, and triggers of others.
  [/^(?:22|23|44|54|P0)/, "refused", "the database refuses a row"],
  [/^(?:40|08)/, "unavailable", "the transaction was broken off"],
  // Of a server that serves on: a newer petstock took tables away.
  [
    /^42(?:703|P01)$/,
    "unavailable",
    "its tables are not what this petstock knows (did a newer one migrate it?)",
  ],
  [
    /^(?:42P05|26000)$/,
    "unusable",
    "prepared statements get lost, as behind a pooler in transaction mode; set ?prepare=false in the database's address (or max_prepared_statements in PgBouncer)",
  ],
  [/^28/, "unusable", "the server refuses the login"],
  [/^3D000$/, "unusable", "there is no such database"],
  [/^42501$/, "unusable", "the user may not do this in the database"],
  [/^XX00[12]$/, "unusable", "the database is corrupt; restore a backup"],
];

/** It may be good, but nobody says so who is known here. */
const UNKNOWN_AUTHORITY = /^(?:UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_UNTRUSTED)/;

function wordsOfSilence(error: unknown): string {
  const code = codeOf(error);
  if (UNKNOWN_AUTHORITY.test(code))
    return "the server's certificate is not trusted; name its authority's in the address, ?sslrootcert=FILE";
  return NOT_TRUSTED.test(code)
    ? "no encryption with the server that can be trusted"
    : "the server cannot be reached";
}

/** A StoreError for what the client threw; anything else is a defect and stays what it is. */
export function storeErrorOf(error: unknown): unknown {
  const state = sqlState(error);
  if (state === undefined && !isConnectionLost(error)) return error;
  const found = MEANING.find(([pattern]) => pattern.test(state ?? ""));
  const otherwise = state === undefined ? wordsOfSilence(error) : "the database failed";
  const [code, words] = found === undefined ? ["unavailable" as const, otherwise] : found.slice(1);
  const message = (error as Error).message;
  return new StoreError(
    code as StoreErrorCode,
    `PostgreSQL: ${words} (${state ?? "no answer"}: ${message})`,
    {
      cause: error,
    },
  );
}
