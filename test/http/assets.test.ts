// Static files of the service as clients see them: pages, scripts, styles, the contract.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { pythonWheel } from "../../scripts/python-wheel.ts";
import { wheelPath } from "../../src/pages/client-package.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { validateResponse } from "../support/contract-validator.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { shared } from "../support/shared.ts";

setDefaultTimeout(60_000);

const ROOT = join(import.meta.dir, "../..");
/** Each contract: its file, and its address without the extension. */
const CONTRACTS = [
  ["openapi.yaml", "/openapi"],
  ["admin.yaml", "/admin/openapi"],
] as const;
const VENDORED = join(ROOT, "vendor/scalar");
const STRONG_TAG = /^"[0-9a-f]{32}(?:-gzip|-br)?"$/;

const service = shared(await TestService.start());
const version = await service.version();
const WHEEL_PATH = wheelPath(version);
const html = await (await fetch(`${service.url}/docs/try`)).text();
const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!);
const script = await (await fetch(service.url + named.find((path) => path.endsWith(".js")))).text();
/** Files of the reference's page, found by the hashes in their names. */
const files = [...named, ...[...script.matchAll(/\/assets\/[^"'`]+/g)].map(([path]) => path)];

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

const PATHS = [
  "/docs",
  "/docs/try",
  "/data-worker.js",
  "/import-worker.js",
  "/service-worker.js",
  "/openapi.yaml",
  "/openapi.json",
  "/openapi-3.0.json",
  "/admin/openapi-3.0.json",
  "/admin/openapi.yaml",
  "/admin/openapi.json",
  "/client.tgz",
  WHEEL_PATH,
];

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
      const gzip = await get(path, { "Accept-Encoding": "br;q=0.5, gzip" });
      expect(plain.headers.has("content-encoding")).toBe(false);
      expect(gzip.headers.get("content-encoding")).toBe("gzip");
      expect(gzip.bytes.length).toBeLessThan(plain.bytes.length / 3);
      expect(Buffer.compare(gunzipSync(gzip.bytes), plain.bytes)).toBe(0);
      expect(gzip.headers.get("etag")).not.toBe(plain.headers.get("etag"));
      expect(Number(gzip.headers.get("content-length"))).toBe(gzip.bytes.length);
    }
  });

  test("is compressed with Brotli if accepted, once that is computed, and with gzip until then", async () => {
    const path = "/openapi.yaml";
    const accepted = { "Accept-Encoding": "gzip, deflate, br" };
    const [plain, gzip] = [await get(path), await get(path, { "Accept-Encoding": "gzip" })];
    const only = await get("/admin/openapi.yaml", { "Accept-Encoding": "br" });
    expect([null, "br"]).toContain(only.headers.get("content-encoding"));
    const brotli = await until("the file in Brotli", async () => {
      const got = await get(path, accepted);
      if (got.headers.get("content-encoding") === "br") return got;
      expect(got.headers.get("etag")).toBe(gzip.headers.get("etag"));
      return undefined;
    });
    expect(brotli.bytes.length).toBeLessThan(gzip.bytes.length);
    expect(Buffer.compare(brotliDecompressSync(brotli.bytes), plain.bytes)).toBe(0);
    const etag = brotli.headers.get("etag")!;
    expect([plain, gzip].map(({ headers }) => headers.get("etag"))).not.toContain(etag);
    expect((await get(path, { ...accepted, "If-None-Match": etag })).status).toBe(304);
    expect((await get(path, { "Accept-Encoding": "gzip", "If-None-Match": etag })).status).toBe(200);
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

test("the client's package is an archive of this version, sent as it is whatever the client accepts", async () => {
  const plain = await get("/client.tgz");
  expect(plain.headers.get("content-type")).toBe("application/gzip");
  const packed = await new Bun.Archive(plain.bytes).files();
  expect(JSON.parse(await packed.get("package/package.json")!.text())).toMatchObject({
    name: "petstock-client",
    version,
  });
  expect([...packed.keys()]).toContain("package/dist/index.js");
  for (const encoding of ["gzip", "br"]) {
    const { headers, bytes } = await get("/client.tgz", { "Accept-Encoding": encoding });
    expect(headers.has("content-encoding")).toBe(false);
    expect(headers.get("etag")).toBe(plain.headers.get("etag"));
    expect(Buffer.compare(bytes, plain.bytes)).toBe(0);
  }
});

test("the Python client is the same wheel each time, under the name that pip demands, to which the short address leads", async () => {
  const { status, headers } = await fetch(`${service.url}/client.whl`, { redirect: "manual" });
  expect([status, headers.get("location")]).toEqual([302, WHEEL_PATH]);
  expect(WHEEL_PATH).toMatch(
    /^\/petstock-\d+\.\d+\.\d+(?:\.dev0(?:\+g[0-9a-f]{7}(?:\.dirty)?)?|(?:a|b|rc)\d+)?-py3-none-any\.whl$/,
  );
  expect((await get(WHEEL_PATH.replace("+", "%2B"))).status).toBe(200);
  const wheel = await get(WHEEL_PATH);
  expect(wheel.headers.get("content-type")).toBe("application/octet-stream");
  expect(Buffer.compare(wheel.bytes, pythonWheel(version))).toBe(0);
});

test("pages and workers load nothing from other hosts, and cannot be framed", async () => {
  const always = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "object-src 'none'"];
  const page = ["default-src 'self'"];
  const worker = ["connect-src 'self'", "default-src 'none'", "script-src 'self'"];
  // Scalar has its styles and icons inside its script.
  const scalar = [...page, "img-src 'self' data:", "style-src 'self' 'unsafe-inline'"];
  for (const [path, own] of [
    ["/", page],
    ["/count", page],
    ["/docs", page],
    ["/docs/try", scalar],
    ["/data-worker.js", worker],
    ["/import-worker.js", worker],
    ["/service-worker.js", worker],
  ] as const) {
    const policy = (await get(path)).headers.get("content-security-policy")!;
    expect([path, ...policy.split("; ").toSorted()]).toEqual([path, ...[...always, ...own].toSorted()]);
  }
});

test("a browser that opens an unknown address gets a page with 404; clients of the API get an Error body", async () => {
  const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
  const ask = (path: string, accept: string, method = "GET") =>
    fetch(service.url + path, { method, headers: { Accept: accept } });
  const page = await ask("/nowhere", browser);
  expect([page.status, page.headers.get("Content-Type")]).toEqual([404, "text/html; charset=utf-8"]);
  expect(page.headers.get("Cache-Control")).toBe("no-store");
  expect(page.headers.get("X-Request-Id")).toBeTruthy();
  expect(await page.text()).toContain('<a href="/">Inventory</a>');
  for (const [path, accept, method] of [
    ["/nowhere", "*/*"],
    ["/nowhere", "application/json, text/html;q=0.5"],
    ["/nowhere", browser, "POST"],
    ["/v1/nowhere", browser],
    ["/admin/v1/nowhere", browser],
  ] as const) {
    const answer = await ask(path, accept, method);
    expect([path, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      path,
      404,
      "route_not_found",
    ]);
  }
});

test("an unknown address gets an Error body", async () => {
  for (const path of [
    "/assets/",
    "/assets/nothing.js",
    `${files[0]}x`,
    "/docs/",
    "/docs/try/",
    "/openapi.yml",
  ]) {
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
