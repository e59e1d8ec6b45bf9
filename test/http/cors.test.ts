// CORS: only pages of allowed origins may use the API, and they can read errors too.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { type Answer, TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";

setDefaultTimeout(60_000);

const SHOP = "https://shop.example";
const OTHER = "https://other.example";
const PREFLIGHT = {
  "Access-Control-Request-Method": "PATCH",
  "Access-Control-Request-Headers": "authorization",
};

const args = ["--cors-origin", `${SHOP}, http://localhost:3000`];
const service = shared(await TestService.start({ rows: ["1,5,available"], args }));
const key = await service.makeKey();

function corsOf({ headers }: Answer): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name.startsWith("access-control-")));
}

describe("a page of an allowed origin", () => {
  test("gets a preflight response with methods, headers and lifetime, without a key", async () => {
    for (const [path, methods] of [
      ["/v1/inventory", "GET, HEAD, OPTIONS"],
      ["/v1/inventory/1", "PATCH, OPTIONS"],
    ] as const) {
      const answer = await service.ask("OPTIONS", path, { headers: { Origin: SHOP, ...PREFLIGHT } });
      expect([answer.status, answer.headers.get("Vary")]).toEqual([204, "Origin"]);
      expect(corsOf(answer)).toEqual({
        "access-control-allow-origin": SHOP,
        "access-control-allow-methods": methods,
        "access-control-allow-headers":
          "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, Petstock-Reason, Petstock-Note, X-Request-Id, MCP-Protocol-Version, Mcp-Method, Mcp-Name",
        "access-control-max-age": "7200",
      });
    }
  });

  test("may read every response and its headers", async () => {
    const headers = { Origin: SHOP };
    const list = await service.list(key, headers);
    const answers = [
      list,
      await service.list(key, { ...headers, "If-None-Match": list.headers.get("ETag")! }),
      await service.update(key, 1, 5, headers),
      await service.update(key, 7, 5, headers),
      await service.ask("GET", "/v1/inventory", { headers }),
      await service.list("petstock_wrong", headers),
      await service.ask("DELETE", "/v1/inventory", { headers }),
      await service.ask("GET", "/v1/nothing", { headers }),
      await service.ask("OPTIONS", "/v1/inventory", { headers }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 304, 200, 404, 401, 401, 405, 404, 204]);
    for (const answer of answers) {
      expect(corsOf(answer)).toEqual({
        "access-control-allow-origin": SHOP,
        "access-control-expose-headers":
          "ETag, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Idempotency-Replayed, WWW-Authenticate, Allow, Accept-Patch",
      });
      expect(answer.headers.get("Vary")).toEndWith("Origin");
    }
    expect(list.headers.get("Vary")).toBe("Accept-Encoding, Origin");
  });

  test("is one of several, each with its own origin in the header", async () => {
    const answer = await service.list(key, { Origin: "http://localhost:3000" });
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("http://localhost:3000");
  });
});

test.each([
  OTHER,
  "https://shop.example.evil.example",
  "http://shop.example",
  "https://SHOP.example",
  "null",
  "",
])("a page at %j gets no access", async (origin) => {
  const preflight = await service.ask("OPTIONS", "/v1/inventory", {
    headers: { Origin: origin, ...PREFLIGHT },
  });
  const list = await service.list(key, { Origin: origin });
  expect([corsOf(preflight), corsOf(list)]).toEqual([{}, {}]);
  expect(list.headers.get("Vary")).toBe("Accept-Encoding, Origin");
});

test("addresses outside the API have no CORS headers", async () => {
  for (const path of ["/livez", "/openapi.json", "/nothing"]) {
    expect(corsOf(await service.ask("GET", path, { headers: { Origin: SHOP } }))).toEqual({});
  }
});

test("with * every origin has access, without the setting none", async () => {
  await using open = await TestService.start({ args: ["--cors-origin", "*"] });
  const answer = await open.ask("GET", "/v1/inventory", { headers: { Origin: OTHER } });
  expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect(answer.headers.has("Vary")).toBe(false);
  await using closed = await TestService.start();
  const list = await closed.list(await closed.makeKey(), { Origin: SHOP });
  expect([corsOf(list), list.headers.get("Vary")]).toEqual([{}, "Accept-Encoding"]);
});
