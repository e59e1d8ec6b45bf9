// HTTP as bytes over TCP: for requests that no correct client sends, for clients that stop reading, and for loads on hundreds of
// connections. `answer` validates against the contract; `next` and `closed` give answers as they came.

import { validateResponse } from "./contract-validator.ts";
import { until } from "./until.ts";

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The Error body's `code`; undefined on success. */
  readonly code: string | undefined;
}

/** The request of an answer: needed to read the answer (HEAD has no body) and to validate it. */
export interface RawQuestion {
  readonly method: string;
  readonly path: string;
}

/** For an answer that is read without its contract. */
interface Expectation {
  /** The answer to HEAD has no body. */
  readonly method: string;
  readonly limitMs?: number;
}

const LIMIT_MS = 30_000;
const NOTHING = Buffer.alloc(0);

export class RawConnection implements Disposable {
  #socket!: Bun.Socket;
  #received: Buffer = NOTHING;
  #unsent: Buffer = NOTHING;
  /** Resolves with the next bytes, or the end. */
  #news = Promise.withResolvers<void>();
  #stalls = false;
  isClosed = false;
  bytesReceived = 0;

  static async open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const connection = new RawConnection();
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

  /** The port of this side. */
  get port(): number {
    return this.#socket.localPort;
  }

  /** Received bytes that were not yet taken as an answer. */
  get rest(): Buffer {
    return this.#received;
  }

  send(data: string | Uint8Array): void {
    const bytes = Buffer.from(data as string, "utf8");
    this.#unsent = this.#unsent.length === 0 ? bytes : Buffer.concat([this.#unsent, bytes]);
    this.#flush();
  }

  /** The next complete answer. Throws if the connection ends before, or the answer violates the contract. */
  async answer({ method, path }: RawQuestion): Promise<RawAnswer> {
    const found = await this.next({ method });
    if (found === undefined)
      throw new Error(`the connection ended within the answer to ${method} ${path}: ${this.rest.toString()}`);
    const { status, headers, body } = found;
    const text = body.toString("utf8");
    validateResponse({ method, path, status, headers, body: text });
    const code = status >= 400 && text !== "" ? (JSON.parse(text) as { code: string }).code : undefined;
    return { status, headers, text, code };
  }

