// Large bodies that are being sent: so many for each key, and none to a reader below the minimum rate. In the test's process, so that
// no deadline is waited for.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { Downloads, type DownloadsOptions } from "../../src/http/downloads.ts";
import { BEHIND_MS_MAX, BYTES_PER_S_MIN, MinimumRate } from "../../src/http/minimum-rate.ts";
import { RefusalLog } from "../../src/http/refusal-log.ts";
import { type RunningServer, startServer } from "../../src/http/server.ts";
import type { KeyRecord } from "../../src/inventory/key-store.ts";
import type { LogFields } from "../../src/inventory/log.ts";
import { KeyEndings } from "../../src/keys/key-endings.ts";
import type { Pieces } from "../../src/snapshot/pieces.ts";
import { silent } from "../snapshot/model-inventory.ts";
import { RawConnection, requestOf } from "../support/raw-http.ts";
import { TestClock } from "../support/test-clock.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

const PIECE = new Uint8Array(64 * 1024).fill(0x61);
/** More than the system's buffers take. */
const MANY_PIECES = 400;
const LIMIT = 3;

/** Serves a body of pieces; its query names the key and the number of pieces. */
class Sender implements AsyncDisposable {
  readonly clock = new TestClock(["downloads"]);
  readonly warnings: LogFields[] = [];
  readonly endedKeys = new Set<string>();
  readonly downloads: Downloads;
  readonly #server: RunningServer;
  /** Bodies that have begun and not ended. */
  begun = 0;
  onPiece = () => {};

  constructor(options: Partial<DownloadsOptions> = {}) {
    const log = { ...silent, warn: (_: string, fields: LogFields = {}) => void this.warnings.push(fields) };
    const endings = new KeyEndings((keyId) => !this.endedKeys.has(keyId));
    this.downloads = new Downloads({ keyDownloadsLimit: LIMIT, endings, log, clock: this.clock, ...options });
    const send = ({ url }: Request) => {
      const { searchParams } = new URL(url);
      const id = searchParams.get("key") ?? "";
      const pieces = this.#pieces(Number(searchParams.get("pieces") ?? MANY_PIECES));
      return { etag: 'W/"1"', body: this.downloads.body({ id, name: id } as KeyRecord, pieces) };
    };
    this.#server = startServer({
      host: "127.0.0.1",
      port: 0,
      routes: { "/body": { GET: send }, "/later": { GET: async (request) => send(request) } },
      refusals: new RefusalLog(silent),
      clientOf: () => "127.0.0.1",
    });
  }

  async *#pieces(count: number): Pieces {
    this.begun += 1;
    try {
      for (let at = 0; at < count; at++) {
        this.onPiece();
        yield PIECE;
      }
    } finally {
      this.begun -= 1;
    }
  }

  get url(): string {
    return this.#server.url;
  }

  /** The status of a short body, which is read. */
  async status(key: string, init: RequestInit = {}): Promise<number> {
    const response = await fetch(`${this.url}/body?key=${key}&pieces=2`, init);
    await response.bytes();
    return response.status;
  }

  /** A reader that reads nothing behind the first bytes. */
  async stalled(key: string, path = "/body"): Promise<RawConnection> {
    const connection = await RawConnection.open(this.url);
    connection.send(Buffer.from(requestOf({ method: "GET", path: `${path}?key=${key}` })));
    await until("the first bytes", () => connection.rest.length > 0);
    connection.pause();
    return connection;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.abort();
  }
}

test("a key has so many places, beyond them 429; other keys have their own", async () => {
  await using sender = new Sender();
  using stack = new DisposableStack();
  const readers: RawConnection[] = [];
  for (let at = 0; at < LIMIT; at++) readers.push(stack.use(await sender.stalled("one")));
  const refused = await fetch(`${sender.url}/body?key=one`);
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "1"]);
  expect(await refused.json()).toMatchObject({ code: "rate_limited", status: 429 });
  expect(await sender.status("one", { method: "HEAD" })).toBe(429);
  expect(await sender.status("two")).toBe(200);
  readers[0]?.[Symbol.dispose]();
  await until("a place to be free", async () => (await sender.status("one")) === 200);
});

