// Metrics as Prometheus scrapes them: correct, without a key, without protected data, and until the end of the service.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { ENGINES } from "../faults/engines.ts";
import { ADMIN_OPERATIONS } from "../../src/admin/routes.ts";
import { STATUS_OF } from "../../src/contract/errors.ts";
import { MEASURED_OPERATIONS } from "../../src/inventory/metrics.ts";
import { makeKey } from "../../src/keys/format.ts";
import { freePort } from "../support/free-port.ts";
import { metricsUrlOf, type Scrape, scrape, WITH_METRICS } from "../support/metrics.ts";
import { RawConnection, requestOf } from "../support/raw-http.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { HeldLock } from "./held-lock.ts";

setDefaultTimeout(60_000);

const PETS = 20;
const ROWS = Array.from({ length: PETS }, (_, petId) => `${petId},0,available`);

function requests({ values }: Scrape): Record<string, number> {
  const counted = [...values].filter(
    ([series, count]) => series.startsWith("petstock_requests_total") && count > 0,
  );
  return Object.fromEntries(
    counted.map(([series, count]) => {
      const [, operation, status] = /operation="(.*)",status="(.*)"/.exec(series)!;
      return [`${operation} ${status}`, count];
    }),
  );
}

describe.each(ENGINES)("on $name", ({ name, makeDatabase }) => {
  test("requests are counted by operation and status", async () => {
    await using database = await makeDatabase();
    const { folder, url } = database;
    const where = url === undefined ? { folder } : { folder, database: url };
    await using service = await TestService.start({ ...where, args: WITH_METRICS, rows: ROWS });
    const key = await service.makeKey();
    const first = await service.list(key);
    const held = { "If-None-Match": first.headers.get("ETag")! };
    expect((await service.list(key, held)).status).toBe(304);
    expect((await service.ask("HEAD", "/v1/inventory", { key })).status).toBe(200);
    expect((await service.list("petstock_nonsense")).status).toBe(401);
    for (let i = 0; i < 2; i++) expect((await service.list(makeKey())).status).toBe(401);
    expect((await service.ask("GET", "/v1/inventory")).status).toBe(401);
    for (const quantity of [5, 6]) expect((await service.update(key, 1, quantity)).status).toBe(200);
    expect((await service.update(key, 999, 1)).status).toBe(404);
    expect((await service.update(key, 1, 1, { "If-Match": '"1-sold"' })).status).toBe(412);
    expect((await service.update(key, 1, "no")).status).toBe(400);
    expect((await service.ask("GET", "/readyz")).status).toBe(200);
    expect((await service.ask("POST", "/v1/inventory", { key })).status).toBe(405);
    const last = await service.list(key);

    const shown = await scrape(service);
    expect(requests(shown)).toEqual({
      "listInventory 200": 3,
      "listInventory 304": 1,
      "listInventory 401": 4,
      "updateInventory 200": 2,
      "updateInventory 400": 1,
      "updateInventory 404": 1,
      "updateInventory 412": 1,
      "other 200": 1,
      "other 405": 1,
    });
    expect(shown.value('petstock_request_duration_seconds_count{operation="listInventory"}')).toBe(8);
    expect(shown.value('petstock_request_duration_seconds_bucket{operation="listInventory",le="+Inf"}')).toBe(
      8,
    );
    expect(shown.value('petstock_request_duration_seconds_sum{operation="listInventory"}')).toBeGreaterThan(
      0,
    );
    expect(shown.value('petstock_keys_refused_total{reason="malformed"}')).toBe(1);
    expect(shown.value('petstock_keys_refused_total{reason="unknown"}')).toBe(2);
    // The four updates that reached the queue, one by one; an update without effect is committed too.
    expect(shown.value("petstock_commit_changes_count")).toBe(4);
    expect(shown.value("petstock_commit_changes_sum")).toBe(4);
    expect(shown.value('petstock_commit_changes_bucket{le="1"}')).toBe(4);
    expect(shown.value("petstock_commit_duration_seconds_count")).toBe(4);
    // One at the start, and one after the updates.
    expect(shown.value("petstock_catch_up_duration_seconds_count")).toBe(2);
    expect(shown.value("petstock_queue_refused_total")).toBe(0);
    expect(shown.value("petstock_queue_waiting")).toBe(0);
    expect(shown.value("petstock_queue_limit")).toBe(10_000);
    expect(shown.value("petstock_inventory_revision")).toBe(3);
    expect(shown.value("petstock_inventory_pets")).toBe(PETS);
    expect(shown.value("petstock_list_bytes")).toBe(last.text.length);
    expect(shown.value("petstock_ready")).toBe(1);
    expect(shown.value(`petstock_database_up{engine="${name === "SQLite" ? "sqlite" : "postgres"}"}`)).toBe(
      1,
    );
    expect(await service.stop()).toBe(0);
  });

  test("a scrape shows changes of other processes, even without a list request", async () => {
    await using database = await makeDatabase();
    const { folder, url } = database;
    const where = url === undefined ? { folder } : { folder, database: url };
    await using service = await TestService.start({ ...where, args: WITH_METRICS, rows: ROWS });
    const key = await service.makeKey();
    await service.update(key, 1, 5);
    expect((await scrape(service)).value("petstock_inventory_revision")).toBe(2);
    expect(await service.stop()).toBe(0);
  });
});

