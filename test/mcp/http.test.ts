// The Model Context Protocol over HTTP: who may use it, what it says where the protocol does not begin, and that any server of the
// inventory takes a confirmation.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { ENGINES, EngineDatabase } from "../cli/engine-database.ts";
import { KEY_CALLS_MAX } from "../../src/mcp/calls.ts";
import { scrape, WITH_METRICS } from "../support/metrics.ts";
import { RawConnection, requestOf } from "../support/raw-http.ts";
import { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";
import { until } from "../support/until.ts";
import { Assistant } from "./assistant.ts";

setDefaultTimeout(60_000);

const PAGE = "https://shop.example";
const args = ["--cors-origin", PAGE, ...WITH_METRICS];
const service = shared(await TestService.start({ rows: ["1,10,available", "2,20,available"], args }));
const key = await service.makeKey("--role", "manager");

const LIST_TOOLS = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const SALE = { changes: [{ petId: 1, by: -1 }] };

const META_OF_2026 = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

interface Posted {
  readonly url?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A request as a host sends it; `headers` replace its own. */
function post({ url = service.url, method = "POST", headers = {}, body }: Posted = {}): Promise<Response> {
  return fetch(new URL("/mcp", url), {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      ...headers,
    },
    ...(method === "POST" && { body: body ?? JSON.stringify(LIST_TOOLS) }),
  });
}

/** The message of an answer, in either form of the protocol. */
async function messageOf(answer: Response): Promise<any> {
  const text = await answer.text();
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
}

describe("it speaks", () => {
  test.each(["2025-03-26", "2025-06-18", "2025-11-25"])("the protocol of %s", async (protocolVersion) => {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: "raw", version: "1" } };
    const answer = await post({ body: JSON.stringify({ ...LIST_TOOLS, method: "initialize", params }) });
    expect(answer.status).toBe(200);
    const { result } = await messageOf(answer);
    expect(result).toMatchObject({ protocolVersion, serverInfo: { name: "petstock" } });
    expect(result.instructions).toContain('The API key "test" has the role manager.');
    const { result: listed } = await messageOf(
      await post({ headers: { "MCP-Protocol-Version": protocolVersion } }),
    );
    expect(listed.tools.map(({ name }: { name: string }) => name)).toEqual([
      "list",
      "find",
      "history",
      "change",
      "undo",
    ]);
  });

  test("the protocol of 2026, and has nothing to subscribe to", async () => {
    await using assistant = await Assistant.start({
      url: service.url,
      key,
      transport: "http",
      negotiation: "auto",
    });
    expect(assistant.client.getProtocolEra()).toBe("modern");
    expect((await assistant.call("list"))["inventory"].pets).toBe(2);
    const listen = {
      method: "subscriptions/listen",
      params: { notifications: { toolsListChanged: true }, _meta: META_OF_2026 },
    };
    const headers = { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": listen.method };
    const answer = await post({ headers, body: JSON.stringify({ ...LIST_TOOLS, ...listen }) });
    expect((await messageOf(answer)).error.message).toContain("limit");
  });
});

describe("before the protocol begins, it answers as the service does:", () => {
  test.each<[string, Posted, number, string]>([
    ["no key", { headers: { Authorization: "" } }, 401, "missing_api_key"],
    ["a wrong key", { headers: { Authorization: "Bearer petstock_no" } }, 401, "invalid_api_key"],
    ["GET", { method: "GET" }, 405, "method_not_allowed"],
    ["DELETE", { method: "DELETE" }, 405, "method_not_allowed"],
    ["another media type", { headers: { "Content-Type": "text/csv" } }, 415, "unsupported_media_type"],
    ["a long body", { body: JSON.stringify(" ".repeat(262_144)) }, 413, "body_too_large"],
  ])("%s", async (_, posted, status, code) => {
    const answer = await post(posted);
    expect([answer.status, await answer.json()]).toMatchObject([status, { code, status }]);
    expect(answer.headers.get("X-Request-Id")).toBeString();
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
  });

  test("a key that was revoked", async () => {
    const admin = await service.makeKey("--role", "admin");
    const { text } = await service.ask("POST", "/admin/v1/keys", {
      key: admin,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ name: "ended", role: "reader" }),
    });
    const ended: { id: string; key: string } = JSON.parse(text);
    await using assistant = await Assistant.start({ url: service.url, key: ended.key, transport: "http" });
    await assistant.call("list");
    await service.ask("DELETE", `/admin/v1/keys/${ended.id}`, { key: admin });
    expect(await assistant.call("list").catch(String)).toContain("revoked");
  });
});

test("it is only at its address as it is written, so that a proxy can deny it", async () => {
  for (const path of ["/%6Dcp", "/mcp/", "/MCP"]) {
    const answer = await fetch(new URL(path, service.url), { method: "POST", body: "{}" });
    expect([path, answer.status]).toEqual([path, 404]);
  }
});

test.each<[string, string, number]>([
  ["{", "-32700", 400],
  ["[]", "-32600", 400],
  ["{}", "-32600", 400],
  ['"text"', "-32600", 400],
])("%s is refused as the protocol says", async (body, code, status) => {
  const answer = await post({ body });
  expect(answer.status).toBe(status);
  expect(String((await messageOf(answer)).error.code)).toBe(code);
});

describe("a page", () => {
  test("of an allowed origin may use it", async () => {
    const preflight = await fetch(new URL("/mcp", service.url), {
      method: "OPTIONS",
      headers: { Origin: PAGE, "Access-Control-Request-Method": "POST" },
    });
    expect(preflight.headers.get("Access-Control-Allow-Headers")).toContain("MCP-Protocol-Version");
    const answer = await post({ headers: { Origin: PAGE } });
    expect([answer.status, answer.headers.get("Access-Control-Allow-Origin")]).toEqual([200, PAGE]);
  });

  test("of another origin may not, even with a key", async () => {
    const answer = await post({ headers: { Origin: "http://rebound.example" } });
    expect([answer.status, await answer.json()]).toMatchObject([
      403,
      { error: { message: expect.stringContaining("--cors-origin") } },
    ]);
  });
});

