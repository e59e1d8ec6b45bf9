// Streams of a database that is superseded (migrated by a newer petstock, replaced, restored) end with `gone`: no client follows a
// dead copy.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { renameSync } from "node:fs";
import { EngineDatabase, type EngineName, ENGINES } from "../cli/engine-database.ts";
import { emptyPets, Fleet } from "../postgres/fleet.ts";
import { Pair } from "../postgres/pair.ts";
import { EventStream } from "../support/event-stream.ts";
import { makeDatabase } from "../support/postgres-database.ts";
import type { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { NextVersion } from "../upgrade/next-version.ts";
import { NEXT } from "../upgrade/shop.ts";

setDefaultTimeout(120_000);

const next = shared(new NextVersion(NEXT));

interface Followed extends AsyncDisposable {
  readonly database: EngineDatabase;
  readonly service: TestService;
  readonly key: string;
  readonly stream: EventStream;
}

/** A service with a stream that has shown revision 2. */
async function follow(engine: EngineName): Promise<Followed> {
  const database = await EngineDatabase.of(engine, "1,5,available");
  const followed = await followIn(database, await database.makeKey("--role", "clerk"));
  return { ...followed, [Symbol.asyncDispose]: () => dispose(followed, database) };
}

async function followIn(database: EngineDatabase, key: string): Promise<Followed> {
  const service = await database.serve();
  const stream = await EventStream.open(service.url, key);
  expect((await service.update(key, 1, 6)).status).toBe(200);
  await stream.shows(1, 6);
  return { database, service, key, stream, [Symbol.asyncDispose]: () => stream[Symbol.asyncDispose]() };
}

async function dispose(...parts: readonly AsyncDisposable[]): Promise<void> {
  for (const part of parts) await part[Symbol.asyncDispose]();
}

async function endsGone(stream: EventStream): Promise<void> {
  const startedAt = performance.now();
  await stream.ended();
  console.log(`      gone after ${Math.round(performance.now() - startedAt)} ms`);
  expect(stream.state).toBe("complete");
  expect(stream.events.at(-1)).toMatchObject({ event: "gone", id: undefined });
}

describe.each(ENGINES)("%s:", (engine) => {
  test("streams end with gone when a newer petstock migrates the database, and further ones are refused", async () => {
    await using followed = await follow(engine);
    const { database, service, key, stream } = followed;
    const { exitCode } = await next.run(["migrate", "--database", database.url]);
    expect(exitCode).toBe(0);
    await endsGone(stream);
    if (engine === "SQLite") return expect(await service.exited).toBe(1);
    const again = await EventStream.tryOpen(service.url, key);
    expect(again.response.status).toBe(503);
    await again.ended();
  });
});

test("streams of a SQLite file that is replaced end with gone before the service ends", async () => {
  await using followed = await follow("SQLite");
  await using other = await EngineDatabase.of("SQLite", "1,9,available");
  const { database, service, stream } = followed;
  const pathOf = ({ url }: EngineDatabase) => url.replace("sqlite:", "");
  renameSync(pathOf(other), pathOf(database));
  await endsGone(stream);
  expect(await service.exited).toBe(1);
});

test("streams end with gone when petstock restore rewinds the database, and the service goes on", async () => {
  using folder = new TemporaryFolder();
  await using followed = await follow("SQLite");
  const { database, service, key, stream } = followed;
  await database.runOrThrow(["backup", folder.file("a.backup")]);
  expect((await service.update(key, 1, 8)).status).toBe(200);
  await stream.shows(1, 8);
  await database.runOrThrow(["restore", folder.file("a.backup"), "--yes"]);
  await endsGone(stream);
  await followsAgain(followed);
});

describe("PostgreSQL:", () => {
  test("streams end with gone when the database is restored from an older copy, and the service goes on", async () => {
    await using database = await EngineDatabase.of("PostgreSQL", "1,5,available");
    const { server, name } = database.database;
    const key = await database.makeKey("--role", "clerk");
    await using copy = await makeDatabase(server, { template: name });
    await using followed = await followIn(database, key);
    const { service, stream } = followed;
    await server.run(`DROP DATABASE ${name} WITH (FORCE)`);
    await server.run(`CREATE DATABASE ${name} TEMPLATE ${copy.name}`);
    await endsGone(stream);
    await until("the service to be ready", async () => (await service.ask("GET", "/readyz")).status === 200);
    await followsAgain(followed);
  });

  test("streams end with gone when a newer schema is seen beside a standby, which cannot tell", async () => {
    await using pair = await Pair.start();
    await using fleet = await Fleet.start(pair.url, 1);
    const key = await fleet.makeKey();
    await fleet.importRows(emptyPets(1, 1));
    await using stream = await EventStream.open(fleet.any.url, key);
    await pair.primary.run("UPDATE petstock_version SET version = version + 1", pair.database);
    await endsGone(stream);
  });
});

/** After a list, as clients do. */
async function followsAgain({ service, key }: Pick<Followed, "service" | "key">): Promise<void> {
  const since = (await service.list(key)).headers.get("ETag")!;
  await using stream = await EventStream.open(service.url, key, { since });
  expect((await service.update(key, 1, 9)).status).toBe(200);
  await stream.shows(1, 9);
}
