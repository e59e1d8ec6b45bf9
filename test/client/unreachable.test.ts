// Failures before a request was sent are told as such, and as surely not applied; others never, in Node and in Bun.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { PetstockClient } from "../../src/client/client.ts";
import { isSurelyNotSent, systemCodeOf } from "../../src/client/not-sent.ts";
import { ledgerOf } from "../http/ledger.ts";
import { pemOf } from "../http/certificates.ts";
import { freePort } from "../support/free-port.ts";
import { TestService } from "../support/service.ts";
import { TcpProxy } from "../support/tcp-proxy.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";

setDefaultTimeout(60_000);

const ME = '{"name":"till","account":"default","role":"admin","expiresAt":null,"position":"p"}';

/** Answers a GET; on any other request it closes all connections without an answer, and refuses new ones. */
class BreakingServer implements Disposable {
  readonly #sockets = new Set<Bun.Socket>();
  readonly #listener = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open: (socket) => void this.#sockets.add(socket),
      data: (socket, bytes) => this.#answer(socket, String(bytes)),
    },
  });

  get url(): string {
    return `http://127.0.0.1:${this.#listener.port}`;
  }

  #answer(socket: Bun.Socket, request: string): void {
    if (request.startsWith("GET ")) {
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${ME.length}\r\n\r\n${ME}`,
      );
      return;
    }
    this.#listener.stop();
    for (const each of this.#sockets) each.terminate();
  }

  [Symbol.dispose](): void {
    this.#listener.stop(true);
  }
}

/** Runs unreachable.js with the client as one file, as packages have it. */
async function run(runtime: string, args: readonly string[]): Promise<Record<string, object>> {
  using folder = new TemporaryFolder();
  await Bun.build({
    entrypoints: [join(import.meta.dir, "../../src/client/client.ts")],
    outdir: folder.path,
    naming: "client.js",
    target: "browser",
  });
  await Bun.write(folder.file("package.json"), '{"type":"module"}');
  await Bun.write(folder.file("program.js"), Bun.file(join(import.meta.dir, "unreachable.js")));
  const child = Bun.spawn([runtime, folder.file("program.js"), ...args], {
    stdout: "pipe",
    stderr: "inherit",
  });
  return JSON.parse(await child.stdout.text());
}

test.each([["node"], [process.execPath]])(
  "a refused connection and an untrusted certificate, in %s",
  async (runtime) => {
    let received = 0;
    const { cert, key } = pemOf("first");
    using untrusted = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      tls: { cert, key },
      fetch: () => {
        received += 1;
        return new Response();
      },
    });
    using breakingUpdate = new BreakingServer();
    using breakingDelete = new BreakingServer();
    const refused = `http://127.0.0.1:${freePort()}`;
    const urls = [refused, untrusted.url.origin, breakingUpdate.url, breakingDelete.url];
    const seen = await run(runtime, urls);
    const notSent = { code: "network_error", notSent: true, mayBeApplied: false };
    const message = `${refused} refused the connection (ECONNREFUSED); nothing was sent`;
    expect(seen["refusedUpdate"]).toEqual({ ...notSent, systemCode: "ECONNREFUSED", message });
    expect(seen["refusedUndo"]).toEqual({ ...notSent, systemCode: "ECONNREFUSED", message });
    expect(seen["untrusted"]).toMatchObject({ ...notSent, systemCode: "DEPTH_ZERO_SELF_SIGNED_CERT" });
    expect(received).toBe(0);
    // Bun sends a DELETE again by itself, and then tells only that the second connection was refused.
    for (const name of ["brokenUpdate", "brokenDelete"]) {
      expect(seen[name]).toMatchObject({ code: "network_error", notSent: false, mayBeApplied: true });
    }
  },
);

test.each<[what: string, call: (client: PetstockClient) => Promise<unknown>, updates: number]>([
  ["a list", (client) => client.listInventory(), 0],
  [
    "an update that may not be repeated",
    (client) => client.updateInventory(1, 6, { idempotencyKey: null }),
    1,
  ],
])("%s is sent again after a refused connection, and an update is applied once", async (_, call, updates) => {
  await using service = await TestService.start({ rows: ["1,5,available"] });
  using proxy = new TcpProxy(Number(new URL(service.url).port));
  proxy.refuse();
  let attempts = 0;
  const client = new PetstockClient({
    url: proxy.urlThrough(service.url),
    apiKey: await service.makeKey(),
    fetch: (url, init) => {
      attempts += 1;
      if (attempts === 3) proxy.forward();
      return fetch(url, init);
    },
  });
  expect(await call(client)).toMatchObject(updates === 0 ? [{ quantity: 5 }] : { quantity: 6 });
  expect(attempts).toBe(3);
  expect(await ledgerOf(service, 1)).toHaveLength(1 + updates);
});

describe("an error of fetch", () => {
  const undici = (cause: object) =>
    new TypeError("fetch failed", { cause: Object.assign(new Error(), cause) });
  const bun = (facts: object) => Object.assign(new TypeError("Unable to connect"), facts);

  test.each([
    ["of Node, refused", undici({ code: "ECONNREFUSED", syscall: "connect" })],
    ["of Node, refused by each address of a name", undici({ code: "ECONNREFUSED" })],
    ["of Node, an unknown name", undici({ code: "ENOTFOUND", syscall: "getaddrinfo" })],
    ["of Node, no name server", undici({ code: "EAI_AGAIN", syscall: "getaddrinfo" })],
    ["of Node, no route", undici({ code: "EHOSTUNREACH", syscall: "connect" })],
    ["of Node, no connection in time", undici({ code: "UND_ERR_CONNECT_TIMEOUT" })],
    ["of Node, another name's certificate", undici({ code: "ERR_TLS_CERT_ALTNAME_INVALID" })],
    ["of Bun, refused", bun({ code: "ECONNREFUSED", errno: 0 })],
    ["of Bun, an unknown name", bun({ code: "ENOTFOUND", syscall: "getaddrinfo" })],
  ])("%s: nothing was sent, unless the runtime may have sent it before", (_, error) => {
    expect(systemCodeOf(error)).toBeString();
    expect(["PATCH", "POST"].map((method) => isSurelyNotSent(method, error))).toEqual([true, true]);
    expect(["PUT", "DELETE", "GET"].map((method) => isSurelyNotSent(method, error))).toEqual([
      false,
      false,
      false,
    ]);
  });

  test.each([
    ["of Node, reset", undici({ code: "ECONNRESET", syscall: "read" })],
    ["of Node, refused on an open connection", undici({ code: "ECONNREFUSED", syscall: "read" })],
    ["of Node, closed", undici({ code: "UND_ERR_SOCKET" })],
    ["of Bun, closed", bun({ code: "ECONNRESET" })],
    ["of Bun, TLS", bun({ code: "EPROTO" })],
    ["of a browser", new TypeError("Failed to fetch")],
    ["without a class", "offline"],
  ])("%s: unknown", (_, error) => {
    expect(isSurelyNotSent("PATCH", error)).toBe(false);
  });
});
