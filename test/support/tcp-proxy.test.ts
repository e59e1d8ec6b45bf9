// The proxy between client and server: both sides see each kind of failure as on a real network.

import { describe, expect, test } from "bun:test";
import { createConnection, type Socket } from "node:net";
import { TcpProxy } from "./tcp-proxy.ts";
import { until } from "./until.ts";

/** Answers each chunk with itself, in angle brackets, and records what it received. */
class Echo implements Disposable {
  received = "";
  clients = 0;
  readonly #listener = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open: () => void this.clients++,
      close: () => void this.clients--,
      data: (socket, bytes) => {
        this.received += bytes.toString();
        if (bytes.length < 100) socket.write(`<${bytes.toString()}>`);
      },
    },
  });

  get port(): number {
    return this.#listener.port;
  }

  [Symbol.dispose](): void {
    this.#listener.stop(true);
  }
}

class Client implements Disposable {
  received = "";
  /** How the connection ended: an error's code, or "end"; undefined while it lasts. */
  ended: string | undefined;
  readonly socket: Socket;

  constructor(port: number) {
    this.socket = createConnection(port, "127.0.0.1")
      .on("data", (bytes) => (this.received += bytes.toString()))
      .on("error", (error) => (this.ended ??= (error as NodeJS.ErrnoException).code ?? error.message))
      .on("close", () => (this.ended ??= "end"));
  }

  async ask(text: string): Promise<void> {
    this.socket.write(text);
    await until(`the answer to ${text}`, () => this.received.endsWith(`<${text}>`));
  }

  [Symbol.dispose](): void {
    this.socket.destroy();
  }
}

describe("a proxy", () => {
  test("passes all bytes both ways, and the end", async () => {
    using echo = new Echo();
    using proxy = new TcpProxy(echo.port);
    using client = new Client(proxy.port);
    await client.ask("hello");
    const large = "x".repeat(20_000_000);
    client.socket.write(large);
    await until("all of it to arrive", () => echo.received.length === large.length + "hello".length);
    expect([proxy.connections, echo.clients]).toEqual([1, 1]);
    client.socket.end();
    await until("the end to arrive", () => proxy.connections === 0 && echo.clients === 0);
  });

  test("that is frozen takes connections and passes nothing, not even their end, until it forwards", async () => {
    using echo = new Echo();
    using proxy = new TcpProxy(echo.port);
    using old = new Client(proxy.port);
    await old.ask("before");
    proxy.freeze();
    old.socket.write("during");
    using young = new Client(proxy.port);
    await until("the new connection", () => proxy.connections === 2 && echo.clients === 2);
    young.socket.end("farewell");
    // A connection through another proxy shows that bytes would have had the time to arrive.
    using other = new TcpProxy(echo.port);
    using witness = new Client(other.port);
    await witness.ask("witness");
    expect(echo.received).toBe("beforewitness");
    expect([old.ended, echo.clients]).toEqual([undefined, 3]);

    proxy.forward();
    await until("what was held back", () => old.received === "<before><during>");
    await until("the end", () => echo.clients === 2);
    expect(echo.received).toContain("farewell");
  });

  test("that refuses keeps the open connections, and comes back on its port", async () => {
    using echo = new Echo();
    using proxy = new TcpProxy(echo.port);
    using old = new Client(proxy.port);
    await old.ask("one");
    proxy.refuse();
    using refused = new Client(proxy.port);
    await until("the refusal", () => refused.ended);
    expect(refused.ended).toBe("ECONNREFUSED");
    await old.ask("two");
    proxy.forward();
    using young = new Client(proxy.port);
    await young.ask("three");
  });

  test("that cuts resets what is open, towards both sides", async () => {
    using echo = new Echo();
    using proxy = new TcpProxy(echo.port);
    using client = new Client(proxy.port);
    await client.ask("hello");
    proxy.cut();
    await until("the reset", () => client.ended);
    expect(client.ended).toBe("ECONNRESET");
    await until("the server to see it", () => echo.clients === 0);
    expect(proxy.connections).toBe(0);
    using young = new Client(proxy.port);
    await young.ask("again");
  });

  test("without a server behind it closes its connections", async () => {
    using echo = new Echo();
    const { port } = echo;
    echo[Symbol.dispose]();
    using proxy = new TcpProxy(port);
    using client = new Client(proxy.port);
    await until("the end", () => client.ended);
    expect(proxy.connections).toBe(0);
  });

  test.each([
    ["delivered", "beginCOMMIT"],
    ["withheld", "begin"],
  ] as const)("freezes on a text, which is %s; its answer does not come", async (last, received) => {
    using echo = new Echo();
    using proxy = new TcpProxy(echo.port);
    using client = new Client(proxy.port);
    const frozen = proxy.freezeOn("COMMIT", last);
    await client.ask("begin");
    client.socket.write("COMMIT");
    await frozen;
    using other = new TcpProxy(echo.port);
    using witness = new Client(other.port);
    await witness.ask("witness");
    expect(echo.received).toBe(`${received}witness`);
    expect(client.received).toBe("<begin>");

    proxy.forward();
    await client.ask("after");
    expect(client.received).toContain("<begin><COMMIT");
  });

  test("loses the given number of connections on which a text is sent, and no others", async () => {
    using echo = new Echo();
    using proxy = new TcpProxy(echo.port);
    const clients = Array.from({ length: 3 }, () => new Client(proxy.port));
    for (const client of clients) await client.ask("begin");
    proxy.loseOn("COMMIT", 2);
    for (const client of clients) client.socket.write("COMMIT");
    await until("the third client's answer", () => echo.received.endsWith("COMMIT"));
    proxy.forward();
    using witness = new Client(proxy.port);
    await witness.ask("witness");
    expect(clients.map(({ received, ended }) => [received, ended])).toEqual([
      ["<begin>", undefined],
      ["<begin>", undefined],
      ["<begin><COMMIT>", undefined],
    ]);
    expect([proxy.lost, echo.received]).toEqual([2, "beginbeginbeginCOMMITwitness"]);
    for (const client of clients) client[Symbol.dispose]();
    await until("the end of the connection that was not lost", () => echo.clients === 3);
  });

  test("sees a text that comes in two pieces", async () => {
    using echo = new Echo();
    using proxy = new TcpProxy(echo.port);
    using client = new Client(proxy.port);
    const frozen = proxy.freezeOn("COMMIT", "withheld");
    await client.ask("..COM");
    client.socket.write("MIT");
    await frozen;
    expect(echo.received).toBe("..COM");
  });
});