test("scrapes under load work, and counters only grow, up to the number of responses", async () => {
  await using service = await TestService.start({ rows: ROWS, args: WITH_METRICS });
  const key = await service.makeKey();
  const clients = ROWS.map(async (_, petId) => {
    for (let quantity = 1; quantity <= 50; quantity++) {
      expect((await service.update(key, petId, quantity)).status).toBe(200);
    }
  });
  const seen: number[] = [];
  const all = PETS * 50;
  while ((seen.at(-1) ?? 0) < all) {
    const shown = await scrape(service);
    seen.push(requests(shown)["updateInventory 200"] ?? 0);
    expect(shown.value("petstock_ready")).toBe(1);
  }
  await Promise.all(clients);
  expect(seen.length).toBeGreaterThan(1);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  const last = await scrape(service);
  expect(requests(last)["updateInventory 200"]).toBe(all);
  expect(last.value("petstock_commit_changes_sum")).toBe(all);
  expect(last.value("petstock_commit_changes_count")).toBeLessThan(all);
  expect(last.value("petstock_inventory_revision")).toBe(1 + all);
});

test("waiting and refused updates are shown", async () => {
  await using service = await TestService.start({
    rows: ROWS,
    args: [...WITH_METRICS, "--queue-limit", "1"],
  });
  const key = await service.makeKey();
  using lock = new HeldLock(service);
  // Nothing can be written: two groups of one update each are in flight, and one update waits.
  using first = await RawConnection.open(service.url);
  using second = await RawConnection.open(service.url);
  const item = { method: "PATCH", path: "/v1/inventory/1" };
  for (const connection of [first, second]) {
    connection.send(requestOf(item, [["Authorization", `Bearer ${key}`]], '{"quantity":1}'));
    // Earlier requests have been read, and their turn of the event loop has ended.
    for (let round = 0; round < 3; round++) await service.list(key);
  }
  const updates = ROWS.slice(2).map((_, petId) => service.update(key, petId, 1));
  await until("all but three to be refused", async () => {
    const now = await scrape(service);
    // A scrape reads the gauges before the counters: updates may be refused in between.
    return now.value("petstock_queue_refused_total") === PETS - 3 && now;
  });
  expect((await scrape(service)).value("petstock_queue_waiting")).toBe(1);
  lock.release();
  for (const connection of [first, second]) expect((await connection.answer(item)).status).toBe(200);
  const answers = await Promise.all(updates);
  expect(answers.filter(({ code }) => code === "overloaded")).toHaveLength(PETS - 3);
  const shown = await scrape(service);
  expect(requests(shown)["updateInventory 503"]).toBe(PETS - 3);
  expect(shown.value("petstock_queue_refused_total")).toBe(PETS - 3);
  expect(shown.value("petstock_commit_changes_sum")).toBe(3);
  expect(shown.value("petstock_queue_waiting")).toBe(0);
  expect(shown.value("petstock_queue_limit")).toBe(1);
});

