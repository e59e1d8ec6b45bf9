// Clients that hold connections and hardly use them: some are idle, some send a request head byte by byte, some read a
// long list slowly.

import { requestOf } from "../support/raw-http.ts";
import { until } from "../support/until.ts";

export interface SlowClientsOptions {
  readonly url: string;
  readonly key: string;
  readonly idle: number;
  readonly dripping: number;
  readonly reading: number;
}

type Kind = "idle" | "dripping" | "reading";

/** The time between two steps of a client. */
const STEP_MS = 100;
const HALF_A_HEAD = "GET /v1/inventory HTTP/1.1\r\nHost: petstock.example\r\nX-Slow: ";

export class SlowClients implements Disposable {
  /** The number of connections that the service closed, by kind of client. */
  readonly cutOff: Record<Kind, number> = { idle: 0, dripping: 0, reading: 0 };
  /** The shortest life of a connection that the service closed; it counts from before the opening. */
  readonly shortestMs: Record<Kind, number> = { idle: Infinity, dripping: Infinity, reading: Infinity };
  /** Bytes received on connections that never sent a complete request: there should be none. */
  uncalledBytes = 0;
  readBytes = 0;
  lastCutOffAt = 0;
  readonly #sockets: { readonly kind: Kind; readonly socket: Bun.Socket }[] = [];
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #begun = new Set<Bun.Socket>();
  #steps = 0;
  #ended = false;

  private constructor() {
    this.#timer = setInterval(() => this.#step(), STEP_MS);
  }

  static async open({ url, key, ...counts }: SlowClientsOptions): Promise<SlowClients> {
    const clients = new SlowClients();
    const list = requestOf({ method: "GET", path: "/v1/inventory" }, [["Authorization", `Bearer ${key}`]]);
    for (const [kind, first] of [
      ["idle", undefined],
      ["dripping", HALF_A_HEAD],
      ["reading", list],
    ] as const) {
      const opening = Array.from({ length: counts[kind] }, () => clients.#open(url, kind, first));
      await Promise.all(opening);
    }
    // The beginning of a list comes as fast as to other clients.
    await until("all readers to get their first bytes", () => clients.#begun.size === counts.reading);
    return clients;
  }

  /** The number of connections that are open, as far as this side knows. */
  get open(): number {
    return this.#sockets.length - this.cutOff.idle - this.cutOff.dripping - this.cutOff.reading;
  }

  [Symbol.dispose](): void {
    this.#ended = true;
    clearInterval(this.#timer);
    for (const { socket } of this.#sockets) socket.terminate();
  }

  async #open(url: string, kind: Kind, first: string | Uint8Array | undefined): Promise<void> {
    const { hostname, port } = new URL(url);
    const openedAt = performance.now();
    const socket = await Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        data: (from, bytes) => this.#take(kind, from, bytes.length),
        close: () => this.#close(kind, openedAt),
        // A connection that was reset is closed as well.
        error: () => {},
      },
    });
    if (first !== undefined) socket.write(first as Uint8Array);
    this.#sockets.push({ kind, socket });
  }

  #take(kind: Kind, socket: Bun.Socket, length: number): void {
    if (kind === "reading") {
      this.readBytes += length;
      this.#begun.add(socket);
    } else {
      this.uncalledBytes += length;
    }
    // Reads nothing more before the next step.
    socket.pause();
  }

  /** One reader at a time, since each reads up to half a megabyte at once. */
  #step(): void {
    for (const { kind, socket } of this.#sockets) if (kind === "dripping") socket.write("a");
    const readers = this.#sockets.filter(({ kind }) => kind === "reading");
    readers[this.#steps++ % readers.length]?.socket.resume();
  }

  #close(kind: Kind, openedAt: number): void {
    if (this.#ended) return;
    this.cutOff[kind] += 1;
    this.lastCutOffAt = performance.now();
    this.shortestMs[kind] = Math.min(this.shortestMs[kind], this.lastCutOffAt - openedAt);
  }
}
