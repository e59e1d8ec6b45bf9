// Start and end of the service: health checks, the port, signals, and a database that disappears.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { copyFileSync, renameSync, rmSync } from "node:fs";
import { RawConnection, requestOf } from "../support/raw-http.ts";
import { type Answer, TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { HeldLock } from "./held-lock.ts";
import { ledgerOf } from "./ledger.ts";

setDefaultTimeout(60_000);

const ROWS = Array.from({ length: 64 }, (_, index) => `${index},0,available`);
const LIVEZ = { method: "GET", path: "/livez" } as const;

function eventsOf(service: TestService): string[] {
  return service.log.map(({ msg }) => msg);
}

describe("while it runs", () => {
  test("health checks and OPTIONS need no key", async () => {
    await using service = await TestService.start();
    const version = service.log[0]?.["version"];
    for (const [path, body] of [
      ["/livez", { status: "ok" }],
      ["/readyz", { status: "ok", version }],
    ] as const) {
      expect((await service.ask("GET", path)).text).toBe(JSON.stringify(body));
      const head = await service.ask("HEAD", path);
      expect([head.status, head.text]).toEqual([200, ""]);
    }
    for (const [path, allow] of [
      ["/livez", "GET, HEAD, OPTIONS"],
      ["/readyz", "GET, HEAD, OPTIONS"],
      ["/v1/inventory", "GET, HEAD, OPTIONS"],
      ["/v1/inventory/1", "PATCH, OPTIONS"],
      ["/v1/inventory/nonsense", "PATCH, OPTIONS"],
    ] as const) {
      const { status, headers, text } = await service.ask("OPTIONS", path);
      expect([status, headers.get("Allow"), text]).toEqual([204, allow, ""]);
    }
    expect((await service.ask("OPTIONS", "/nothing")).code).toBe("route_not_found");
  });
});

describe("SIGTERM", () => {
  test("under load ends with 0, and each update with a 200 is in the database", async () => {
    await using service = await TestService.start({ rows: ROWS });
    const key = await service.makeKey();
    const acknowledged: string[] = [];
    const others: Answer[] = [];
    const clients = ROWS.map(async (_, petId) => {
      for (let quantity = 1; ; quantity++) {
        // Connections are refused once the service has ended.
        const answer = await service.update(key, petId, quantity).catch(() => undefined);
        if (answer === undefined) return;
        if (answer.status === 200)
          acknowledged.push(`${petId} ${quantity} ${answer.headers.get("X-Request-Id")}`);
        else others.push(answer);
      }
    });
    await until("some load", () => acknowledged.length > 1_000);
    const exitCode = await service.stop();
    await Promise.all(clients);
    expect(exitCode).toBe(0);
    expect(others.filter(({ code }) => code !== "unavailable")).toEqual([]);
    const written = (await ledgerOf(service)).map(
      ({ petId, after, by }) => `${petId} ${after?.quantity} ${by.requestId}`,
    );
    const missing = new Set(acknowledged).difference(new Set(written));
    expect([...missing]).toEqual([]);
    expect(eventsOf(service)).toContain("stopped");
    expect(service.log.filter(({ level }) => level === "error")).toEqual([]);
  });

  test("completes requests in flight, accepts no new ones, and fails readiness", async () => {
    await using service = await TestService.start({ rows: ROWS });
    const key = await service.makeKey();
    using lock = new HeldLock(service);
    const inFlight = ROWS.map((_, petId) => service.update(key, petId, 1));
    // Once these are answered, the service has received the updates that were sent before.
    for (let round = 0; round < 5; round++) await service.list(key);
    const ended = service.stop();
    await until("the service to stop", () => eventsOf(service).includes("stopping"));
    const isReady = service.ask("GET", "/readyz").then(({ status }) => status === 200);
    expect(await isReady.catch(() => false)).toBe(false);
    lock.release();
    const answers = await Promise.all(inFlight);
    expect(answers.map(({ status }) => status)).toEqual(ROWS.map(() => 200));
    expect(await ended).toBe(0);
    const written = (await ledgerOf(service)).filter(({ reason }) => reason === "update");
    expect(written).toHaveLength(ROWS.length);
  });

  test("a second time ends the process at once", async () => {
    await using service = await TestService.start({ rows: ROWS, args: ["--shutdown-timeout", "10m"] });
    const key = await service.makeKey();
    using lock = new HeldLock(service);
    const waiting = service.update(key, 1, 1).catch(() => "cut off");
    for (let round = 0; round < 5; round++) await service.list(key);
    service.signal("SIGTERM");
    await until("the service to stop", () => eventsOf(service).includes("stopping"));
    expect(await service.stop()).toBe(1);
    expect(await waiting).toBe("cut off");
    lock.release();
    expect((await ledgerOf(service)).filter(({ reason }) => reason === "update")).toEqual([]);
  });

  test("waits neither for idle connections nor indefinitely for an incomplete request", async () => {
    await using service = await TestService.start({ args: ["--shutdown-timeout", "2s"] });
    using idle = await RawConnection.open(service.url);
    idle.send(requestOf(LIVEZ));
    await idle.answer(LIVEZ);
    using half = await RawConnection.open(service.url);
    half.send("GET /v1/inventory HTTP/1.1\r\nHost: pets");
    await service.ask("GET", "/livez");
    const startedAt = performance.now();
    expect(await service.stop()).toBeLessThanOrEqual(1);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    await idle.closed();
    await half.closed();
  });

  test("with only idle connections ends with 0, long before the deadline", async () => {
    await using service = await TestService.start({ args: ["--shutdown-timeout", "10m"] });
    using idle = await RawConnection.open(service.url);
    idle.send(requestOf(LIVEZ));
    await idle.answer(LIVEZ);
    await service.ask("GET", "/livez");
    expect(await service.stop()).toBe(0);
    expect(await idle.closed()).toBe("");
  });
});

describe("a database file that was", () => {
  function replace(path: string): void {
    copyFileSync(path, `${path}.copy`);
    renameSync(`${path}.copy`, path);
  }

  test.each([
    ["deleted", rmSync, "was deleted while it was open"],
    ["replaced", replace, "was replaced by another file while it was open"],
  ] as const)(
    "%s fails readiness, is named in the log, and ends the process with 1",
    async (_, damage, words) => {
      await using service = await TestService.start({ rows: ROWS });
      const key = await service.makeKey();
      const isNoticed = () => eventsOf(service).includes("database_failed");
      const late: Answer[] = [];
      const clients = ROWS.slice(0, 8).map(async (__, petId) => {
        for (let quantity = 1; ; quantity++) {
          const wasNoticed = isNoticed();
          const answer = await service.update(key, petId, quantity).catch(() => undefined);
          if (answer === undefined) return;
          if (wasNoticed) late.push(answer);
        }
      });
      damage(service.databasePath);
      await until("the service to notice", isNoticed);
      const isReady = service.ask("GET", "/readyz").then(({ status }) => status === 200);
      expect(await isReady.catch(() => false)).toBe(false);
      expect(await service.exited).toBe(1);
      await Promise.all(clients);
      // An update acknowledged after that would be lost with the file.
      expect(late.filter(({ status }) => status === 200)).toEqual([]);
      expect(service.log.find(({ msg }) => msg === "database_failed")).toMatchObject({
        level: "error",
        cause: `the database file ${service.databasePath} ${words}`,
      });
    },
  );
});