test("failed commits are shown, and not counted as commits", async () => {
  const args = [...WITH_METRICS, "--lock-timeout", "50ms"];
  await using service = await TestService.start({ rows: ROWS, args });
  const key = await service.makeKey();
  using lock = new HeldLock(service);
  expect((await service.update(key, 1, 1)).code).toBe("unavailable");
  lock.release();
  expect((await service.update(key, 1, 1)).status).toBe(200);
  const shown = await scrape(service);
  expect(shown.value('petstock_commits_failed_total{code="unavailable"}')).toBe(1);
  expect(shown.value("petstock_commit_changes_count")).toBe(1);
  expect(shown.value("petstock_commit_duration_seconds_count")).toBe(1);
});

test("the operations of the Admin API are counted by name, other methods of their addresses as other", async () => {
  await using service = await TestService.start({ args: WITH_METRICS });
  const operations = Object.entries(ADMIN_OPERATIONS);
  // One needs no key, but a body.
  const statusOf = (role: string) => (role === "none" ? 400 : 401);
  for (const [, { method, path, role }] of operations) {
    const address = `/admin/v1${path.replaceAll(/:\w+/g, "1")}`;
    expect((await service.ask(method, address)).status).toBe(statusOf(role));
  }
  expect((await service.ask("HEAD", "/admin/v1/me")).status).toBe(401);
  expect((await service.ask("PATCH", "/admin/v1/me")).status).toBe(405);
  expect((await service.ask("GET", "/admin/v1/nothing")).status).toBe(404);
  expect(requests(await scrape(service))).toEqual({
    ...Object.fromEntries(operations.map(([id, { role }]) => [`${id} ${statusOf(role)}`, 1])),
    "getMe 401": 2,
    "other 404": 1,
    "other 405": 1,
  });
});

test("every counter exists from the start, so the first failure is an increase", async () => {
  await using service = await TestService.start({ args: WITH_METRICS });
  const shown = await scrape(service);
  for (const code of ["unavailable", "outcome_unknown", "retired", "unusable", "internal_error"]) {
    expect(shown.value(`petstock_commits_failed_total{code="${code}"}`)).toBe(0);
  }
  for (const reason of ["malformed", "unknown", "revoked", "expired"]) {
    expect(shown.value(`petstock_keys_refused_total{reason="${reason}"}`)).toBe(0);
  }
  for (const result of ["signed_in", "unknown", "opened", "expired", "withdrawn"]) {
    expect(shown.value(`petstock_links_total{result="${result}"}`)).toBe(0);
  }
  for (const operation of MEASURED_OPERATIONS) {
    for (const status of [200, ...Object.values(STATUS_OF)]) {
      const series = `petstock_requests_total{operation="${operation}",status="${status}"}`;
      expect(shown.value(series)).toBe(0);
    }
  }
});

test("process metrics have Prometheus' standard names and units", async () => {
  await using service = await TestService.start({ args: WITH_METRICS });
  const shown = await scrape(service);
  const startedAt = shown.value("process_start_time_seconds") * 1_000;
  expect(startedAt).toBeGreaterThan(Date.now() - 600_000);
  expect(startedAt).toBeLessThan(Date.now());
  expect(shown.value("process_cpu_seconds_total")).toBeGreaterThan(0);
  expect(shown.value("process_resident_memory_bytes")).toBeGreaterThan(10e6);
  if (process.platform !== "linux") return;
  const limits = await Bun.file(`/proc/${service.pid}/limits`).text();
  const [, soft] = /^Max open files\s+(\d+)/m.exec(limits)!;
  expect(shown.value("process_max_fds")).toBe(Number(soft));
  expect(shown.value("process_open_fds")).toBeGreaterThan(5);
  expect(shown.value("process_open_fds")).toBeLessThan(Number(soft));
});