test.each(["/body", "/later"])("a place is free again after each end of a body at %s", async (path) => {
  await using sender = new Sender();
  const url = `${sender.url}${path}?key=one`;
  for (let round = 0; round < 2 * LIMIT; round++) {
    expect((await (await fetch(`${url}&pieces=3`)).bytes()).length).toBe(3 * PIECE.length);
    expect((await fetch(url, { method: "HEAD" })).status).toBe(200);
    // The reply is replaced by an error, and its body is never opened.
    expect((await fetch(url, { headers: { "If-Match": '"2"' } })).status).toBe(412);
    (await sender.stalled("one", path))[Symbol.dispose]();
    await until("the end of the body", () => sender.downloads.count === 0);
  }
  expect([sender.begun, await sender.status("one")]).toEqual([0, 200]);
});

test("bodies that are being sent to a key that has ended are broken off, and their places are free", async () => {
  await using sender = new Sender();
  using ending = await sender.stalled("one");
  using other = await sender.stalled("two");
  sender.endedKeys.add("one");
  await until("the body to end", () => sender.downloads.count === 1);
  ending.resume();
  await ending.closed();
  // Broken off: without the last chunk, so that no client takes it for the whole list.
  expect(ending.rest.subarray(-5).toString()).not.toBe("0\r\n\r\n");
  expect([sender.begun, other.isClosed, sender.warnings]).toEqual([1, false, []]);
});

test("requests that are left before their response take no places", async () => {
  await using sender = new Sender();
  for (let at = 0; at < 5 * LIMIT; at++) {
    const connection = await RawConnection.open(sender.url);
    connection.send(Buffer.from(requestOf({ method: "GET", path: "/later?key=one" })));
    connection[Symbol.dispose]();
  }
  await until("their end", async () => sender.downloads.count === 0 && (await sender.status("one")) === 200);
});

test("a reader below the minimum rate is cut off, though it reads nothing, and gets no complete body", async () => {
  await using sender = new Sender();
  using reader = await sender.stalled("one");
  // The system's buffers may still be taking bytes.
  await until("the reader to be cut off", async () => {
    sender.clock.advance(BEHIND_MS_MAX);
    await sender.clock.expire("downloads");
    return sender.downloads.count === 0;
  });
  expect([sender.downloads.count, sender.begun]).toEqual([0, 0]);
  expect(sender.warnings).toEqual([{ cause: "rate" }]);
  reader.resume();
  await until("the end of the connection", () => reader.isClosed);
  expect(reader.rest.includes("\r\n0\r\n\r\n")).toBe(false);
});

test("requests run between the pieces that the system's buffers take at once", async () => {
  await using sender = new Sender({ slicePieces: 1 });
  let turns = 0;
  let isCounting = true;
  const count = () => {
    turns += 1;
    if (isCounting) setImmediate(count);
  };
  setImmediate(count);
  const seen: number[] = [];
  sender.onPiece = () => void seen.push(turns);
  using reader = await sender.stalled("one");
  await until("some pieces to be taken", () => seen.length >= 20);
  isCounting = false;
  // Without a pause all of these are of one or two turns of the event loop.
  expect(new Set(seen.slice(0, 20)).size).toBeGreaterThan(10);
  expect(reader.isClosed).toBe(false);
});

describe("a reader", () => {
  let nowMs = 0;

  /** Takes `bytes` each `everyMs`; gives how long until it is too slow, at most an hour. */
  function lasts({ bytes, everyMs, burst = 0 }: { bytes: number; everyMs: number; burst?: number }): number {
    const startedAt = nowMs;
    const reader = new MinimumRate({ now: () => nowMs });
    reader.take(burst);
    for (; nowMs - startedAt < 3_600_000; nowMs += everyMs) {
      if (reader.isTooSlow) return nowMs - startedAt;
      if (nowMs > startedAt) reader.take(bytes);
    }
    return 3_600_000;
  }

  test("at the minimum rate may go on for ever, however its bytes are spread within two minutes", () => {
    for (const everyMs of [1_000, 10_000, 60_000, BEHIND_MS_MAX])
      expect(lasts({ bytes: (BYTES_PER_S_MIN * everyMs) / 1000, everyMs })).toBe(3_600_000);
  });

  test("that takes nothing is too slow after two minutes, whatever buffers took at once before", () => {
    expect(lasts({ bytes: 0, everyMs: 1_000 })).toBe(BEHIND_MS_MAX + 1_000);
    expect(lasts({ bytes: 0, everyMs: 1_000, burst: 8_000_000 })).toBe(BEHIND_MS_MAX + 1_000);
  });

  test("at 500 bytes a second is too slow within three minutes", () => {
    expect(lasts({ bytes: 500, everyMs: 1_000, burst: 8_000_000 })).toBeWithin(BEHIND_MS_MAX, 180_000);
  });
});
