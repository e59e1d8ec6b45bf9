// The shutdown delay: after SIGTERM the service is not ready, but serves requests until load balancers have noticed.

import { expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { RawConnection, requestOf } from "../support/raw-http.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

const LIVEZ = { method: "GET", path: "/livez" } as const;
/** No test waits for its end. */
const LONG = ["--shutdown-delay", "5m"];

/** A service within its shutdown delay, after SIGTERM, and a connection that was opened before. */
async function startStopping() {
  await using stack = new AsyncDisposableStack();
  const service = stack.use(await TestService.start({ rows: ["1,5,available"], args: LONG }));
  const key = await service.makeKey();
  const kept = stack.use(await RawConnection.open(service.url));
  kept.send(requestOf(LIVEZ));
  expect((await kept.answer(LIVEZ)).headers.get("Connection")).not.toBe("close");
  service.signal("SIGTERM");
  await until("the service to stop", () => service.log.find(({ msg }) => msg === "stopping"));
  const all = stack.move();
  return { service, key, kept, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

test("readiness fails at once; updates, lists and new connections still work", async () => {
  await using stopping = await startStopping();
  const { service, key } = stopping;
  const ready = await service.ask("GET", "/readyz");
  expect([ready.status, ready.code]).toEqual([503, "unavailable"]);
  // Not ready is not logged as a failure.
  const [said] = await until("the log of it", () => {
    const lines = service.log.filter((line) => line["path"] === "/readyz");
    return lines.length > 0 && lines;
  });
  expect(said).toMatchObject({ level: "info", msg: "request_refused", status: 503 });
  expect((await service.ask("GET", "/livez")).status).toBe(200);
  for (let quantity = 6; quantity < 12; quantity++) {
    expect((await service.update(key, 1, quantity)).status).toBe(200);
    expect((await service.list(key)).json).toEqual([{ petId: 1, quantity, status: "available" }]);
  }
  expect((await service.update(key, 2, 1)).status).toBe(404);
});

test("every response has Connection: close, and ends its connection", async () => {
  await using stopping = await startStopping();
  const { service, key, kept } = stopping;
  const authorization = ["Authorization", `Bearer ${key}`] as const;
  const questions = [
    [{ method: "GET", path: "/v1/inventory" }, [authorization], ""],
    [{ method: "HEAD", path: "/v1/inventory" }, [authorization], ""],
    [
      { method: "PATCH", path: "/v1/inventory/1" },
      [authorization, ["Content-Type", "application/json"]],
      '{"quantity":7}',
    ],
    [{ method: "GET", path: "/v1/inventory" }, [], ""],
    [{ method: "GET", path: "/nothing" }, [], ""],
  ] as const;
  for (const [question, headers, body] of questions) {
    using connection = await RawConnection.open(service.url);
    connection.send(requestOf(question, headers, body));
    expect((await connection.answer(question)).headers.get("Connection")).toBe("close");
    expect(await connection.closed()).toBe("");
  }
  // A connection from before stays open until its next response.
  expect(kept.isClosed).toBe(false);
  kept.send(requestOf(LIVEZ));
  expect((await kept.answer(LIVEZ)).headers.get("Connection")).toBe("close");
  expect(await kept.closed()).toBe("");
});

test("the process ends with 0 after the delay, not before", async () => {
  await using service = await TestService.start({ args: ["--shutdown-delay", "1s"] });
  const signalledAt = performance.now();
  expect(await service.stop()).toBe(0);
  expect(performance.now() - signalledAt).toBeGreaterThanOrEqual(1_000);
  expect(service.log.at(-1)).toMatchObject({ msg: "stopped", exitCode: 0 });
});

test("a second signal ends the process at once, with 1", async () => {
  await using stopping = await startStopping();
  const { service } = stopping;
  expect(await service.stop()).toBe(1);
});

test("a permanent failure of the database during the delay ends the process with 1, and is logged", async () => {
  await using stopping = await startStopping();
  const { service } = stopping;
  rmSync(service.databasePath);
  expect(await service.exited).toBe(1);
  expect(service.log.map(({ msg }) => msg)).toContain("database_failed");
});