test("an unavailable database is shown at once, and its figures are unknown, not zero", async () => {
  const database = `postgres://nobody:secret@127.0.0.1:${freePort()}/pets`;
  await using service = await TestService.start({ database, args: WITH_METRICS });
  const shown = await scrape(service);
  expect(shown.value('petstock_database_up{engine="postgres"}')).toBe(0);
  expect(shown.value("petstock_ready")).toBe(0);
  expect(shown.value("petstock_database_size_bytes")).toBeNaN();
  expect(shown.text).not.toContain("secret");
});

test("metrics need no key, and show neither keys nor pets", async () => {
  const rows = ["987654321987,1234567,pending"];
  await using service = await TestService.start({ rows, args: WITH_METRICS });
  const key = await service.makeKey("--account", "harbour");
  const { text: list } = await service.list(key);
  expect(list).toContain("987654321987");
  await service.update(key, "987654321987", 7654321);
  await service.list(makeKey());
  const { text } = await scrape(service);
  const hidden = [
    "987654321987",
    "1234567",
    "7654321",
    "pending",
    key.slice(9),
    "harbour",
    service.folder.path,
  ];
  for (const each of hidden) expect(text).not.toContain(each);
});

test("unknown addresses and methods count as one operation", async () => {
  await using service = await TestService.start({ rows: ROWS, args: WITH_METRICS });
  const key = await service.makeKey();
  const strange = async (round: number) => {
    for (const method of ["GET", "POST", "DELETE", "OPTIONS", "HEAD"]) {
      await service.ask(method, `/made-up-${round}?q=${round}`, { key });
      await service.ask(method, `/v1/inventory/${round}`, { key });
    }
    await service.update(key, `no-pet-${round}`, 1);
  };
  await strange(0);
  const before = await scrape(service);
  for (let round = 1; round <= 20; round++) await strange(round);
  const after = await scrape(service);
  expect([...after.values.keys()]).toEqual([...before.values.keys()]);
  expect(requests(after)["other 404"]).toBe(21 * 5);
  expect(requests(after)["updateInventory 400"]).toBe(21);
  expect(after.values.size).toBeLessThan(50 * MEASURED_OPERATIONS.length);
});

describe("the address", () => {
  test("serves only /metrics, for GET and HEAD", async () => {
    await using service = await TestService.start({ args: WITH_METRICS });
    const url = await metricsUrlOf(service);
    const got = await fetch(url);
    expect(got.headers.get("Content-Type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    const head = await fetch(url, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const posted = await fetch(url, { method: "POST" });
    expect([posted.status, posted.headers.get("Allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    for (const path of ["/", "/v1/inventory", "/livez", "/docs", "/metrics/"]) {
      const answer = await fetch(new URL(path, url));
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({
        code: "route_not_found",
        message: expect.stringContaining("GET /metrics"),
      });
    }
    expect((await service.ask("GET", "/metrics")).code).toBe("route_not_found");
  });

  test("is off by default", async () => {
    await using service = await TestService.start();
    expect((await service.ask("GET", "/metrics")).code).toBe("route_not_found");
    expect(await service.stop()).toBe(0);
    expect(service.log.map(({ msg }) => msg)).not.toContain("metrics_listening");
  });

  test("works until requests in flight are complete, and shows that the service is not ready", async () => {
    await using service = await TestService.start({ rows: ROWS, args: WITH_METRICS });
    const key = await service.makeKey();
    using lock = new HeldLock(service);
    const inFlight = service.update(key, 1, 1);
    for (let round = 0; round < 5; round++) await service.list(key);
    const url = await metricsUrlOf(service);
    const ended = service.stop();
    await until("the service to stop", () => service.log.find(({ msg }) => msg === "stopping"));
    const during = await scrape(service);
    expect(during.value("petstock_ready")).toBe(0);
    expect(during.value('petstock_database_up{engine="sqlite"}')).toBe(1);
    expect(requests(during)["updateInventory 200"]).toBeUndefined();
    lock.release();
    expect((await inFlight).status).toBe(200);
    expect(await ended).toBe(0);
    expect(await fetch(url).catch(() => "no listener")).toBe("no listener");
  });
});
