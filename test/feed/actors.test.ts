// GET /admin/v1/changes?actors=true: the same difference, and who made which of its changes; once, and in a stream.

import { expect, setDefaultTimeout, test } from "bun:test";
import { positionTag } from "../../src/contract/position-tag.ts";
import { importRows, positionOf, rows, setTo } from "../store/engine.ts";
import { EventStream } from "../support/event-stream.ts";
import { petstockOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";
import { until } from "../support/until.ts";
import { FeedServer, type FeedServerOptions, readingsOf } from "./feed-server.ts";

setDefaultTimeout(60_000);

interface Group {
  readonly actor: string;
  readonly keyId: string | null;
  readonly petIds: readonly number[];
}

/** More than are read in one step. */
const PETS = 5_000;

const service = shared(
  await TestService.start({ rows: ["1,1,available", "2,2,sold", "3,3,available", "4,4,available"] }),
);
const admin = await service.makeKey("--role", "admin");
const shop = await makeKey("shop");
const till = await makeKey("till");

async function makeKey(name: string) {
  const body = JSON.stringify({ name, role: "manager" });
  const { json } = await service.ask("POST", "/admin/v1/keys", { key: admin, body });
  return json as unknown as { readonly id: string; readonly key: string };
}

function changes(since: string, query = "&actors=true") {
  return service.ask("GET", `/admin/v1/changes?since=${encodeURIComponent(since)}${query}`, { key: admin });
}

async function positionNow(): Promise<string> {
  return (await service.list(admin)).headers.get("ETag") ?? "";
}

async function apply(key: string, ...sets: readonly object[]): Promise<void> {
  const body = JSON.stringify({ changes: sets });
  const { status, text } = await service.ask("POST", "/admin/v1/revisions", { key, body });
  if (status !== 200) throw new Error(text);
}

test("each pet that one key changed is named with it; the rest is the same to the byte", async () => {
  const since = await positionNow();
  await apply(shop.key, { petId: 1, quantity: 10 }, { petId: 3, quantity: 30, label: { name: "Rex" } });
  await apply(till.key, { petId: 2, label: { low: 1 } }, { petId: 3, by: -1 });
  await petstockOrThrow(["remove", "4", "--database", service.databaseUrl]);
  const [plain, named] = [await changes(since, ""), await changes(since)];
  const { actors, ...rest } = JSON.parse(named.text) as { actors: Group[] };
  expect(named.text).toBe(`${plain.text.slice(0, -1)},"actors":${JSON.stringify(actors)}}`);
  expect(rest).toEqual(JSON.parse(plain.text));
  // Both keys changed pet 3.
  expect(actors).toEqual([
    { actor: "key:shop", keyId: shop.id, petIds: [1] },
    { actor: "key:till", keyId: till.id, petIds: [2] },
    { actor: expect.stringMatching(/^cli:/), keyId: null, petIds: [4] },
  ]);
  expect((await changes(since, "&actors=false")).text).toBe(plain.text);
});

test("without changes there is no actor; without `since` neither", async () => {
  const position = await positionNow();
  const nothing = { position, items: [], removed: [], labels: [], unlabeled: [], actors: [] };
  expect(JSON.parse((await changes(position)).text)).toEqual(nothing);
  const { text } = await service.ask("GET", "/admin/v1/changes?actors=true", { key: admin });
  expect(JSON.parse(text)).toEqual(nothing);
  expect((await changes(position, "&actors=yes")).code).toBe("invalid_query");
});

test("after a rotation the key is another one of the same name, and what both have changed is of neither", async () => {
  const since = await positionNow();
  await apply(shop.key, { petId: 1, quantity: 11 }, { petId: 3, quantity: 31 });
  const { json } = await service.ask("POST", `/admin/v1/keys/${shop.id}/rotate`, { key: admin });
  const rotated = json as unknown as { readonly id: string; readonly key: string };
  await apply(rotated.key, { petId: 2, quantity: 22 }, { petId: 3, quantity: 32 });
  const { actors } = JSON.parse((await changes(since)).text) as { actors: Group[] };
  expect(actors).toEqual([
    { actor: "key:shop", keyId: shop.id, petIds: [1] },
    { actor: "key:shop", keyId: rotated.id, petIds: [2] },
  ]);
});

test("a stream with actors and one without, at the same positions, each get their own events", async () => {
  await using named = await EventStream.open(service.url, admin, { actors: true });
  await using plain = await EventStream.open(service.url, admin);
  for (const [index, key] of [till, till, till].entries()) {
    await apply(key.key, { petId: 1, quantity: 100 + index });
    await Promise.all([named.shows(1, 100 + index), plain.shows(1, 100 + index)]);
  }
  const groups = [{ actor: "key:till", keyId: till.id, petIds: [1] }];
  const [first, ...events] = named.events.map(({ data }) => JSON.parse(data) as { actors: Group[] });
  expect(first!.actors).toEqual([]);
  for (const { actors } of events) expect(actors).toEqual(groups);
  for (const { data } of plain.events) expect(data).not.toContain("actors");
  const ids = (stream: EventStream) => stream.events.map(({ id }) => id).at(-1);
  expect(ids(named)).toBe(ids(plain));
});

/** A server with many pets, and how often actors were read in pages. */
async function withManyPets(options: FeedServerOptions = {}) {
  const reading = { now: 0, most: 0, count: 0 };
  const server = await FeedServer.start({
    ...options,
    observe: (store) => ({
      ...readingsOf(store),
      readActors: async (range) => {
        reading.count += 1;
        reading.most = Math.max(reading.most, (reading.now += 1));
        return store.readActors(range).finally(() => (reading.now -= 1));
      },
    }),
  });
  const importAll = (quantity: number) =>
    importRows(
      server.store,
      rows(...Array.from({ length: PETS }, (_, petId) => [BigInt(petId), quantity] as const)),
    );
  await importAll(1);
  const dispose = () => server[Symbol.asyncDispose]();
  return { ...server, reading, importAll, [Symbol.asyncDispose]: dispose };
}

test("a large difference names the actors of all its pets, also as an event", async () => {
  await using server = await withManyPets();
  const since = positionTag(await positionOf(server.store));
  await using open = await EventStream.open(server.url, server.key, { actors: true });
  await server.importAll(2);
  await server.store.commit([setTo(7n, 3)]);
  server.feed.wake();
  await using late = await EventStream.open(server.url, server.key, { since, actors: true });
  await Promise.all([open.shows(7, 3), late.shows(7, 3)]);
  const all = Array.from({ length: PETS }, (_, petId) => petId);
  const { items, actors } = JSON.parse(late.events[0]!.data) as { items: unknown[]; actors: Group[] };
  expect(items).toHaveLength(PETS);
  expect(actors).toEqual([{ actor: "cli:clerk", keyId: null, petIds: all.filter((id) => id !== 7) }]);
});

test("large readings of one key follow each other, and requests for one position share theirs", async () => {
  await using server = await withManyPets();
  const positions = [];
  for (let at = 0; at < 3; at++) {
    await server.store.commit([setTo(1n, 10 + at)]);
    positions.push(await positionOf(server.store));
  }
  await server.importAll(2);
  const { signal } = new AbortController();
  const wanted = [...positions, ...positions, ...positions];
  const found = await Promise.all(
    wanted.map((position) => server.feed.since(position, { keyId: "one", signal, actors: true })),
  );
  for (const each of found) {
    if (each === "gone") throw new Error("gone");
    const { actors } = JSON.parse(new TextDecoder().decode(each.json)) as { actors: Group[] };
    expect(actors.flatMap(({ petIds }) => petIds).length).toBeGreaterThanOrEqual(PETS - 1);
  }
  expect(server.reading).toEqual({ now: 0, most: 1, count: 3 });
  await server.feed.since(positions[2]!, { keyId: "other", signal, actors: true });
  expect(server.reading.count).toBe(3);
});

test("without the query no actor is read", async () => {
  const refuse = () => {
    throw new Error("actors were read");
  };
  await using server = await FeedServer.start({
    observe: (store) => ({ ...readingsOf(store), actorsBetween: refuse, readActors: refuse }),
  });
  await using stream = await EventStream.open(server.url, server.key);
  await importRows(server.store, rows([1n, 1]));
  await stream.shows(1, 1);
  const asked = await fetch(
    `${server.url}/admin/v1/changes?since=${encodeURIComponent(stream.events[0]!.id!)}`,
    { headers: { Authorization: `Bearer ${server.key}` } },
  );
  expect(await asked.json()).toMatchObject({ items: [{ petId: 1 }] });
});

test("a position that leaves the history before its actors are read is gone", async () => {
  let isPruned = false;
  await using server = await FeedServer.start({
    observe: (store) => ({
      ...readingsOf(store),
      actorsBetween: (range) => (isPruned ? "reload" : store.actorsBetween(range)),
      readActors: async (range) => (isPruned ? "reload" : store.readActors(range)),
    }),
  });
  await importRows(server.store, rows([1n, 1]));
  await using stream = await EventStream.open(server.url, server.key, { actors: true });
  isPruned = true;
  await importRows(server.store, rows([1n, 2]));
  server.feed.wake();
  await stream.ended();
  await until("the event", () => stream.events.length > 1);
  expect(stream.events.at(-1)?.event).toBe("gone");
});
