// A watch of the list over a stream gives each change once, reads the list only when it must, and survives everything that ends
// a stream.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Fetch, InventoryChange, RequestError } from "../../src/client/client.ts";
import { ENGINES } from "../cli/engine-database.ts";
import { errorBody } from "../../src/contract/errors.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { AdminService } from "./admin-service.ts";

setDefaultTimeout(120_000);

const ROWS = ["1,5,available", "2,5,available", "3,5,available"];

/** Records the paths of requests; `answer` may answer one itself. */
function recorded(answer: (path: string) => Response | Promise<Response> | undefined = () => undefined) {
  const paths: string[] = [];
  const fetch: Fetch = async (url, init) => {
    const { pathname } = new URL(url);
    paths.push(pathname);
    return (await answer(pathname)) ?? globalThis.fetch(url, init);
  };
  return { fetch, lists: () => paths.filter((path) => path === "/v1/inventory").length, paths };
}

async function nextOf(watch: AsyncGenerator<InventoryChange, void>): Promise<InventoryChange> {
  const { value } = await watch.next();
  if (value === undefined) throw new Error("the watch has ended");
  return value;
}

const quantities = ({ items }: InventoryChange) => items.map(({ petId, quantity }) => [petId, quantity]);

describe.each(ENGINES)("on %s", (engine) => {
  test("the list is read once, and every change of anybody follows", async () => {
    await using inventory = await AdminService.of(engine, ...ROWS);
    const { fetch, lists } = recorded();
    const watch = inventory.client({ fetch }).watchInventory();
    expect(quantities(await nextOf(watch))).toEqual([
      [1n, 5],
      [2n, 5],
      [3n, 5],
    ]);
    const next = nextOf(watch);
    await inventory.client().updateInventory(2, 9);
    expect((await next).changed).toEqual([{ petId: 2n, quantity: 9, status: "available" }]);
    // By another process.
    await inventory.database.runOrThrow(
      ["import", "-", "--format", "csv", "--replace"],
      "petId,quantity\n1,5\n2,9\n4,1\n",
    );
    const third = await nextOf(watch);
    expect(quantities(third)).toEqual([
      [1n, 5],
      [2n, 9],
      [4n, 1],
    ]);
    expect([third.changed.map(({ petId }) => petId), third.removed]).toEqual([[4n], [3n]]);
    expect(lists()).toBe(1);
    await watch.return();
  });

  test("through the end and the start of the service nothing is skipped, and the list is not read again", async () => {
    await using inventory = await AdminService.of(engine, ...ROWS);
    const { fetch, lists } = recorded();
    let answers = 0;
    const watch = inventory.client({ fetch }).watchInventory({ onAnswer: () => (answers += 1) });
    await nextOf(watch);
    const next = nextOf(watch);
    await until("the list and the stream", () => answers === 2);
    expect(await inventory.service.stop()).toBe(0);
    await inventory.database.runOrThrow(["set", "1", "--quantity", "7"]);
    await inventory.database.runOrThrow(["remove", "3"]);
    await inventory.restart();
    const change = await next;
    expect(change.changed).toEqual([{ petId: 1n, quantity: 7, status: "available" }]);
    expect(change.removed).toEqual([3n]);
    expect(lists()).toBe(1);
    await watch.return();
  });
});

test("after a rewind the list is read again, and the changes lead to it", async () => {
  await using inventory = await AdminService.of("SQLite", ...ROWS);
  using folder = new TemporaryFolder();
  const backup = folder.file("a.backup");
  await inventory.database.runOrThrow(["backup", backup]);
  await inventory.client().updateInventory(1, 8);
  const { fetch, lists } = recorded();
  const watch = inventory.client({ fetch }).watchInventory({ intervalMs: 5 });
  expect(quantities(await nextOf(watch))[0]).toEqual([1n, 8]);
  const next = nextOf(watch);
  await inventory.database.runOrThrow(["restore", backup, "--yes"]);
  const change = await next;
  expect(quantities(change)[0]).toEqual([1n, 5]);
  expect(change.changed).toEqual([{ petId: 1n, quantity: 5, status: "available" }]);
  expect(lists()).toBe(2);
  // It follows a stream again.
  const after = nextOf(watch);
  await inventory.client().updateInventory(2, 6);
  expect((await after).changed).toEqual([{ petId: 2n, quantity: 6, status: "available" }]);
  expect(lists()).toBe(2);
  await watch.return();
});

test("a service without streams is polled, and asked for one only once", async () => {
  await using inventory = await AdminService.of("SQLite", ...ROWS);
  const { fetch, paths } = recorded((path) => {
    const body = errorBody("route_not_found", "There is nothing at this address.");
    return path.startsWith("/admin") ? Response.json(body, { status: body.status }) : undefined;
  });
  const watch = inventory.client({ fetch }).watchInventory({ intervalMs: 5 });
  await nextOf(watch);
  const next = nextOf(watch);
  await until("ten requests", () => paths.length > 10);
  await inventory.client().updateInventory(1, 6);
  expect((await next).changed).toEqual([{ petId: 1n, quantity: 6, status: "available" }]);
  expect(paths.filter((path) => path.startsWith("/admin"))).toHaveLength(1);
  await watch.return();
});

test("behind a proxy that holds streams back the list is polled", async () => {
  await using inventory = await AdminService.of("SQLite", ...ROWS);
  const troubles: RequestError[] = [];
  const { fetch } = recorded((path) =>
    path.startsWith("/admin") ? new Promise<never>(() => {}) : undefined,
  );
  const client = inventory.client({ fetch, timeoutMs: 1_000, retries: 0 });
  const watch = client.watchInventory({ intervalMs: 5, onTrouble: (error) => troubles.push(error) });
  await nextOf(watch);
  const next = nextOf(watch);
  await until("the stream to be given up", () => troubles.length > 0);
  expect(troubles.map(({ code }) => code)).toEqual(["timeout"]);
  await inventory.client().updateInventory(1, 6);
  expect((await next).changed).toEqual([{ petId: 1n, quantity: 6, status: "available" }]);
  await watch.return();
});

test("beyond the limit of streams the list is polled", async () => {
  await using inventory = await AdminService.of("SQLite", ...ROWS);
  await inventory.service.stop();
  await inventory.restart({ args: ["--key-streams-limit", "1"] });
  const first = inventory.admin().watchChanges();
  await first.next();
  const troubles: RequestError[] = [];
  const watch = inventory
    .client({ retries: 0 })
    .watchInventory({ intervalMs: 5, onTrouble: (error) => troubles.push(error) });
  await nextOf(watch);
  const next = nextOf(watch);
  await until("the refusal", () => troubles.length > 0);
  expect(troubles.map(({ code }) => code)).toEqual(["rate_limited"]);
  await inventory.client().updateInventory(1, 6);
  expect((await next).changed).toEqual([{ petId: 1n, quantity: 6, status: "available" }]);
  await watch.return();
  await first.return();
});

test("a revoked key ends a watch with its error", async () => {
  await using inventory = await AdminService.of("SQLite", ...ROWS);
  const { id, key } = await inventory.admin().createKey({ name: "screen", role: "reader" });
  const { paths, fetch } = recorded();
  const watch = inventory.client({ apiKey: key, fetch }).watchInventory({ intervalMs: 5 });
  await nextOf(watch);
  const ended = nextOf(watch).catch((error: unknown) => error);
  await until("the stream", () => paths.includes("/admin/v1/changes"));
  await inventory.admin().revokeKey(id);
  expect(await ended).toMatchObject({ code: "invalid_api_key" });
});
