// The example proxies as real processes in front of real servers: forwarded requests, errors and incomplete requests.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { once } from "node:events";
import { TestService } from "../support/service.ts";
import { type ProxyKind, Proxy, PROXIES } from "./proxy.ts";

setDefaultTimeout(60_000);

const there = PROXIES.filter(({ program }) => Bun.which(program) !== null);
for (const { program, package: name } of PROXIES.filter((each) => !there.includes(each))) {
  console.warn(`skipped: the example for ${program} needs it (Debian: apt-get install ${name})`);
}

/** A server that is ready, accepts requests, and closes the connection without a response. */
function startBreaking() {
  const heads: string[] = [];
  const data = (socket: Bun.Socket, chunk: Buffer) => {
    const head = chunk.toString("latin1");
    heads.push(head);
    if (head.startsWith("GET /readyz")) socket.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    else socket.end();
  };
  return Object.assign(Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data } }), { heads });
}

const UPDATE = { headers: { "Content-Type": "application/json" }, body: '{"quantity":5}' };

describe.each(there)("$program", (kind: ProxyKind) => {
  let service: TestService;
  let proxy: Proxy;
  beforeAll(async () => {
    service = await TestService.start({ rows: ["1,1,available"] });
    const port = Number(new URL(service.url).port);
    proxy = await Proxy.start(kind, [port, port]);
  });
  afterAll(async () => {
    await proxy[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  test("forwards requests with https, offers HTTP/2, and redirects http to https", async () => {
    const key = await service.makeKey();
    const headers = { ...UPDATE.headers, Authorization: `Bearer ${key}` };
    const updated = await proxy.fetch("PATCH", "/v1/inventory/1", { ...UPDATE, headers });
    expect(await updated.json()).toEqual({ petId: 1, quantity: 5, status: "available" });
    expect(updated.headers.get("Strict-Transport-Security")).toBe("max-age=31536000");
    const session = proxy.http2();
    const request = session.request({ ":path": "/livez" });
    const [answer] = await once(request, "response");
    expect([session.alpnProtocol, answer[":status"]]).toEqual(["h2", 200]);
    session.close();
    const plain = await fetch(`http://127.0.0.1:${proxy.httpPort}/livez`, { redirect: "manual" });
    expect([plain.status, plain.headers.get("Location")]).toEqual([
      308,
      expect.stringMatching(/^https:.*\/livez$/),
    ]);
  });

  test("closes connections with incomplete requests", async () => {
    const socket = await proxy.connected();
    const closed = Promise.withResolvers<void>();
    // nginx ends it with a reset.
    socket.on("error", () => {});
    socket.on("close", () => closed.resolve());
    // Without reading the data the end of the connection is not noticed.
    socket.resume();
    socket.write("GET /livez HTTP/1.1\r\nHost: localhost\r\nX-Half: ");
    const startedAt = performance.now();
    await closed.promise;
    // nginx' default is 60 s; HAProxy has no limit.
    expect(performance.now() - startedAt).toBeLessThan(40_000);
  });

  test("answers outcome_unknown if a server fails after an update was sent, and does not repeat it", async () => {
    const breaking = startBreaking();
    await using alone = await Proxy.start(kind, [breaking.port, breaking.port]);
    const answer = await alone.fetch("PATCH", "/v1/inventory/1", UPDATE);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({
      code: "outcome_unknown",
      message: expect.any(String),
      status: 503,
    });
    expect(answer.headers.has("Retry-After")).toBe(false);
    expect(breaking.heads.filter((head) => head.startsWith("PATCH "))).toHaveLength(1);
    breaking.stop(true);
  });
});
