// One fault: runs a service under load on a database of its own, breaks and restores the database, and checks what must
// hold after any fault.

import { expect } from "bun:test";
import { FollowedStream } from "../faults/followed-stream.ts";
import type { Movement } from "../faults/ledger.ts";
import { petstockOrThrow } from "../support/petstock.ts";
import { makeDatabase, type TestDatabase } from "../support/postgres-database.ts";
import type { PostgresServer } from "../support/postgres-server.ts";
import { type Answer, TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { addToTable } from "./fault-table.ts";
import { type Exchange, Load } from "./load.ts";

const RECOVERY_LIMIT_MS = 30_000;
/** Acknowledged before a fault begins, and again when it is over. */
const CALM = 60;

export interface Stage {
  readonly server: PostgresServer;
  readonly database: TestDatabase;
  readonly service: TestService;
  readonly load: Load;
}

export interface FaultOptions {
  readonly server: PostgresServer;
  /** The address that the service gets; the database's own where absent. */
  readonly urlOf?: (database: TestDatabase) => string;
  readonly args?: readonly string[];
  /** No request is answered 200 before the fault: the database is unavailable when the service starts. */
  readonly fromTheStart?: boolean;
}

/** `play` causes the fault, ends it, and resolves with the time (performance.now()) at which the database was back. */
export async function endure(
  fault: string,
  { server, urlOf = ({ url }) => url, args = [], fromTheStart = false }: FaultOptions,
  play: (stage: Stage) => Promise<number>,
): Promise<void> {
  await using database = await makeDatabase(server);
  const key = await prepareInTurn(database);
  await using service = await TestService.start({
    database: urlOf(database),
    args: ["--lock-timeout", "2s", ...args],
  });
  const load = new Load(service, key);
  // Followed through the fault, or once it is over.
  let stream = fromTheStart ? undefined : await follow(service, key);
  load.start();
  try {
    if (!fromTheStart) await load.untilSeen("ok", CALM);
    const backAt = await play({ server, database, service, load });
    await until(
      "the service to recover",
      () => Number.isFinite(load.recoveredAfterMs(backAt)),
      RECOVERY_LIMIT_MS,
    );
    stream ??= await follow(service, key);
    await load.untilSeen("ok", CALM);
    await load.stop();
    await stream.reaches(await listOf(service, key));
    stream.expectTrue(await movementsOf(database));
    await stream[Symbol.asyncDispose]();
    const lost = lostOf(load.exchanges, await ledgerOf(database));
    addToTable({ fault, load, recoveredMs: load.recoveredAfterMs(backAt), lost: lost.length });
    expect(lost).toEqual([]);
    await expectWell({ service, database, load });
  } catch (error) {
    // A failure to dispose afterwards would hide it.
    console.log(`${fault}: ${String(error)}`);
    throw new Error(`${fault}: ${String(error)}\nthe service's log:\n${service.words.slice(-4_000)}`, {
      cause: error,
    });
  } finally {
    await load.stop();
    await stream?.[Symbol.asyncDispose]();
  }
}

async function follow(service: TestService, key: string): Promise<FollowedStream> {
  return FollowedStream.after(await listOf(service, key), { url: () => service.url, key });
}

/** A database may still refuse single statements, such as one with a short statement_timeout on a busy machine. */
function listOf(service: TestService, key: string): Promise<Answer> {
  return until("a list", async () => {
    const answer = await service.list(key);
    return answer.status === 200 && answer;
  });
}

async function movementsOf({ url }: TestDatabase): Promise<readonly Movement[]> {
  const args = ["history", "--json", "--limit", "1000000", "--database", url];
  const { stdout } = await petstockOrThrow(args);
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Movement);
}

let lastPrepared: Promise<unknown> = Promise.resolve();

/** One database after the other: eight at once reach the deadlines of the commands on a busy machine. */
function prepareInTurn(database: TestDatabase): Promise<string> {
  const prepared = lastPrepared.then(() => prepare(database));
  lastPrepared = prepared.catch(() => {});
  return prepared;
}

/** Makes the pets and a key, by the database's own address. */
async function prepare({ url }: TestDatabase): Promise<string> {
  const stdin = ["petId,quantity,status", ...Load.rows].join("\n");
  await petstockOrThrow(["import", "-", "--format", "csv", "--database", url], { stdin });
  const { stdout } = await petstockOrThrow(["keys", "create", "--name", "test", "--database", url]);
  return stdout.trim();
}

interface Entry {
  readonly request_id: string;
  readonly pet_id: bigint;
  readonly quantity_after: number;
}

async function ledgerOf(database: TestDatabase): Promise<readonly Entry[]> {
  const rows = await database.run(
    "SELECT request_id, pet_id, quantity_after FROM movement WHERE reason = 'update' ORDER BY revision",
  );
  return rows as unknown as readonly Entry[];
}

function lostOf(exchanges: readonly Exchange[], ledger: readonly Entry[]): readonly Exchange[] {
  const held = new Set(ledger.map(({ request_id }) => request_id));
  return exchanges.filter(
    ({ kind, verdict, requestId }) => kind === "update" && verdict === "ok" && !held.has(requestId),
  );
}

async function expectWell({ service, database, load }: Omit<Stage, "server">): Promise<void> {
  expect(load.exchanges.filter(({ verdict }) => verdict === "wrong")).toEqual([]);
  expectTrue(load.exchanges, await ledgerOf(database));
  expectFresh(load.exchanges);
  expect(service.log.filter(({ msg }) => msg === "defect")).toEqual([]);
  expect((await service.ask("GET", "/readyz")).status).toBe(200);
  await petstockOrThrow(["verify", "--database", database.url]);
  // The end of the database throws where connections are left open.
  expect(await service.stop()).toBe(0);
}

/** The ledger has no update twice, no refused one, and none that was never sent. */
function expectTrue(exchanges: readonly Exchange[], ledger: readonly Entry[]): void {
  const sent = new Map(exchanges.map((each) => [each.requestId, each]));
  const invented = ledger.filter(({ request_id, pet_id, quantity_after }) => {
    const update = sent.get(request_id);
    const isItsOwn = update?.petId === Number(pet_id) && update.quantity === quantity_after;
    return !isItsOwn || update.verdict === "unavailable";
  });
  expect(invented).toEqual([]);
  expect(new Set(ledger.map(({ request_id }) => request_id)).size).toBe(ledger.length);
}

/** A list shows its client's last acknowledged update, or a later one that the client sent. */
function expectFresh(exchanges: readonly Exchange[]): void {
  const acknowledged = new Map<number, number>();
  const stale: Exchange[] = [];
  for (const each of exchanges) {
    if (each.verdict !== "ok") continue;
    if (each.kind === "update") acknowledged.set(each.petId, each.quantity);
    else if (!(each.quantity >= (acknowledged.get(each.petId) ?? 0))) stale.push(each);
  }
  expect(stale).toEqual([]);
}
