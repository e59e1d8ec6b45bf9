// Requests beyond the limit are refused at once; requests in flight and requests without a key are served.

import { expect, setDefaultTimeout, test } from "bun:test";
import { scrape, WITH_METRICS } from "../support/metrics.ts";
import { RawConnection, requestOf } from "../support/raw-http.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { HeldLock } from "./held-lock.ts";

setDefaultTimeout(60_000);

const LIST = { method: "GET", path: "/v1/inventory" } as const;
const ROWS = Array.from({ length: 20 }, (_, index) => `${index},0,available`);

test("requests beyond the limit get 503 overloaded at once, until others are done", async () => {
  await using service = await TestService.start({ rows: ROWS, args: ["--requests-limit", "10"] });
  const key = await service.makeKey();
  using lock = new HeldLock(service);
  const updates = ROWS.map((_, petId) => service.update(key, petId, 1));
  const answered: number[] = [];
  for (const update of updates) void update.then(({ status }) => answered.push(status));
  await until("ten to be refused", () => answered.length === 10);
  expect(answered).toEqual(answered.map(() => 503));
  const list = await service.list(key);
  expect([list.code, list.headers.get("Retry-After")]).toEqual(["overloaded", "1"]);
  for (const path of ["/livez", "/readyz"]) expect((await service.ask("GET", path)).status).toBe(200);
  lock.release();
  const answers = await Promise.all(updates);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  for (const { code } of answers) expect([undefined, "overloaded"]).toContain(code);
  expect((await service.list(key)).status).toBe(200);
});

test("requests without a valid key work at the limit, and are not counted", async () => {
  await using service = await TestService.start({ rows: ROWS, args: ["--requests-limit", "1"] });
  const key = await service.makeKey();
  {
    using lock = new HeldLock(service);
    const update = service.update(key, 1, 1);
    await until("the place to be taken", async () => (await service.list(key)).code === "overloaded");
    for (const path of ["/", "/docs", "/openapi.yaml", "/openapi.json", "/livez", "/readyz"]) {
      expect([path, (await fetch(service.url + path)).status]).toEqual([path, 200]);
    }
    expect((await service.ask("GET", "/v1/inventory")).code).toBe("missing_api_key");
    expect((await service.list("petstock_wrong")).code).toBe("invalid_api_key");
    expect((await service.ask("GET", "/v1/nothing", { key })).code).toBe("route_not_found");
    lock.release();
    expect((await update).status).toBe(200);
  }
  // Refused as invalid, not as overloaded: each earlier request has released its place.
  for (const update of [() => service.update(key, 99, 1), () => service.update(key, "abc", 1)]) {
    expect([400, 404]).toContain((await update()).status);
  }
  expect((await service.list(key, { "If-None-Match": "nonsense" })).code).toBe("invalid_header");
  expect((await service.list(key)).status).toBe(200);
});

test("lists that are being sent take no places of requests, and those of one key leave the others alone", async () => {
  // Larger than the kernel's socket buffers.
  const rows = Array.from({ length: 200_000 }, (_, index) => `${index},0,available`);
  const args = ["--requests-limit", "2", "--key-downloads-limit", "4", ...WITH_METRICS];
  await using service = await TestService.start({ rows, args });
  const [slow, other] = [await service.makeKey("--role", "reader"), await service.makeKey()];
  using readers = new DisposableStack();
  for (let at = 0; at < 4; at++) {
    const reader = readers.use(await RawConnection.open(service.url));
    reader.send(requestOf(LIST, [["Authorization", `Bearer ${slow}`]]));
    await reader.stall();
  }
  expect((await scrape(service)).value("petstock_list_readers")).toBe(4);
  const beyond = await service.list(slow);
  expect([beyond.status, beyond.code, beyond.headers.get("Retry-After")]).toEqual([429, "rate_limited", "1"]);
  // Requests without a large body need no place, also those of the same key.
  expect((await service.list(slow, { "If-None-Match": "*" })).status).toBe(304);
  expect((await service.ask("GET", "/admin/v1/me", { key: slow })).status).toBe(200);
  expect((await service.update(other, 1, 1)).status).toBe(200);
  const list = await fetch(service.url + LIST.path, { headers: { Authorization: `Bearer ${other}` } });
  expect([list.status, ((await list.json()) as unknown[]).length]).toEqual([200, rows.length]);
  readers.dispose();
  const isFree = async () => (await service.ask("HEAD", LIST.path, { key: slow })).status === 200;
  await until("their places to be free", isFree);
});

test("a request whose body does not arrive counts until its client disconnects", async () => {
  await using service = await TestService.start({ rows: ROWS, args: ["--requests-limit", "1"] });
  const key = await service.makeKey();
  using slow = await RawConnection.open(service.url);
  const path = "/v1/inventory/1";
  const headers = [
    ["Authorization", `Bearer ${key}`],
    ["Content-Length", "14"],
  ] as const;
  slow.send(requestOf({ method: "PATCH", path }, headers));
  await until("its place to be taken", async () => (await service.list(key)).code === "overloaded");
  slow[Symbol.dispose]();
  await until("its place to be free", async () => (await service.list(key)).status === 200);
});