  /** The next complete answer, not validated; undefined if the connection ended before. Throws after the limit. */
  async next({ method, limitMs = LIMIT_MS }: Expectation): Promise<Found | undefined> {
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      this.#wake();
    }, limitMs);
    try {
      for (;;) {
        const found = readAnswer(this.#received, { bodiless: method === "HEAD", ended: this.isClosed });
        if (found !== undefined) this.#received = this.#received.subarray(found.length);
        if (found !== undefined || this.isClosed) return found;
        if (late) throw new Error(`waited ${limitMs} ms for the answer to ${method}`);
        await this.#news.promise;
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits until the service has closed the connection; gives the bytes that were not taken as an answer. */
  async closed(limitMs: number = LIMIT_MS): Promise<string> {
    await until("the service to close the connection", () => this.isClosed, limitMs);
    return this.rest.toString("latin1");
  }

  /** Reads the first bytes and then no more: the rest stays with the service, once the kernel's buffers are full. */
  async stall(): Promise<void> {
    this.#stalls = true;
    await until("the first bytes", () => this.bytesReceived > 0);
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#stalls = false;
    this.#socket.resume();
  }

  /** Ends the sending side (half-close), and keeps reading. */
  finish(): void {
    this.#socket.shutdown();
  }

  /** Closes the socket without waiting, like a client that loses its network. */
  [Symbol.dispose](): void {
    this.#socket.terminate();
  }

  #take(data: Buffer): void {
    // The runtime may use the same memory for the next piece.
    this.#received = this.#received.length === 0 ? Buffer.from(data) : Buffer.concat([this.#received, data]);
    this.bytesReceived += data.length;
    if (this.#stalls) this.#socket.pause();
    this.#wake();
  }

  #flush(): void {
    if (this.isClosed || this.#unsent.length === 0) return;
    const written = this.#socket.write(this.#unsent);
    this.#unsent = this.#unsent.subarray(Math.max(0, written));
  }

  #close(): void {
    this.isClosed = true;
    this.#wake();
  }

  #wake(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }
}

/** A request's bytes. A body gets its `Content-Length`, unless the headers say how long it is. */
export function requestOf(
  { method, path }: RawQuestion,
  headers: readonly (readonly [name: string, value: string])[] = [],
  body: string | Uint8Array = "",
): Buffer {
  const bytes = Buffer.from(body as string, "utf8");
  const saysLength = headers.some(([name]) => /^(?:content-length|transfer-encoding)$/i.test(name));
  const length: [string, string][] =
    saysLength || bytes.length === 0 ? [] : [["Content-Length", `${bytes.length}`]];
  const lines = [["Host", "petstock.example"], ...headers, ...length].map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`, "utf8"), bytes]);
}

/** A body in the chunked coding (RFC 9112, section 7.1). */
export function chunked(...pieces: readonly string[]): string {
  return [...pieces, ""].map((piece) => `${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`).join("");
}

/** An answer found in the received bytes. */
export interface Found {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
  /** The length of the whole answer in bytes. */
  readonly length: number;
}

export interface Reading {
  /** The answer is one to HEAD. */
  readonly bodiless: boolean;
  /** No more bytes will come. */
  readonly ended: boolean;
}

/** The answer at the beginning of `bytes`; undefined while a part of it is missing. */
export function readAnswer(bytes: Buffer, reading: Reading): Found | undefined {
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd < 0) return undefined;
  const [statusLine = "", ...lines] = bytes.toString("latin1", 0, headEnd).split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1]);
  const headers = new Headers(
    lines.map((line) => [line.replace(/:.*$/s, ""), line.replace(/^[^:]*: */, "")]),
  );
  const at = headEnd + 4;
  // "100 Continue" comes before the answer itself.
  if (status < 200) {
    const next = readAnswer(bytes.subarray(at), reading);
    return next && { ...next, length: at + next.length };
  }
  const bodiless = reading.bodiless || status === 204 || status === 304;
  const body = bodiless ? Buffer.alloc(0) : readBody(bytes.subarray(at), headers, reading);
  if (body === undefined) return undefined;
  const isChunked = !bodiless && headers.has("transfer-encoding");
  const decoded = isChunked ? decodeChunked(body) : body;
  return { status, headers, body: decoded, length: at + body.length };
}

/** The body as it is on the wire, which is the beginning of `bytes`; undefined while a part of it is missing. */
function readBody(bytes: Buffer, headers: Headers, { ended }: Reading): Buffer | undefined {
  if (headers.has("transfer-encoding")) {
    const end = chunkedLength(bytes);
    return end === undefined ? undefined : bytes.subarray(0, end);
  }
  const length = headers.get("content-length");
  // Without a length it lasts as long as the connection.
  if (length === null) return ended ? bytes : undefined;
  return bytes.length < Number(length) ? undefined : bytes.subarray(0, Number(length));
}

/** How long a chunked body is on the wire; undefined while its last, empty chunk is missing. */
function chunkedLength(bytes: Buffer): number | undefined {
  for (const { end, size } of chunksOf(bytes)) if (size === 0) return end;
  return undefined;
}

function decodeChunked(bytes: Buffer): Buffer {
  return Buffer.concat([...chunksOf(bytes)].map(({ start, size }) => bytes.subarray(start, start + size)));
}

/** The whole chunks at the beginning of `bytes`. */
function* chunksOf(bytes: Buffer): Generator<{ start: number; size: number; end: number }> {
  for (let at = 0; ;) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd < 0) return;
    const size = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
    const start = lineEnd + 2;
    const end = start + size + 2;
    if (!(end <= bytes.length)) return;
    yield { start, size, end };
    at = end;
  }
}