test("a change is in the ledger with the key, and the request id that the host was told", async () => {
  const call = async (changeSet: object) => {
    const params = { name: "change", arguments: changeSet };
    const answer = await post({ body: JSON.stringify({ ...LIST_TOOLS, method: "tools/call", params }) });
    const { result } = await messageOf(answer);
    return { requestId: answer.headers.get("X-Request-Id"), ...JSON.parse(result.content[0].text) };
  };
  const { confirm } = await call(SALE);
  const { requestId, revision } = await call({ ...SALE, confirm });
  const { text } = await service.ask("GET", `/admin/v1/movements?requestId=${requestId}`, { key });
  expect(JSON.parse(text).movements).toMatchObject([{ petId: 1, revision, actor: "key:test", requestId }]);
});

describe.each(ENGINES)("on %s, a confirmation", async (engine) => {
  const database = shared(await EngineDatabase.of(engine, "1,10,available"));
  const [one, other] = [shared(await database.serve()), shared(await database.serve())];
  const ownKey = await database.makeKey("--name", "one", "--role", "manager");
  const over = (url: string, apiKey = ownKey) => Assistant.start({ url, key: apiKey, transport: "http" });

  test("is known to every server of the inventory, and applied once", async () => {
    await using first = await over(one.url);
    await using second = await over(other.url);
    const { confirm } = await first.call("change", SALE);
    const applied = await second.call("change", { ...SALE, confirm });
    expect(applied).toMatchObject({ applied: true, updated: 1 });
    expect(await first.call("change", { ...SALE, confirm })).toEqual(applied);
    expect((await first.call("find", { petId: 1 }))["pets"]).toMatchObject([{ quantity: 9 }]);
  });

  test("is none of another key", async () => {
    await using first = await over(one.url);
    await using stranger = await over(
      one.url,
      await database.makeKey("--name", "stranger", "--role", "manager"),
    );
    const { confirm } = await first.call("change", SALE);
    expect(await stranger.failure("change", { ...SALE, confirm })).toContain("not of a preview");
  });
});

test("a tool's requests count as those of its key, and the protocol's do not take the places of requests in flight", async () => {
  await using limited = await TestService.start({
    rows: ["1,10,available"],
    args: ["--rate-limit", "6/h", "--requests-limit", "1"],
  });
  const own = await limited.makeKey("--role", "reader");
  await using assistant = await Assistant.start({ url: limited.url, key: own, transport: "http" });
  const left = async () => {
    const { headers } = await limited.list(own);
    return Number(/r=(\d+)/.exec(headers.get("RateLimit")!)![1]);
  };
  // Two for the handshake, one for this list.
  expect(await left()).toBe(3);
  // The call, and its read of the pet.
  expect((await assistant.call("find", { petId: 1 }))["pets"]).toHaveLength(1);
  expect(await left()).toBe(0);
  const answer = await post({ url: limited.url, headers: { Authorization: `Bearer ${own}` } });
  expect([answer.status, await answer.json()]).toMatchObject([429, { code: "rate_limited" }]);
  expect(answer.headers.get("RateLimit-Policy")).toBe('"key";q=6;w=3600');
});

test("a key with too many calls under way is told so, and other keys are not", async () => {
  const [busy, other] = [
    await service.makeKey("--role", "reader"),
    await service.makeKey("--role", "reader"),
  ];
  const headers = [
    ["Authorization", `Bearer ${busy}`],
    ["Content-Type", "application/json"],
    ["Content-Length", "100"],
  ] as const;
  const held = await Promise.all(
    Array.from({ length: KEY_CALLS_MAX }, async () => {
      const connection = await RawConnection.open(service.url);
      // Its body never comes.
      connection.send(requestOf({ method: "POST", path: "/mcp" }, headers));
      return connection;
    }),
  );
  const statusOf = async (apiKey: string) =>
    (await post({ headers: { Authorization: `Bearer ${apiKey}` } })).status;
  await until("the limit to be reached", async () => (await statusOf(busy)) === 429);
  expect(await statusOf(other)).toBe(200);
  for (const connection of held) connection[Symbol.dispose]();
  await until("the places to be free again", async () => (await statusOf(busy)) === 200);
});

test("its requests have a name in the metrics", async () => {
  expect((await post()).status).toBe(200);
  const { values } = await scrape(service);
  expect(values.get('petstock_requests_total{operation="mcp",status="200"}')).toBeGreaterThan(0);
});

test("many assistants at once each get their own answers", async () => {
  const keys = await Promise.all(
    ["reader", "clerk", "manager"].map((role) => service.makeKey("--role", role)),
  );
  const counts = await Promise.all(
    Array.from({ length: 30 }, async (_, i) => {
      await using assistant = await Assistant.start({
        url: service.url,
        key: keys[i % 3]!,
        transport: "http",
      });
      expect((await assistant.call("find", { petId: 2 }))["pets"]).toMatchObject([{ petId: 2 }]);
      return (await assistant.tools()).length;
    }),
  );
  expect(counts).toEqual(Array.from({ length: 30 }, (_, i) => [3, 4, 5][i % 3]!));
});

test("a host that gives the key in each request needs no session", async () => {
  const transport = new StreamableHTTPClientTransport(new URL("/mcp", service.url), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  expect(transport.sessionId).toBeUndefined();
  await client.close();
});
