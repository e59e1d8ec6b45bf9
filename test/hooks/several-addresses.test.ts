// A host name with several addresses: the message goes to one that can be connected to, once, and only to those that are allowed.

import { expect, test } from "bun:test";
import { HookAddresses } from "../../src/hooks/addresses.ts";
import { post } from "../../src/hooks/receiver.ts";
import { networks } from "../../src/setting-values.ts";

const { signal } = new AbortController();

/** A receiver at 127.0.0.2 alone, and what it got. */
function receiverAt2() {
  const hosts: (string | null)[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.2",
    port: 0,
    fetch: (request) => {
      hosts.push(request.headers.get("Host"));
      return new Response(null, { status: 204 });
    },
  });
  return { hosts, port: server.port!, [Symbol.dispose]: () => void server.stop(true) };
}

/** Posts to a name that has these addresses. */
function postTo(port: number, addresses: readonly string[], failures = 0) {
  const found = addresses.map((address) => ({ address }));
  const hookAddresses = new HookAddresses(networks.parse("127.0.0.0/8"), async () => found);
  const url = `http://erp.example:${port}/hook`;
  return post(hookAddresses, { url, headers: {}, body: new Uint8Array(3), signal, failures });
}

test("after an address that refuses the connection the next one gets the message, under the host's name", async () => {
  using receiver = receiverAt2();
  const { port, hosts } = receiver;
  expect(await postTo(port, ["127.0.0.1", "127.0.0.2"])).toEqual({ status: 204, problem: null });
  expect(await postTo(port, ["127.0.0.2", "127.0.0.1"])).toEqual({ status: 204, problem: null });
  expect(hosts).toEqual([`erp.example:${port}`, `erp.example:${port}`]);
});

test("an address that is not allowed is not tried, and the last failure is told", async () => {
  using receiver = receiverAt2();
  expect(await postTo(receiver.port, ["10.0.0.1", "127.0.0.2"])).toMatchObject({ status: 204 });
  const { status, problem } = await postTo(receiver.port, ["127.0.0.1", "127.0.0.3"]);
  expect(status).toBeNull();
  expect(problem).toStartWith("it cannot be reached: ");
  expect((await postTo(receiver.port, ["10.0.0.1"])).problem).toContain("10.0.0.1 is reached without TLS");
  expect(receiver.hosts).toHaveLength(1);
});

test("once a message was sent no other address gets it in this attempt", async () => {
  using receiver = receiverAt2();
  let connections = 0;
  using closing = Bun.listen({
    hostname: "127.0.0.1",
    port: receiver.port,
    socket: {
      open: () => void (connections += 1),
      data: (socket) => void socket.terminate(),
    },
  });
  expect((await postTo(closing.port, ["127.0.0.1", "127.0.0.2"])).status).toBeNull();
  expect([connections, receiver.hosts.length]).toEqual([1, 0]);
});

test("each attempt after a failure begins with another address", async () => {
  using receiver = receiverAt2();
  using other = Bun.serve({
    hostname: "127.0.0.1",
    port: receiver.port,
    fetch: () => new Response(null, { status: 500 }),
  });
  const statuses = [];
  for (let failures = 0; failures < 4; failures++)
    statuses.push((await postTo(other.port!, ["127.0.0.1", "127.0.0.2"], failures)).status);
  expect(statuses).toEqual([500, 204, 500, 204]);
});
