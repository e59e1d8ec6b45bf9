// A server that might be the one: whether it takes writes, has a database for us, and can be used as it was addressed.
// Where several take writes, which of them is the true one.

import type { SQL } from "bun";
import type { Position } from "../inventory/position.ts";
import { StoreError } from "../inventory/store-error.ts";
import { connect } from "./connections.ts";
import { noop, withDeadline } from "./deadline.ts";
import { isRefusal, refuseStandby, storeErrorOf } from "./errors.ts";
import { serverSilent, HEALTH_CHECK_DEADLINE_MS } from "./health-check.ts";
import { isMigrated, migrate } from "./schema.ts";
import { ensureStatementsLast } from "./statements.ts";

/** Migrations of many servers that start at once wait for each other. */
const MIGRATION_DEADLINE_MS = 60_000;
/** How long the others are waited for once one has answered: it is enough for a server that is well. */
const RIVALS_DEADLINE_MS = 500;

export interface Candidate {
  readonly url: string;
  /** For logs: no user, and no password. */
  readonly host: string;
  /** Whether its history has the commit that this process knew last; false where it knew none. */
  readonly hasKnown: boolean;
  /** Grows by one with each promotion of a standby; 0 where the server does not tell. */
  readonly timeline: number;
}

/**
 * Asks all servers at once, and gives those that will do, the true one first. Where none will do, it throws the StoreError
 * of one: `unavailable`, where trying again may help.
 */
export async function findCandidates(
  urls: readonly string[],
  known: Position | undefined,
  rivalsDeadlineMs = RIVALS_DEADLINE_MS,
): Promise<[Candidate, ...Candidate[]]> {
  const found: Candidate[] = [];
  const examined = urls.map(async (url) => found.push(await examine(url, known)));
  try {
    await Promise.any(examined);
  } catch (error) {
    const causes: unknown[] = error instanceof AggregateError ? error.errors : [error];
    // Anything that may pass, passes for all.
    throw causes.find((cause) => cause instanceof StoreError && cause.code === "unavailable") ?? causes[0];
  }
  await withDeadline(rivalsDeadlineMs, Promise.allSettled(examined), serverSilent).catch(noop);
  const [best, ...rivals] = found.toSorted(mostCurrentFirst);
  return [best!, ...rivals];
}

/**
 * First what has the commit known last: it was acknowledged, and must not be lost. Then the higher timeline: a standby was
 * promoted to it, and the other is the primary of before. Then the order of the addresses.
 */
function mostCurrentFirst(one: Candidate, other: Candidate): number {
  return Number(other.hasKnown) - Number(one.hasKnown) || other.timeline - one.timeline;
}

/** Throws a StoreError where the server will not do. Brings its database to the newest schema. */
async function examine(url: string, known: Position | undefined): Promise<Candidate> {
  const { host } = new URL(url);
  const probe = connect(url, 1);
  try {
    await withDeadline(HEALTH_CHECK_DEADLINE_MS, ensureUsable(probe), serverSilent);
    await ensureStatementsLast(probe, url);
    const isCurrent = await withDeadline(HEALTH_CHECK_DEADLINE_MS, isMigrated(probe), serverSilent);
    if (!isCurrent) await withDeadline(MIGRATION_DEADLINE_MS, migrate(probe), serverSilent);
    const hasKnown = await withDeadline(HEALTH_CHECK_DEADLINE_MS, hasCommit(probe, known), serverSilent);
    const timeline = await withDeadline(HEALTH_CHECK_DEADLINE_MS, timelineOf(probe), serverSilent);
    return { url, host, hasKnown, timeline };
  } catch (error) {
    const failure = storeErrorOf(error);
    // Which of several servers it was. Never the whole address, which has a password.
    throw failure instanceof StoreError
      ? new StoreError(failure.code, `${host}: ${failure.message}`, { cause: failure.cause })
      : failure;
  } finally {
    void probe.close({ timeout: 0 }).catch(noop);
  }
}

async function ensureUsable(sql: SQL): Promise<void> {
  const [row] = await sql`
    SELECT pg_is_in_recovery() AS standby, current_setting('server_encoding') AS encoding,
      quote_ident(current_database() || '_utf8') AS better`;
  refuseStandby(row.standby);
  if (row.encoding === "UTF8") return;
  throw new StoreError(
    "unusable",
    `the database's encoding is ${row.encoding}, which cannot hold every text; make one with CREATE DATABASE ${row.better} ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0, and use that (what is in this one moves with pg_dump --encoding=UTF8)`,
  );
}

async function hasCommit(sql: SQL, known: Position | undefined): Promise<boolean> {
  if (known === undefined) return false;
  const marks = await sql`
    SELECT 1 FROM commit_mark WHERE revision = ${known.revision} AND nonce = ${known.nonce}`;
  return marks.length > 0;
}

/** Of what the server writes now: the control file may still tell of the timeline before a promotion. */
async function timelineOf(sql: SQL): Promise<number> {
  try {
    const [{ file }] = await sql`SELECT pg_walfile_name(pg_current_wal_lsn()) AS file`;
    return Number.parseInt(file.slice(0, 8), 16);
  } catch (error) {
    // Some managed servers keep their log to themselves.
    if (isRefusal(error)) return 0;
    throw error;
  }
}
