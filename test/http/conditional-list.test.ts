// The list's entity tag, what changes it, and the encodings of the list: HEAD and gzip.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import { petstockOrThrow } from "../support/petstock.ts";
import { RawConnection, requestOf } from "../support/raw-http.ts";
import { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";

setDefaultTimeout(60_000);

const LIST = { method: "GET", path: "/v1/inventory" } as const;
const HEADERS_OF_EVERY_LIST = { "Cache-Control": "private, no-cache", Vary: "Accept-Encoding" };

const service = shared(await TestService.start());
const key = await service.makeKey();

async function cli(...args: string[]): Promise<void> {
  await petstockOrThrow([...args, "--database", service.databaseUrl]);
}

/** Replaces the inventory by these rows, from another process. */
async function importRows(rows: readonly string[]): Promise<void> {
  const stdin = ["petId,quantity,status", ...rows].join("\n");
  const options = ["--format", "csv", "--replace", "--database", service.databaseUrl];
  await petstockOrThrow(["import", "-", ...options], { stdin });
}

async function tag(): Promise<string> {
  return (await service.list(key)).headers.get("ETag") ?? "";
}

interface Body {
  readonly bytes: Uint8Array;
  readonly encoding: string | null;
  readonly headers: Headers;
}

/** The list as it is on the wire. */
async function listAs(acceptEncoding: string): Promise<Body> {
  const response = await fetch(service.url + LIST.path, {
    headers: { Authorization: `Bearer ${key}`, "Accept-Encoding": acceptEncoding },
    decompress: false,
  });
  const bytes = await response.bytes();
  return { bytes, encoding: response.headers.get("Content-Encoding"), headers: response.headers };
}

test("an empty inventory is an empty list, in any encoding", async () => {
  expect((await service.list(key)).text).toBe("[]");
  const { bytes } = await listAs("gzip");
  expect(gunzipSync(bytes).toString()).toBe("[]");
});

describe("the list's tag", () => {
  test("stays the same with lists, keys, refused updates and updates without effect", async () => {
    await importRows(["1,5,available", "2,0,sold"]);
    const before = await tag();
    expect(before).toMatch(/^W\/"1-[0-9a-f]{16}"$/);
    const another = await service.makeKey("--name", "another");
    await service.list(another);
    await service.update(another, 1, 5);
    await service.update(another, 1, -1);
    await service.update(another, 3, 1);
    await service.update(another, 1, 6, { "If-Match": '"4-available"' });
    await cli("set", "1", "--quantity", "5");
    await importRows(["1,5,available", "2,0,sold"]);
    expect(await tag()).toBe(before);
  });

  test("changes with every change of any process, and never repeats", async () => {
    const seen = [await tag()];
    const changes = [
      () => service.update(key, 1, 6),
      // The same stock as before, but an old tag must not match again.
      () => service.update(key, 1, 5),
      () => cli("set", "2", "--status", "pending"),
      () => cli("set", "3", "--quantity", "1", "--create"),
      () => importRows(["1,5,available", "2,0,sold"]),
    ];
    for (const change of changes) {
      await change();
      const now = await tag();
      expect(seen).not.toContain(now);
      seen.push(now);
    }
    expect(new Set(seen).size).toBe(1 + changes.length);
  });

  test("is the same with and without compression", async () => {
    const [plain, gzip] = [await listAs("identity"), await listAs("gzip")];
    expect(gzip.encoding).toBe("gzip");
    expect(gzip.headers.get("ETag")).toBe(plain.headers.get("ETag"));
  });
});

describe("If-None-Match", () => {
  test.each([
    ["the tag", (now: string) => now],
    ["the tag in its strong form", (now: string) => now.slice("W/".length)],
    ["a list of tags with it", (now: string) => `"1-1f0c9be2a7d34c55", ${now}, "x"`],
    ["a list with empty elements", (now: string) => ` ,, ${now},`],
    ["*", () => "*"],
  ])("gives a 304 without body for %s", async (_, header) => {
    const now = await tag();
    for (const method of ["GET", "HEAD"]) {
      const answer = await service.ask(method, LIST.path, { key, headers: { "If-None-Match": header(now) } });
      expect([answer.status, answer.text]).toEqual([304, ""]);
      expect(answer.headers.get("ETag")).toBe(now);
      expect(answer.headers.has("Content-Length")).toBe(false);
      for (const [name, value] of Object.entries(HEADERS_OF_EVERY_LIST))
        expect(answer.headers.get(name)).toBe(value);
    }
  });

  test.each([
    ["an older tag", 'W/"1-1f0c9be2a7d34c55"'],
    ["the revision with another nonce", undefined],
    ["an item's tag", '"5-available"'],
    ["an empty tag", '""'],
  ])("gives the list for %s", async (_, header) => {
    const now = await tag();
    const other = header ?? now.replace(/-.{16}/, "-0000000000000000");
    const answer = await service.list(key, { "If-None-Match": other });
    expect([answer.status, answer.headers.get("ETag")]).toEqual([200, now]);
    expect(answer.text).toStartWith('[{"petId":1,');
  });

  test("with the tag from before a change gives the changed list", async () => {
    const before = await tag();
    await service.update(key, 1, 8);
    const answer = await service.list(key, { "If-None-Match": before });
    expect([answer.status, answer.text.includes('{"petId":1,"quantity":8,')]).toEqual([200, true]);
  });
});

describe("If-Match", () => {
  test("of a list never matches its weak tag, and the message says so; `*` matches", async () => {
    const now = await tag();
    for (const method of ["GET", "HEAD"]) {
      const asked = (tags: string, more = {}) =>
        service.ask(method, LIST.path, { key, headers: { "If-Match": tags, ...more } });
      for (const tags of [now, now.slice("W/".length), '"5-available"']) {
        // Also with If-None-Match, which comes after it (RFC 9110, section 13.2.2).
        for (const refused of [await asked(tags), await asked(tags, { "If-None-Match": now })]) {
          expect([refused.status, refused.headers.get("ETag")]).toEqual([412, now]);
          if (method === "GET") expect(refused.code).toBe("precondition_failed");
          if (method === "GET") expect(refused.text).toContain("is weak, and a weak tag never matches");
        }
      }
      expect((await asked("*")).status).toBe(200);
      expect((await asked("*", { "If-None-Match": now })).status).toBe(304);
      expect((await asked("oops")).status).toBe(400);
    }
  });

  test("comes after the checks of the request, and concerns no address without a tag", async () => {
    const headers = { "If-Match": '"x"' };
    expect((await service.ask("GET", LIST.path, { headers })).status).toBe(401);
    expect((await service.ask("GET", "/nothing", { headers })).status).toBe(404);
    expect((await service.ask("GET", "/livez", { headers })).status).toBe(200);
  });

  test("of an entry and of a page matches the strong tag", async () => {
    for (const path of ["/admin/v1/inventory/1", "/admin/v1/labels", "/openapi.json"]) {
      const strong = (await service.ask("GET", path, { key })).headers.get("ETag")!;
      const statuses = [strong, `"x", ${strong}`, '"x"', `W/${strong}`].map(async (tags) => {
        return (await service.ask("GET", path, { key, headers: { "If-Match": tags } })).status;
      });
      expect(await Promise.all(statuses)).toEqual([200, 200, 412, 412]);
    }
  });
});

describe("gzip", () => {
  test.each([
    ["gzip", "gzip"],
    ["GZIP", "gzip"],
    ["gzip, deflate, br, zstd", "gzip"],
    ["br;q=1.0, gzip;q=0.8, *;q=0.1", "gzip"],
    ["gzip;q=0.5, identity;q=0.5", "gzip"],
    ["gzip;q=0.001", "gzip"],
    ["*", "gzip"],
    ["*;q=0.5, identity;q=0.1", "gzip"],
    ["identity", null],
    ["", null],
    ["br, deflate", null],
    ["gzip;q=0", null],
    ["gzip;q=0.0, identity", null],
    ["gzip;q=0, *", null],
    ["*;q=0", null],
    ["identity, gzip;q=0.5", null],
    ["nonsense;;;=,", null],
  ])("is chosen by Accept-Encoding: %p gives %p", async (accepted, encoding) => {
    const body = await listAs(accepted);
    expect(body.encoding).toBe(encoding);
    for (const [name, value] of Object.entries(HEADERS_OF_EVERY_LIST))
      expect(body.headers.get(name)).toBe(value);
    const text = encoding === null ? new TextDecoder().decode(body.bytes) : gunzipSync(body.bytes).toString();
    expect(text).toBe((await service.list(key)).text);
  });

  test("is used only on request", async () => {
    using connection = await RawConnection.open(service.url);
    connection.send(requestOf(LIST, [["Authorization", `Bearer ${key}`]]));
    const { headers } = await connection.answer(LIST);
    expect(headers.has("Content-Encoding")).toBe(false);
  });
});

describe("HEAD", () => {
  test.each(["identity", "gzip"])("has the headers of GET with %s, and no body", async (encoding) => {
    const get = await listAs(encoding);
    using connection = await RawConnection.open(service.url);
    const headers = [["Authorization", `Bearer ${key}`] as const, ["Accept-Encoding", encoding] as const];
    connection.send(requestOf({ ...LIST, method: "HEAD" }, headers));
    // A body would make the reader fail on this response.
    connection.send(requestOf({ method: "GET", path: "/livez" }));
    const head = await connection.answer({ ...LIST, method: "HEAD" });
    await connection.answer({ method: "GET", path: "/livez" });
    expect(head.status).toBe(200);
    const date = Date.parse(head.headers.get("Date") ?? "");
    expect(Math.abs(date - Date.parse(get.headers.get("Date") ?? ""))).toBeLessThan(60_000);
    for (const name of ["ETag", "Cache-Control", "Vary", "Content-Type", "Content-Encoding"]) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
    // Optional; if present, it is the length of GET's body (RFC 9110, section 8.6).
    const length = head.headers.get("Content-Length") ?? `${get.bytes.length}`;
    expect(length).toBe(`${get.bytes.length}`);
  });

  test("needs a key, like GET", async () => {
    expect((await service.ask("HEAD", LIST.path)).status).toBe(401);
  });
});
