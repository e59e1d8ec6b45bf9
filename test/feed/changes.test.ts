// GET /admin/v1/changes: the difference once, as JSON, and as a stream with an event for each later change.

import { expect, setDefaultTimeout, test } from "bun:test";
import { EventStream } from "../support/event-stream.ts";
import { petstockOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

const NOTHING = { items: [], removed: [], labels: [], unlabeled: [] };
const BIG = "9223372036854775807";
const ROWS = ["1,1,available", "2,2,sold", "3,3,pending", `${BIG},7,available`];

const service = shared(await TestService.start({ rows: ROWS }));
const key = await service.makeKey();

function changes(query: string, headers: Readonly<Record<string, string>> = {}) {
  return service.ask("GET", `/admin/v1/changes${query}`, { key, headers });
}

function since(position: string): string {
  return `?since=${encodeURIComponent(position)}`;
}

async function positionNow(): Promise<string> {
  return (await service.list(key)).headers.get("ETag") ?? "";
}

test("without `since` it is the current position, and nothing else", async () => {
  const position = await positionNow();
  const { text, headers } = await changes("");
  expect(JSON.parse(text)).toEqual({ position, ...NOTHING });
  expect(headers.get("Content-Type")).toBe("application/json");
  expect(headers.get("Cache-Control")).toBe("no-store");
});

test("the difference has each changed pet once, as it is now, with all digits of its id", async () => {
  const position = await positionNow();
  await service.update(key, 1, 10);
  await service.update(key, 1, 11);
  await service.update(key, BIG, 8);
  await petstockOrThrow(["remove", "3", "--database", service.databaseUrl]);
  const now = await positionNow();
  const { text } = await changes(since(position));
  const items = `[{"petId":1,"quantity":11,"status":"available"},{"petId":${BIG},"quantity":8,"status":"available"}]`;
  const labels = `"labels":[],"unlabeled":[]`;
  expect(text).toBe(`{"position":${JSON.stringify(now)},"items":${items},"removed":[3],${labels}}`);
  expect(JSON.parse((await changes(since(now))).text)).toEqual({ position: now, ...NOTHING });
  const stream = await EventStream.open(service.url, key, { since: position });
  await stream.shows(1, 11);
  expect(stream.events).toEqual([{ event: "changes", id: now, data: text }]);
  await stream[Symbol.asyncDispose]();
});

test("the difference has each label that changed, as it is now, also of pets that are not in the inventory", async () => {
  const manager = await service.makeKey("--role", "manager");
  const put = async (sets: readonly object[]) => {
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify({ changes: sets });
    const answer = await service.ask("POST", "/admin/v1/revisions", { key: manager, headers, body });
    expect(answer.status).toBe(200);
  };
  await put([
    { petId: 1, label: { name: "Rex" } },
    { petId: 2, label: { low: 1 } },
  ]);
  const position = await positionNow();
  await put([{ petId: 1, label: { name: "Max", code: "0012" } }]);
  await put([
    { petId: 1, label: { name: null } },
    { petId: 2, label: null },
    { petId: 77, label: { kind: "cat" } },
  ]);
  const now = await positionNow();
  const { text } = await changes(since(position));
  const { removed: _, ...shown } = JSON.parse(text);
  expect(shown).toEqual({
    position: now,
    items: [],
    labels: [
      { petId: 1, name: null, kind: null, code: "0012", low: null },
      { petId: 77, name: null, kind: "cat", code: null, low: null },
    ],
    unlabeled: [2],
  });
  await using stream = await EventStream.open(service.url, key, { since: position });
  await until("the first event", () => stream.events.length > 0);
  expect(stream.events[0]?.data).toBe(text);
});

test.each([
  "42",
  '"42-1f0c9be2a7d34c55"',
  'W/"042-1f0c9be2a7d34c55"',
  'W/"9999999999999999999-1f0c9be2a7d34c55"',
  "",
])("%p is not a position: 400", async (text) => {
  expect((await changes(since(text))).code).toBe("invalid_query");
  if (text === "") return;
  const headers = { Accept: "text/event-stream", "Last-Event-ID": text };
  expect((await changes("", headers)).code).toBe("invalid_header");
});

test("a position that is not in the history is gone: 410, for the stream as well", async () => {
  const position = (await positionNow()).replace(/-.*/, '-0123456789abcdef"');
  expect(await changes(since(position))).toMatchObject({ status: 410, code: "position_gone" });
  const asStream = await changes(since(position), { Accept: "text/event-stream" });
  expect(asStream).toMatchObject({ status: 410, code: "position_gone" });
});

test("an unknown query parameter is refused", async () => {
  expect((await changes("?sinse=x")).code).toBe("invalid_query");
});

test.each([
  ["text/event-stream", "text/event-stream"],
  ["text/event-stream, application/json;q=0.5", "text/event-stream"],
  ["TEXT/Event-Stream;charset=utf-8", "text/event-stream"],
  ["application/json, text/event-stream", "application/json"],
  ["text/event-stream;q=0.5, application/json", "application/json"],
  ["text/event-stream;q=0", "application/json"],
  ["*/*", "application/json"],
  ["text/html", "application/json"],
])("Accept: %s gives %s", async (accept, type) => {
  const stream = await EventStream.tryOpen(service.url, key, { headers: { Accept: accept } });
  expect(stream.response.headers.get("Content-Type")).toBe(type);
  await stream[Symbol.asyncDispose]();
});

test("a stream begins with its position, and has an event for each change of this server and of another process", async () => {
  await using stream = await EventStream.open(service.url, key);
  const { headers } = stream.response;
  expect(headers.get("Content-Type")).toBe("text/event-stream");
  expect(headers.get("Cache-Control")).toBe("no-store");
  expect(headers.get("X-Accel-Buffering")).toBe("no");
  expect(headers.get("Content-Encoding")).toBeNull();
  await service.update(key, 1, 20);
  await stream.shows(1, 20);
  expect(JSON.parse(stream.events[0]?.data ?? "")).toMatchObject(NOTHING);
  await petstockOrThrow(["set", "2", "--quantity", "21", "--database", service.databaseUrl]);
  await stream.shows(2, 21);
  expect(stream.position).toBe(await positionNow());
  expect(stream.events.length).toBe(3);
});

test("HEAD answers with the stream's headers, and takes no place", async () => {
  const { status, headers } = await service.ask("HEAD", "/admin/v1/changes", {
    key,
    headers: { Accept: "text/event-stream" },
  });
  expect([status, headers.get("Content-Type")]).toEqual([200, "text/event-stream"]);
});

test("a client that comes back with Last-Event-ID gets what it has missed, also where `since` is older", async () => {
  const stream = await EventStream.open(service.url, key);
  await service.update(key, 1, 30);
  await stream.shows(1, 30);
  const { position } = stream;
  await stream[Symbol.asyncDispose]();
  await service.update(key, 2, 31);
  const older = (await changes("")).text;
  await service.update(key, 1, 32);
  await using again = await EventStream.open(service.url, key, {
    since: JSON.parse(older).position,
    lastEventId: position,
  });
  await again.shows(1, 32);
  await again.shows(2, 31);
  expect(again.events).toHaveLength(1);
});

test("an empty Last-Event-ID means that there was no event yet", async () => {
  const position = await positionNow();
  await service.update(key, 1, 40);
  await using stream = await EventStream.open(service.url, key, { since: position, lastEventId: "" });
  await stream.shows(1, 40);
});
