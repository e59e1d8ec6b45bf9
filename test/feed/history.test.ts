// A stream never skips a change and never goes back: through large imports, a restart, kill -9, a prune, and a restored backup.

import { expect, setDefaultTimeout, test } from "bun:test";
import { age } from "../cli/age.ts";
import { EventStream } from "../support/event-stream.ts";
import { petstockOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(120_000);

const PETS = 20;
const ROWS = Array.from({ length: PETS }, (_, petId) => `${petId},0,available`);

/** Quantities by pet, as the list has them now. */
async function listed(service: TestService, key: string): Promise<Map<string, number>> {
  const { text } = await service.list(key);
  const items: { petId: number; quantity: number }[] = JSON.parse(text);
  return new Map(items.map(({ petId, quantity }) => [String(petId), quantity]));
}

/** Throws unless the positions rise. */
function expectRising({ events }: EventStream): void {
  const revisions = events.map(({ id }) => Number(/^W\/"(\d+)-/.exec(id ?? "")?.[1]));
  expect(revisions).toEqual(revisions.toSorted((a, b) => a - b));
  expect(new Set(revisions).size).toBe(revisions.length);
}

test("events in their order give the inventory, with updates, commands and imports from two processes at once", async () => {
  await using service = await TestService.start({ rows: ROWS });
  await using rival = await TestService.start({ folder: service.folder });
  const key = await service.makeKey();
  const streams = await Promise.all([service, rival].map(({ url }) => EventStream.open(url, key)));
  const update = async (at: TestService, first: number) => {
    for (let round = 1; round <= 60; round++) {
      const { status } = await at.update(key, (first + round * 7) % PETS, round);
      expect(status).toBe(200);
    }
  };
  const imports = async () => {
    for (let turn = 1; turn <= 3; turn++) {
      const rows = Array.from({ length: 3_000 }, (_, index) => `${1_000 + index},${turn},sold`);
      const stdin = ["petId,quantity,status", ...rows].join("\n");
      await petstockOrThrow(["import", "-", "--format", "csv", "--database", service.databaseUrl], { stdin });
    }
    await petstockOrThrow(["remove", "1000", "--database", service.databaseUrl]);
  };
  await Promise.all([update(service, 0), update(rival, 3), imports()]);
  const position = (await service.list(key)).headers.get("ETag") ?? "";
  for (const stream of streams) {
    await until("the newest position", () => stream.position === position);
    expectRising(stream);
    const expected = await listed(service, key);
    // The streams began after the first import, whose pets have all changed since.
    expect(stream.quantities).toEqual(expected);
    await stream[Symbol.asyncDispose]();
  }
});

test("after kill -9 and a restart, Last-Event-ID goes on where the stream was, and nothing is skipped", async () => {
  using folder = new TemporaryFolder();
  const first = await TestService.start({ folder, rows: ROWS });
  const key = await first.makeKey();
  const stream = await EventStream.open(first.url, key);
  const acknowledged = new Map<number, number>();
  const load = (async () => {
    for (let round = 1; ; round++) {
      const petId = round % PETS;
      const answer = await first.update(key, petId, round).catch(() => undefined);
      if (answer === undefined) return;
      acknowledged.set(petId, round);
    }
  })();
  await until("some events", () => stream.events.length > 20);
  first.signal("SIGKILL");
  await load;
  await stream.ended();
  expect(stream.state).toBe("broken");
  expectRising(stream);
  const { position, revision } = stream;
  await using second = await TestService.start({ folder });
  await using again = await EventStream.open(second.url, key, { lastEventId: position });
  const now = (await second.list(key)).headers.get("ETag") ?? "";
  await until("the newest position", () => again.position === now);
  expect(again.revision).toBeGreaterThanOrEqual(revision);
  // Both streams together give the inventory, with every acknowledged update.
  const seen = new Map([...stream.quantities, ...again.quantities]);
  const inventory = await listed(second, key);
  for (const [petId, quantity] of seen) expect([petId, inventory.get(petId)]).toEqual([petId, quantity]);
  for (const [petId, quantity] of acknowledged)
    expect(inventory.get(String(petId))).toBeGreaterThanOrEqual(quantity);
  await first[Symbol.asyncDispose]();
});

test("a prune leaves open streams alone; a position from before its start is gone", async () => {
  await using service = await TestService.start({ rows: ROWS });
  const key = await service.makeKey();
  await using stream = await EventStream.open(service.url, key);
  const old = stream.position;
  for (let quantity = 1; quantity <= 5; quantity++) await service.update(key, 1, quantity);
  await stream.shows(1, 5);
  age(service.databasePath, 1);
  await petstockOrThrow(["prune", "--before", "1h", "--database", service.databaseUrl]);
  await service.update(key, 2, 6);
  await stream.shows(2, 6);
  expect([stream.state, stream.events.at(-1)?.event]).toEqual(["open", "changes"]);
  const answer = await service.ask("GET", `/admin/v1/changes?since=${encodeURIComponent(old)}`, { key });
  expect(answer).toMatchObject({ status: 410, code: "position_gone" });
});

test("after a restore each stream says `gone` as its last event, and ends", async () => {
  await using service = await TestService.start({ rows: ROWS });
  const key = await service.makeKey();
  const database = ["--database", service.databaseUrl];
  const backup = service.folder.file("a.backup");
  await petstockOrThrow(["backup", backup, ...database]);
  await service.update(key, 1, 11);
  const streams = await Promise.all(Array.from({ length: 5 }, () => EventStream.open(service.url, key)));
  await service.update(key, 1, 12);
  await Promise.all(streams.map((stream) => stream.shows(1, 12)));
  await petstockOrThrow(["restore", backup, "--yes", ...database]);
  // The same revisions again, with other changes.
  await service.update(key, 2, 1);
  await service.update(key, 2, 2);
  for (const stream of streams) {
    expect(await stream.ended()).toBe("");
    expect(stream.state).toBe("complete");
    const last = stream.events.at(-1);
    expect([last?.event, last?.id]).toEqual(["gone", undefined]);
    expect(JSON.parse(last?.data ?? "")).toMatchObject({ code: "position_gone", status: 410 });
    expect(stream.quantities.get("2")).toBeUndefined();
    const again = await EventStream.tryOpen(service.url, key, { lastEventId: stream.position });
    expect(again.response.status).toBe(410);
  }
  await using fresh = await EventStream.open(service.url, key);
  await service.update(key, 3, 33);
  await fresh.shows(3, 33);
});
