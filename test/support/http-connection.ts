// HTTP over a single socket, for loads on hundreds of connections. Answers are not validated here.

import { type Found, readAnswer } from "./raw-http.ts";

export interface Expectation {
  /** The method of the request: the answer to HEAD has no body. */
  readonly method: string;
  readonly limitMs?: number;
}

const LIMIT_MS = 30_000;
const NOTHING = Buffer.alloc(0);

export class HttpConnection implements Disposable {
  #socket!: Bun.Socket;
  #received: Buffer = NOTHING;
  #unsent: Buffer = NOTHING;
  #wake: (() => void) | undefined;
  isClosed = false;

  static async open(url: string): Promise<HttpConnection> {
    const { hostname, port } = new URL(url);
    const connection = new HttpConnection();
    connection.#socket = await Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        data: (_, data) => connection.#take(data),
        drain: () => connection.#flush(),
        close: () => connection.#close(),
        // A connection that was reset is a closed one.
        error: () => connection.#close(),
      },
    });
    return connection;
  }

  /** Received bytes that were not yet taken as an answer. */
  get rest(): Buffer {
    return this.#received;
  }

  send(bytes: Uint8Array): void {
    this.#unsent = this.#unsent.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#unsent, bytes]);
    this.#flush();
  }

  /** Ends the sending side (half-close), and keeps reading. */
  finish(): void {
    this.#socket.shutdown();
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** The next complete answer; undefined if the connection ended before. Throws after the limit. */
  async answer({ method, limitMs = LIMIT_MS }: Expectation): Promise<Found | undefined> {
    const bodiless = method === "HEAD";
    const look = () => {
      if (this.#received.length === 0) return undefined;
      const found = readAnswer(this.#received, { bodiless, ended: this.isClosed });
      if (found !== undefined) this.#received = this.#received.subarray(found.length);
      return found;
    };
    return this.#when(look, `the answer to ${method}`, limitMs);
  }

  /** Resolves when the service has closed the connection. Throws after the limit. */
  async closed(limitMs: number = LIMIT_MS): Promise<void> {
    await this.#when(() => undefined, "the end of the connection", limitMs);
  }

  /** Closes the socket without waiting. */
  [Symbol.dispose](): void {
    this.#socket.terminate();
  }

  /** Waits until `look` finds a value, or the connection is closed. */
  async #when<T>(look: () => T | undefined, what: string, limitMs: number): Promise<T | undefined> {
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      this.#wake?.();
    }, limitMs);
    try {
      for (;;) {
        const found = look();
        if (found !== undefined || this.isClosed) return found;
        if (late) throw new Error(`waited ${limitMs} ms for ${what}`);
        const { promise, resolve } = Promise.withResolvers<void>();
        this.#wake = resolve;
        await promise;
      }
    } finally {
      clearTimeout(timer);
    }
  }

  #take(data: Buffer): void {
    // The runtime may use the same memory for the next piece.
    this.#received = this.#received.length === 0 ? Buffer.from(data) : Buffer.concat([this.#received, data]);
    this.#wake?.();
  }

  #flush(): void {
    if (this.isClosed || this.#unsent.length === 0) return;
    const written = this.#socket.write(this.#unsent);
    this.#unsent = this.#unsent.subarray(Math.max(0, written));
  }

  #close(): void {
    this.isClosed = true;
    this.#wake?.();
  }
}
