// Static files of the service as clients see them: pages, scripts, styles, the contract.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { validateResponse } from "../support/contract-validator.ts";
import { TestService } from "../support/service.ts";

setDefaultTimeout(60_000);

const ROOT = join(import.meta.dir, "../..");
/** Each contract: its file, and its address without the extension. */
const CONTRACTS = [
  ["openapi.yaml", "/openapi"],
  ["admin.yaml", "/admin/openapi"],
] as const;
const VENDORED = join(ROOT, "vendor/scalar");
const STRONG_TAG = /^"[0-9a-f]{32}(?:-gzip)?"$/;

let service: TestService;
/** Files of the reference's page, found by the hashes in their names. */
let files: string[];

beforeAll(async () => {
  service = await TestService.start();
  const html = await (await fetch(`${service.url}/docs`)).text();
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!);
  const script = await (await fetch(service.url + named.find((path) => path.endsWith(".js")))).text();
  files = [...named, ...[...script.matchAll(/\/assets\/[^"'`]+/g)].map(([path]) => path)];
});

afterAll(() => service[Symbol.asyncDispose]());

interface Got {
  readonly status: number;
  readonly headers: Headers;
  /** As sent: not decompressed. */
  readonly bytes: Uint8Array;
}

async function get(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Got> {
  const response = await fetch(service.url + path, {
    method,
    headers: { "Accept-Encoding": "identity", ...headers },
    decompress: false,
  });
  const got = { status: response.status, headers: response.headers, bytes: await response.bytes() };
  const body = got.status >= 400 ? new TextDecoder().decode(got.bytes) : "";
  validateResponse({ method, path, status: got.status, headers: got.headers, body });
  return got;
}

const PATHS = ["/docs", "/openapi.yaml", "/openapi.json", "/admin/openapi.yaml", "/admin/openapi.json"];

describe("every file", () => {
  test("of the page exists: icon, style, script, and those of the reference", () => {
    expect(files.map((path) => path.replace(/-[0-9a-z]{8}\./, "."))).toEqual([
      "/assets/icon.svg",
      "/assets/chunk.css",
      "/assets/chunk.js",
      "/assets/standalone.js",
    ]);
  });

  test("that is vendored is served unchanged", async () => {
    const sent = new Bun.CryptoHasher("sha256").update((await get(files.at(-1)!)).bytes).digest("hex");
    expect(readFileSync(join(VENDORED, "README.md"), "utf8")).toContain(sent);
  });

  test("needs no key, and has a restrictive content security policy", async () => {
    for (const path of [...PATHS, ...files]) {
      const { status, headers } = await get(path);
      expect(status).toBe(200);
      expect(headers.toJSON()).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        vary: "Accept-Encoding",
      });
      expect(headers.get("etag")).toMatch(STRONG_TAG);
    }
  });

  test("is cached permanently if its name contains a hash, and revalidated otherwise", async () => {
    for (const path of PATHS) expect((await get(path)).headers.get("cache-control")).toBe("no-cache");
    for (const path of files) {
      expect((await get(path)).headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    }
  });

  test("is compressed if accepted, with a separate tag, and equals the uncompressed file", async () => {
    for (const path of ["/openapi.yaml", files.at(-1)!]) {
      const plain = await get(path);
      const gzip = await get(path, { "Accept-Encoding": "br, gzip;q=0.5" });
      expect(plain.headers.has("content-encoding")).toBe(false);
      expect(gzip.headers.get("content-encoding")).toBe("gzip");
      expect(gzip.bytes.length).toBeLessThan(plain.bytes.length / 3);
      expect(Buffer.compare(gunzipSync(gzip.bytes), plain.bytes)).toBe(0);
      expect(gzip.headers.get("etag")).not.toBe(plain.headers.get("etag"));
      expect(Number(gzip.headers.get("content-length"))).toBe(gzip.bytes.length);
    }
  });

  test("is a 304 if the client has it in the negotiated encoding", async () => {
    for (const path of [...PATHS, ...files]) {
      for (const encoding of ["identity", "gzip"]) {
        const etag = (await get(path, { "Accept-Encoding": encoding })).headers.get("etag")!;
        for (const held of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
          const { status, headers, bytes } = await get(path, {
            "Accept-Encoding": encoding,
            "If-None-Match": held,
          });
          expect([status, bytes.length, headers.get("etag")]).toEqual([304, 0, etag]);
          expect(headers.has("content-type") || headers.has("content-encoding")).toBe(false);
        }
      }
      expect((await get(path, { "If-None-Match": '"other"' })).status).toBe(200);
    }
  });

  test("answers HEAD like GET, OPTIONS with Allow, and other methods with 405", async () => {
    for (const path of [...PATHS, ...files]) {
      const { headers, bytes } = await get(path);
      const head = await get(path, {}, "HEAD");
      expect([head.status, head.bytes.length]).toEqual([200, 0]);
      expect(head.headers.get("content-length")).toBe(String(bytes.length));
      expect(head.headers.get("etag")).toBe(headers.get("etag"));
      const options = await get(path, {}, "OPTIONS");
      expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
      const post = await get(path, {}, "POST");
      expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    }
  });
});

test("the page loads nothing from other hosts, and cannot be framed", async () => {
  const policy = (await get("/docs")).headers.get("content-security-policy")!;
  expect(policy.split("; ").toSorted()).toEqual([
    "base-uri 'none'",
    "default-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "img-src 'self' data:",
    "object-src 'none'",
    "style-src 'self' 'unsafe-inline'",
  ]);
});

test("an unknown address gets an Error body", async () => {
  for (const path of ["/assets/", "/assets/nothing.js", `${files[0]}x`, "/docs/", "/openapi.yml"]) {
    const { status, bytes } = await get(path);
    const { code, message } = JSON.parse(new TextDecoder().decode(bytes));
    expect([status, code]).toEqual([404, "route_not_found"]);
    expect(message).toContain("GET /docs");
  }
  expect((await get("/docs", { "If-None-Match": "no tag" })).status).toBe(400);
});

describe.each(CONTRACTS)("the contract %s", (file, path) => {
  const yaml = readFileSync(join(ROOT, file), "utf8");

  test("is served unchanged", async () => {
    const { headers, bytes } = await get(`${path}.yaml`);
    expect(headers.get("content-type")).toBe("application/yaml");
    expect(new TextDecoder().decode(bytes)).toBe(yaml);
  });

  test("is available as JSON", async () => {
    const { headers, bytes } = await get(`${path}.json`);
    expect(headers.get("content-type")).toBe("application/json");
    expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual(Bun.YAML.parse(yaml));
  });
});
