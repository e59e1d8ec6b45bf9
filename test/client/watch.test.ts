// A watch that reads the list repeatedly gives each change, receives no body for an unchanged list, and continues after
// temporary errors.

import { beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { InventoryChange, InventoryItem, RequestError } from "../../src/client/client.ts";
import { applyChanges, changesBetween } from "../../src/client/changes.ts";
import { petstockOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { shared } from "../support/shared.ts";
import { Gateway, page, refuse } from "./gateway.ts";
import { requestError } from "./rejection.ts";

setDefaultTimeout(60_000);

const service = shared(await TestService.start());
const key = await service.makeKey();
const gateway = shared(await Gateway.before(service));

beforeEach(async () => {
  const rows = ["petId,quantity,status", "1,5,available", "2,5,available", "3,5,available"].join("\n");
  await changeBy(["import", "-", "--format", "csv", "--replace"], rows);
  gateway.takeMethods();
});

async function changeBy(args: readonly string[], stdin = ""): Promise<void> {
  await petstockOrThrow([...args, "--database", service.databaseUrl], { stdin });
}

async function nextOf(watch: AsyncGenerator<InventoryChange, void>): Promise<InventoryChange> {
  const { value } = await watch.next();
  if (value === undefined) throw new Error("the watch has ended");
  return value;
}

const item = (petId: bigint, quantity: number): InventoryItem => ({ petId, quantity, status: "available" });
const list = (...rows: readonly (readonly [number, number])[]) => rows.map(([id, n]) => item(BigInt(id), n));

test("a watch gives the list at once, then what was changed and removed", async () => {
  const watch = gateway.client().watchInventory({ stream: false, intervalMs: 5 });
  const first = await nextOf(watch);
  expect(first.items).toEqual([item(1n, 5), item(2n, 5), item(3n, 5)]);
  expect([first.changed, first.removed]).toEqual([first.items, []]);
  const second = nextOf(watch);
  await service.update(key, 2, 9);
  expect(await second).toEqual({
    items: [item(1n, 5), item(2n, 9), item(3n, 5)],
    changed: [item(2n, 9)],
    removed: [],
  });
  const third = nextOf(watch);
  await changeBy(["import", "-", "--format", "csv", "--replace"], "petId,quantity\n1,5\n2,9\n4,1");
  expect(await third).toEqual({
    items: [item(1n, 5), item(2n, 9), item(4n, 1)],
    changed: [item(4n, 1)],
    removed: [3n],
  });
  await watch.return();
});

test("while nothing changes a watch sends the tag, receives 304, and gives nothing", async () => {
  const statuses: number[] = [];
  const client = gateway.client({
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      statuses.push(response.status);
      return response;
    },
  });
  const watch = client.watchInventory({ stream: false, intervalMs: 5 });
  await nextOf(watch);
  let given = 0;
  const next = nextOf(watch).finally(() => (given += 1));
  await until("ten requests", () => gateway.requests.length > 10);
  expect(given).toBe(0);
  const tags = gateway.requests.map(({ headers }) => headers.get("If-None-Match"));
  expect(tags[0]).toBeNull();
  expect(new Set(tags.slice(1)).size).toBe(1);
  expect(tags[1]).toMatch(/^W\/"\d+-[0-9a-f]{16}"$/);
  expect(statuses.slice(0, 10)).toEqual([200, ...Array.from({ length: 9 }, () => 304)]);
  await service.update(key, 1, 6);
  expect((await next).changed).toEqual([item(1n, 6)]);
  await watch.return();
});

test("a slow list is requested after ten times its duration", async () => {
  const TRANSFER_MS = 40;
  gateway.next(async (pass) => {
    await Bun.sleep(TRANSFER_MS);
    return pass();
  });
  const watch = gateway.client().watchInventory({ stream: false, intervalMs: 1 });
  await nextOf(watch);
  const firstIsThere = performance.now();
  const next = nextOf(watch);
  const second = await until("the second request", () => gateway.requests[1]);
  expect(second.at - firstIsThere).toBeGreaterThanOrEqual(TRANSFER_MS * 9.5);
  await service.update(key, 1, 7);
  await next;
  await watch.return();
});

describe("an error", () => {
  test("that is temporary is reported, and the watch continues", async () => {
    const troubles: RequestError[] = [];
    const client = gateway.client({ retries: 0 });
    const watch = client.watchInventory({
      stream: false,
      intervalMs: 5,
      onTrouble: (error) => troubles.push(error),
    });
    await nextOf(watch);
    gateway.next(refuse("unavailable"), page(502), () => new Response("[", { headers: { ETag: 'W/"x"' } }));
    const next = nextOf(watch);
    await until("three reported errors", () => troubles.length === 3);
    await service.update(key, 3, 1);
    expect((await next).changed).toEqual([item(3n, 1)]);
    expect(troubles.map(({ code }) => code)).toEqual(["unavailable", "unexpected_answer", "broken_body"]);
    await watch.return();
  });

  test("that is permanent ends the watch", async () => {
    const watch = gateway.client().watchInventory({ stream: false, intervalMs: 5 });
    await nextOf(watch);
    gateway.next(refuse("invalid_api_key"));
    expect((await requestError(watch.next())).code).toBe("invalid_api_key");
  });
});

test("the changes between two lists lead from one to the other", () => {
  expect(changesBetween([], [])).toEqual({ changed: [], removed: [] });
  expect(changesBetween(list([1, 1], [2, 2]), [])).toEqual({ changed: [], removed: [1n, 2n] });
  const [before, after] = [list([-5, 1], [1, 1], [3, 3], [9, 9]), list([-9, 0], [1, 1], [3, 4], [10, 9])];
  expect(changesBetween(before, after)).toEqual({
    changed: list([-9, 0], [3, 4], [10, 9]),
    removed: [-5n, 9n],
  });
  const [old] = list([1, 1]);
  expect(changesBetween([old!], [{ ...old!, status: "sold" }]).changed).toHaveLength(1);
});

test("changes that are applied to a list make the next one, and those without an effect are left out", () => {
  const before = list([-5, 1], [1, 1], [3, 3], [9, 9]);
  const applied = applyChanges(before, {
    changed: list([10, 1], [3, 4], [-9, 0], [1, 1], [2, 2]),
    removed: [9n, -5n, 77n],
  });
  expect(applied).toEqual({
    items: list([-9, 0], [1, 1], [2, 2], [3, 4], [10, 1]),
    changed: list([10, 1], [3, 4], [-9, 0], [2, 2]),
    removed: [9n, -5n],
  });
  expect(before).toEqual(list([-5, 1], [1, 1], [3, 3], [9, 9]));
  expect(applyChanges([], { changed: list([2, 2], [1, 1]), removed: [] }).items).toEqual(
    list([1, 1], [2, 2]),
  );
});

test("the caller of a watch sees the first list arrive and each answer, and decides when to request", async () => {
  const arrived: number[] = [];
  const requestedAt: number[] = [];
  const turns = { requested: 0, allowed: 1 };
  const watch = gateway.client().watchInventory({
    stream: false,
    intervalMs: 1,
    onArriving: (items) => arrived.push(items.length),
    onAnswer: (at) => requestedAt.push(at),
    before: async () => {
      turns.requested += 1;
      await until("the next request to be allowed", () => turns.requested <= turns.allowed);
    },
  });
  const startedAt = performance.now();
  await nextOf(watch);
  expect([arrived.at(-1), requestedAt.length]).toEqual([3, 1]);
  expect(requestedAt[0]).toBeGreaterThanOrEqual(startedAt);
  const next = nextOf(watch);
  await until("the watch to wait", () => turns.requested === 2);
  expect(gateway.requests).toHaveLength(1);
  turns.allowed = 3;
  await until("an answer without a change", () => requestedAt.length === 3);
  expect(gateway.requests).toHaveLength(3);
  await service.update(key, 1, 8);
  turns.allowed = Infinity;
  await next;
  expect(arrived.at(-1)).toBe(3);
  expect(arrived).toHaveLength(1);
  await watch.return();
});
