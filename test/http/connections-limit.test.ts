// --connections-limit: connections of one address beyond the limit are closed, also without a complete request.

import { expect, setDefaultTimeout, test } from "bun:test";
import { BlockList } from "node:net";
import { connectionsOverLimit } from "../../src/http/connections-limit.ts";
import { RawConnection, requestOf } from "../support/raw-http.ts";
import { petstock } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

const LIMIT = 20;
const LIVEZ = { method: "GET", path: "/livez" } as const;
const isLinux = process.platform === "linux";
if (!isLinux) console.warn("skipped: connections are bounded on Linux alone");

test.if(isLinux)(
  "half requests beyond the limit are closed, whole ones are answered, and the log says so",
  async () => {
    await using service = await TestService.start({ args: ["--connections-limit", String(LIMIT)] });
    using clients = new DisposableStack();
    const open = async () => clients.use(await RawConnection.open(service.url));
    const connections = await Promise.all(Array.from({ length: 3 * LIMIT }, open));
    for (const connection of connections) connection.send("GET /livez HTTP/1.1\r\nHost: a\r\nX-Half: ");
    await until(
      "the others to be closed",
      () => connections.filter(({ isClosed }) => !isClosed).length <= LIMIT,
    );
    const left = connections.filter(({ isClosed }) => !isClosed);
    expect(left).toHaveLength(LIMIT);
    for (const connection of left) connection.send("now\r\n\r\n");
    for (const connection of left) expect((await connection.answer(LIVEZ)).status).toBe(200);
    const closed = () => service.log.filter(({ msg }) => msg === "connections_closed");
    const total = () => closed().reduce((sum, { count }) => sum + Number(count), 0);
    await until("the closed connections to be logged", () => total() >= 2 * LIMIT);
    expect(total()).toBe(2 * LIMIT);
    expect(new Set(closed().map(({ level, client }) => `${level} ${client}`))).toEqual(
      new Set(["warn 127.0.0.1"]),
    );
    // A client whose connection was closed may connect again.
    using next = await RawConnection.open(service.url);
    next.send(requestOf(LIVEZ));
    expect((await next.answer(LIVEZ)).status).toBe(200);
    expect(await service.stop()).toBe(0);
  },
);

test.if(!isLinux)("is refused at the start where this system cannot do it", async () => {
  const { exitCode, stderr } = await petstock(["serve", "--connections-limit", "20"]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain("--connections-limit needs Linux");
});

test("each IPv4 address and each IPv6 network is counted separately, trusted proxies are not", () => {
  const trusted = new BlockList();
  trusted.addSubnet("10.0.0.0", 8);
  const addresses = ["192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8::2", "2001:db8:0:1::1", "10.1.2.3"];
  const connections = addresses.flatMap((address) =>
    Array.from({ length: 3 }, (_, index) => ({ inode: `${address} ${index}`, address })),
  );
  const counts = (connectionsMax: number) =>
    [...connectionsOverLimit(connections, { connectionsMax, trusted })].map(([client, excess]) => [
      client,
      excess.length,
    ]);
  expect(counts(6)).toEqual([]);
  expect(counts(3)).toEqual([["2001:db8:0:0::/64", 3]]);
  expect(counts(2)).toEqual([
    ["192.0.2.1", 1],
    ["192.0.2.2", 1],
    ["2001:db8:0:0::/64", 4],
    ["2001:db8:0:1::/64", 1],
  ]);
});

test("a connection that the system's table lists twice counts once", () => {
  const connections = Array.from({ length: 4 }, (_, inode) => ({
    inode: String(inode),
    address: "192.0.2.1",
  }));
  const options = { connectionsMax: 3, trusted: undefined };
  const excess = connectionsOverLimit([...connections, ...connections], options).get("192.0.2.1");
  expect(excess).toHaveLength(1);
});
