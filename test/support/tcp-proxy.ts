// A proxy between client and server that fails as networks do: it goes silent, disappears, resets connections, or loses
// a single one.

import { freePort } from "./free-port.ts";
import { type Address, ProxiedConnection } from "./proxied-connection.ts";

/** Whether the bytes with the trigger text of a freeze still reach the server. Its answer never passes. */
export type Last = "delivered" | "withheld";

interface Trigger {
  readonly text: Buffer;
  readonly last: Last;
  /** How many more times it fires. */
  left: number;
  readonly fire: (connection: ProxiedConnection) => void;
}

export class TcpProxy implements Disposable {
  readonly port = freePort();
  readonly #target: Address;
  readonly #connections = new Set<ProxiedConnection>();
  #listener: Bun.TCPSocketListener<ProxiedConnection> | undefined;
  #frozen = false;
  #trigger: Trigger | undefined;
  #lost = 0;

  /** To a server on this machine. It may be down or come later: its clients then see a connection that closes. */
  constructor(port: number) {
    this.#target = { hostname: "127.0.0.1", port };
    this.#listen();
  }

  /** `url`, by way of this proxy. */
  urlThrough(url: string): string {
    const through = new URL(url);
    through.hostname = "127.0.0.1";
    through.port = String(this.port);
    return through.href;
  }

  /** How many connections are open. */
  get connections(): number {
    return this.#connections.size;
  }

  /** From now on connections, old and new, stay open, and nothing passes: neither bytes nor their end. */
  freeze(): void {
    this.#frozen = true;
  }

  /** Freezes once a client sends `text`; resolves then. */
  freezeOn(text: string, last: Last): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#watchFor(text, last, 1, () => {
      this.#frozen = true;
      resolve();
    });
    return promise;
  }

  /**
   * Loses the next `times` connections on which a client sends `text`: neither that text nor anything later passes, and
   * neither side is notified. Other connections work.
   */
  loseOn(text: string, times = 1): void {
    this.#watchFor(text, "withheld", times, (connection) => {
      connection.isLost = true;
      this.#lost += 1;
    });
  }

  /** Loses every open connection: nothing more passes on it, and neither side is notified. New ones work. */
  lose(): void {
    for (const connection of this.#connections) {
      connection.isLost = true;
      this.#lost += 1;
    }
  }

  /** How many connections were lost. */
  get lost(): number {
    return this.#lost;
  }

  /** New connections are refused; those that are open stay. */
  refuse(): void {
    this.#listener?.stop();
    this.#listener = undefined;
  }

  /** Forwards again; held bytes arrive. */
  forward(): void {
    this.#frozen = false;
    for (const connection of this.#connections) connection.release();
    if (this.#listener === undefined) this.#listen();
  }

  /** Resets every open connection, towards both sides. */
  cut(): void {
    for (const connection of this.#connections) connection.cut();
  }

  /** Throws where a fault was set that never happened: the text of the statement may have changed. */
  [Symbol.dispose](): void {
    this.refuse();
    this.cut();
    if (this.#trigger !== undefined)
      throw new Error(
        `the fault never happened: no client sent ${JSON.stringify(this.#trigger.text.toString())}`,
      );
  }

  #listen(): void {
    this.#listener = Bun.listen<ProxiedConnection>({
      hostname: "127.0.0.1",
      port: this.port,
      socket: {
        open: (client) => {
          const connection: ProxiedConnection = new ProxiedConnection(client, this.#target, {
            mayPass: () => !this.#frozen && !connection.isLost,
            closed: () => this.#connections.delete(connection),
          });
          client.data = connection;
          this.#connections.add(connection);
        },
        data: ({ data: connection }, bytes) => connection.toServer(bytes, this.#mayPass(connection, bytes)),
        drain: ({ data: connection }) => connection.clientDrained(),
        close: ({ data: connection }) => connection.clientClosed(),
      },
    });
  }

  #watchFor(text: string, last: Last, left: number, fire: Trigger["fire"]): void {
    for (const connection of this.#connections) connection.tail = Buffer.alloc(0);
    this.#trigger = { text: Buffer.from(text), last, left, fire };
  }

  /** Whether bytes that a client has just sent reach the server. */
  #mayPass(connection: ProxiedConnection, bytes: Buffer): boolean {
    if (this.#frozen || connection.isLost) return false;
    if (this.#trigger === undefined) return true;
    const { text, last, fire } = this.#trigger;
    // The text may come in two pieces.
    const sent = Buffer.concat([connection.tail, bytes]);
    connection.tail = sent.subarray(Math.max(0, sent.length - text.length + 1));
    if (!sent.includes(text)) return true;
    this.#trigger.left -= 1;
    if (this.#trigger.left === 0) this.#trigger = undefined;
    fire(connection);
    return last === "delivered";
  }
}
