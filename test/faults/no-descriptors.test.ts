// A process that may open few files: streams and large bodies leave descriptors for requests and the database, and a request that finds
// none is told so.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { EventStream } from "../support/event-stream.ts";
import { metricsUrlOf, scrape, WITH_METRICS } from "../support/metrics.ts";
import { PROGRAM } from "../support/petstock.ts";
import { figuresOf } from "../support/process-figures.ts";
import { RawConnection } from "../support/raw-http.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

const DESCRIPTORS = 64;
/** Larger than all buffers between the service and a client that does not read. */
const ROWS = Array.from({ length: 300_000 }, (_, i) => `${i + 1},1,available`);

function startLimited(rows: readonly string[], ...args: readonly string[]): Promise<TestService> {
  const program = ["sh", "-c", `ulimit -n ${DESCRIPTORS}; exec "$@"`, "sh", ...PROGRAM];
  return TestService.start({ program, rows, args: [...WITH_METRICS, ...args] });
}

const isLinux = process.platform === "linux";
const openOf = ({ pid }: TestService) => figuresOf(pid)!.descriptors;

describe.if(isLinux)(`with ${DESCRIPTORS} file descriptors`, () => {
  test("streams are limited below the setting, with the reason in the log, and updates go on beside them", async () => {
    await using service = await startLimited(["1,5,available"]);
    const key = await service.makeKey("--role", "manager");
    const { limit, ...line } = service.log.find(({ msg }) => msg === "streams_limited")!;
    expect(line).toMatchObject({ level: "warn", wanted: 2000, descriptors: DESCRIPTORS });
    const open: EventStream[] = [];
    let refused = 0;
    for (let i = 0; i < DESCRIPTORS; i++) {
      const stream = await EventStream.tryOpen(service.url, key);
      if (stream.response.status === 200) {
        open.push(stream);
        continue;
      }
      refused += 1;
      expect(stream.response.status).toBe(503);
      expect(JSON.parse(await stream.ended())).toMatchObject({ code: "overloaded" });
    }
    expect([open.length, refused]).toEqual([Number(limit), DESCRIPTORS - Number(limit)]);
    expect(open.length).toBeGreaterThan(0);
    const metrics = await scrape(service);
    expect(metrics.value("petstock_streams")).toBe(open.length);
    expect(metrics.value("petstock_streams_limit")).toBe(open.length);
    expect((await service.update(key, 1, 6)).status).toBe(200);
    const headers = { "Content-Type": "text/csv" };
    const body = "petId,quantity\n1,7\n2,2\n";
    // Opens the database once more.
    expect((await service.ask("POST", "/admin/v1/revisions", { key, headers, body })).status).toBe(200);
    await Promise.all(open.map((stream) => stream.shows(2, 2)));
    for (const stream of open) await stream[Symbol.asyncDispose]();
  });

  test("lists that are being sent leave descriptors for updates", async () => {
    await using service = await startLimited(ROWS);
    const key = await service.makeKey();
    const asked = `GET /v1/inventory HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n`;
    const slow: RawConnection[] = [];
    for (let i = 0; i < 20; i++) {
      const connection = await RawConnection.open(service.url);
      connection.send(`${asked}Accept-Encoding: identity\r\n\r\n`);
      await until("the answer's head", () => connection.bytesReceived > 0);
      // Without its bytes being read the list stays open.
      connection.stall();
      slow.push(connection);
    }
    const refused = slow.filter(({ rest }) => rest.toString("latin1").includes("503 Service Unavailable"));
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(20);
    for (const { rest } of refused) expect(rest.toString("latin1")).toContain('"code":"overloaded"');
    expect((await service.update(key, 1, 6)).status).toBe(200);
    for (const connection of slow) connection[Symbol.dispose]();
  });

  test("a request that needs a file while none is left is told so, in the answer, the log and the metrics", async () => {
    await using service = await startLimited(["1,5,available"]);
    const key = await service.makeKey("--role", "manager");
    using client = await RawConnection.open(service.url);
    const question = { method: "POST", path: "/admin/v1/revisions" };
    const ask = () => {
      const body = "petId,quantity\n1,7\n2,2\n";
      client.send(
        `POST ${question.path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: text/csv\r\n` +
          `Content-Length: ${body.length}\r\n\r\n${body}`,
      );
      return client.answer(question);
    };
    using scraping = await RawConnection.open((await metricsUrlOf(service)).replace("/metrics", ""));
    const idle: RawConnection[] = [];
    const fill = async () => {
      idle.push(await RawConnection.open(service.url));
      return openOf(service) >= DESCRIPTORS;
    };
    await until("no descriptor to be left", fill);
    const { status, code, text } = await ask();
    expect([status, code]).toEqual([503, "unavailable"]);
    expect(text).toContain("no file descriptor left");
    const failure = await until("the failure in the log", () =>
      service.log.find(({ msg }) => msg === "request_failed"),
    );
    expect(failure["cause"]).toContain("raise its limit (LimitNOFILE, ulimit -n)");
    scraping.send("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n");
    const shown = await scraping.next({ method: "GET" });
    expect(shown!.body.toString()).toContain('petstock_requests_failed_total{reason="no_descriptors"} 1');
    for (const connection of idle) connection[Symbol.dispose]();
    await until("descriptors", () => openOf(service) < DESCRIPTORS - 16);
    expect((await ask()).status).toBe(200);
  });
});
