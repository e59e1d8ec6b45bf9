// The service does not depend on the destination of its log: it starts, answers and ends as usual, and reports lost lines.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { NamedPipe } from "../support/named-pipe.ts";
import { until } from "../support/until.ts";
import { PortHolder } from "./port-holder.ts";
import { Inventory } from "./inventory.ts";
import { RedirectedService } from "./serve-redirected.ts";

setDefaultTimeout(60_000);

const AT_A_TIME = 50;
/** The log format, and the number of requests without a key. */
const FORMATS = [
  ["json", 1_000],
  ["pretty", 200],
] as const;
/** Every write to it fails with ENOSPC (Linux, FreeBSD). */
const FULL_DEVICE = "/dev/full";
const obstacle = existsSync(FULL_DEVICE) ? undefined : `there is no ${FULL_DEVICE}`;
if (obstacle !== undefined) console.log(`not tried with a log on a full disk: ${obstacle}`);

/** Expects the usual answers, each with a line in the log, and a normal end on SIGTERM. */
async function expectService(service: RedirectedService, keylessRequests: number): Promise<void> {
  // A key that expires soon is logged as a warning when it is used.
  const key = await service.makeKey("--expires", "1d");
  let left = keylessRequests;
  const refused = async () => {
    while (left-- > 0) expect(await service.ask("GET", "/v1/inventory")).toMatchObject({ status: 401 });
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, refused));
  expect(await service.ask("GET", "/nothing")).toEqual({ status: 404, code: "route_not_found" });
  expect(await service.ask("PATCH", "/v1/inventory/1", key)).toEqual({ status: 200, code: undefined });
  expect(await service.ask("GET", "/v1/inventory", key)).toEqual({ status: 200, code: undefined });
  expect(await service.stop()).toBe(0);
}

describe.each(FORMATS)("as %s", (format, requests) => {
  const start = (path: string, ...args: string[]) =>
    RedirectedService.start(path, ["--log-format", format, ...args]);

  test("a stalled reader delays neither requests nor the end", async () => {
    using pipe = new NamedPipe();
    pipe.fill();
    await using service = await start(pipe.path);
    await expectService(service, requests);
  });

  test("a reader that closes the pipe does not either", async () => {
    using pipe = new NamedPipe();
    await using service = await start(pipe.path);
    pipe.close();
    await expectService(service, requests);
  });

  test.if(obstacle === undefined)("a full disk does not either", async () => {
    await using service = await start(FULL_DEVICE);
    await expectService(service, requests);
  });

  test("lines that do not fit into the buffer are counted, in the metrics and then in the log", async () => {
    using pipe = new NamedPipe();
    pipe.fill();
    await using service = await start(pipe.path, "--log-level", "debug");
    const dropped = async () => (await service.scrape()).value("petstock_log_lines_dropped_total");
    expect(await dropped()).toBe(0);
    const path = `/${"x".repeat(200)}`;
    const flood = async () => {
      while ((await dropped()) === 0) for (let i = 0; i < 100; i++) await service.ask("GET", path);
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, flood));
    const count = await dropped();
    let text = "";
    await until(
      "the log to tell",
      () => (text += pipe.read()).includes("log_lines_dropped") && text.endsWith("\n"),
    );
    expect(text).toContain(format === "json" ? `"count":${count}` : `count: ${count}`);
    expect(await service.stop()).toBe(0);
  });
});

describe("a failed start reports why, and has its exit code", () => {
  const refused = async (redirect: string, args: string) => {
    using inventory = await Inventory.of("1,1,available");
    return await inventory.throughShell(`"$@" serve ${args} 2> '${redirect}'`);
  };

  test.if(obstacle === undefined)("on standard output if standard error is on a full disk", async () => {
    await using holder = await PortHolder.open();
    const taken = await refused(FULL_DEVICE, `--port ${holder.port}`);
    expect(taken).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("is taken") });
    const wrong = await refused(FULL_DEVICE, "--port x");
    expect(wrong).toMatchObject({ exitCode: 2, stdout: expect.stringContaining("--port") });
  });

  test("on standard output if standard error has no reader", async () => {
    using pipe = new NamedPipe();
    pipe.fill();
    await using holder = await PortHolder.open();
    const taken = await refused(pipe.path, `--port ${holder.port}`);
    expect(taken).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("is taken") });
  });
});
