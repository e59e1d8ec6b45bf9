// The servers that may be the primary: each takes writes, has a usable database, and works as it was addressed. Where
// several take writes, the most current one comes first.

import type { SQL } from "bun";
import { steadyClock, type TimerClock } from "../inventory/clock.ts";
import type { Position } from "../inventory/position.ts";
import { StoreError, type StoreErrorCode } from "../inventory/store-error.ts";
import { closeNow, connect } from "./pool.ts";
import { noop, withDeadline } from "./deadline.ts";
import { isRefusal, refuseStandby, storeErrorOf } from "./errors.ts";
import { serverSilent } from "./health-check.ts";
import { prepareSchema, type SchemaOptions } from "./prepare-schema.ts";
import { ensureStatementsLast } from "./statements.ts";

export interface Candidate {
  readonly url: string;
  /** For logs: without user and password. */
  readonly host: string;
  /** Whether its history has the newest commit that this process knows; false where it knows none. */
  readonly hasKnown: boolean;
  /** Grows by one with each promotion of a standby; 0 where the server does not show it. */
  readonly timeline: number;
}

export interface CandidateOptions extends SchemaOptions {
  readonly clock?: TimerClock;
}

/**
 * Examines all servers at once, and gives the usable ones, the most current first. Where there is none, throws the
 * StoreError of one of them: `unavailable` where another try may succeed.
 */
export async function findCandidates(
  urls: readonly string[],
  known: Position | undefined,
  { clock = steadyClock, ...schema }: CandidateOptions = {},
): Promise<[Candidate, ...Candidate[]]> {
  const found: Candidate[] = [];
  const examined = urls.map(async (url) => found.push(await examine(url, known, { clock, ...schema })));
  try {
    await Promise.any(examined);
  } catch (error) {
    const causes: unknown[] = error instanceof AggregateError ? error.errors : [error];
    throw failureOf(causes);
  }
  await withDeadline(clock, "rivalsMs", Promise.allSettled(examined)).catch(noop);
  const [best, ...rivals] = found.toSorted(mostCurrentFirst);
  return [best!, ...rivals];
}

/** One server that may recover is reason enough to try all of them again. A standby's refusal does not hide that of its primary. */
function failureOf(causes: readonly unknown[]): unknown {
  const withCode = (code: StoreErrorCode) =>
    causes.find((cause): cause is StoreError => cause instanceof StoreError && cause.code === code);
  const [unavailable, unusable] = [withCode("unavailable"), withCode("unusable")];
  if (unavailable === undefined || unusable === undefined) return unavailable ?? causes[0];
  const problem = unusable.problem ?? unavailable.problem;
  return new StoreError("unavailable", `${unusable.message}; ${unavailable.message}`, {
    cause: unusable,
    problem,
  });
}

/**
 * First the server with the newest known commit: it was acknowledged and must not be lost. Then the higher timeline: its
 * server was promoted, and the other is the former primary. Then the order of the addresses.
 */
function mostCurrentFirst(one: Candidate, other: Candidate): number {
  return Number(other.hasKnown) - Number(one.hasKnown) || other.timeline - one.timeline;
}

/** Also gives the server's database its schema, as `schema` says. Throws a StoreError where the server cannot be used. */
async function examine(
  url: string,
  known: Position | undefined,
  { clock, ...schema }: SchemaOptions & { readonly clock: TimerClock },
): Promise<Candidate> {
  const { host } = new URL(url);
  const probe = connect(url, 1);
  const promptly = <T>(work: Promise<T>) => withDeadline(clock, "healthCheckMs", work, serverSilent);
  try {
    await promptly(ensureUsable(probe));
    await ensureStatementsLast(probe, url, clock);
    await prepareSchema(probe, clock, schema);
    const hasKnown = await promptly(hasCommit(probe, known));
    return { url, host, hasKnown, timeline: await promptly(timelineOf(probe)) };
  } catch (error) {
    const failure = storeErrorOf(error);
    // Names the server. Never the whole address, which has a password.
    throw failure instanceof StoreError
      ? new StoreError(failure.code, `${host}: ${failure.message}`, {
          cause: failure.cause,
          problem: failure.problem,
        })
      : failure;
  } finally {
    void closeNow(probe);
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

/** The timeline of the log that the server writes now: its control file may still have the one before a promotion. */
async function timelineOf(sql: SQL): Promise<number> {
  try {
    const [{ file }] = await sql`SELECT pg_walfile_name(pg_current_wal_lsn()) AS file`;
    return Number.parseInt(file.slice(0, 8), 16);
  } catch (error) {
    // Some managed servers do not grant this function.
    if (isRefusal(error)) return 0;
    throw error;
  }
}
