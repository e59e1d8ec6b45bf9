// Rules for every address of the Admin API: HEAD, OPTIONS, other methods, other addresses, pages of other origins, and the
// order of the first checks. Every answer is validated against admin.yaml.

import { expect, setDefaultTimeout, test } from "bun:test";
import { ADMIN_OPERATIONS } from "../../src/admin/routes.ts";
import { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";

setDefaultTimeout(60_000);

const SHOP = "https://shop.example";

const service = shared(await TestService.start({ rows: ["1,5,available"], args: ["--cors-origin", SHOP] }));
const admin = await service.makeKey("--name", "admin", "--role", "admin");
const reader = await service.makeKey("--name", "reader", "--role", "reader");

/** An address of each path. */
const addressOf = (path: string) => `/admin/v1${path.replace(/:\w+/, "1")}`;
const PATHS = [...new Set(Object.values(ADMIN_OPERATIONS).map(({ path }) => path))];
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const methodsOf = (path: string): string[] =>
  Object.values(ADMIN_OPERATIONS)
    .filter((each) => each.path === path)
    .map(({ method }) => method);

test.each(PATHS)("%s answers OPTIONS without a key, and other methods with 405", async (path) => {
  const options = await service.ask("OPTIONS", addressOf(path));
  expect([options.status, options.text]).toEqual([204, ""]);
  for (const method of METHODS.filter((each) => !methodsOf(path).includes(each))) {
    const { status, code } = await service.ask(method, addressOf(path));
    expect([method, status, code]).toEqual([method, 405, "method_not_allowed"]);
  }
});

/** With the parameter that is required. */
function withQuery(path: string): string {
  return path === "/inventory" ? `${addressOf(path)}?code=0012` : addressOf(path);
}

test("HEAD is answered like GET, without a body", async () => {
  for (const path of PATHS.filter((each) => methodsOf(each).includes("GET"))) {
    const [get, head] = [
      await service.ask("GET", withQuery(path), { key: admin }),
      await service.ask("HEAD", withQuery(path), { key: admin }),
    ];
    expect([path, get.status, head.status, head.text]).toEqual([path, 200, 200, ""]);
    expect(head.headers.get("Content-Type")).toBe(get.headers.get("Content-Type"));
  }
});

test("an address that does not exist is 404, also one of /v1 and one with a slash too many", async () => {
  for (const path of ["", "/", "/me/", "/nothing", "/inventory/", "/inventory/1/2", "/keys/1/2", "//me"]) {
    const { status, code } = await service.ask("GET", `/admin/v1${path}`, { key: admin });
    expect([path, status, code]).toEqual([path, 404, "route_not_found"]);
  }
  expect((await service.ask("GET", "/admin/v1/nothing")).text).toContain("operations of the Admin API");
});

test("pages of an allowed origin may use it, and send its headers", async () => {
  const preflight = await service.ask("OPTIONS", "/admin/v1/revisions", {
    headers: { Origin: SHOP, "Access-Control-Request-Method": "POST" },
  });
  expect(preflight.headers.get("Access-Control-Allow-Origin")).toBe(SHOP);
  expect(preflight.headers.get("Access-Control-Allow-Methods")).toContain("POST");
  const allowed = preflight.headers.get("Access-Control-Allow-Headers");
  for (const header of ["Idempotency-Key", "Last-Event-ID", "Petstock-Note"])
    expect(allowed).toContain(header);
  const { headers } = await service.ask("GET", "/admin/v1/me", { key: reader, headers: { Origin: SHOP } });
  expect(headers.get("Access-Control-Allow-Origin")).toBe(SHOP);
  const other = await service.ask("GET", "/admin/v1/me", {
    key: reader,
    headers: { Origin: "https://a.example" },
  });
  expect(other.headers.has("Access-Control-Allow-Origin")).toBe(false);
});

test("the key is checked first, then the role, then the query, then the body", async () => {
  const ask = (key?: string, query = "?a=1") =>
    service.ask("POST", `/admin/v1/keys${query}`, { ...(key !== undefined && { key }), body: "{" });
  expect((await ask()).code).toBe("missing_api_key");
  expect((await ask(reader)).code).toBe("insufficient_role");
  expect((await ask(admin)).code).toBe("invalid_query");
  expect((await ask(admin, "")).code).toBe("invalid_json");
});

test("no answer may be kept by a cache, but for the labels, which are revalidated", async () => {
  for (const path of PATHS.filter((each) => methodsOf(each).includes("GET"))) {
    const { headers } = await service.ask("GET", addressOf(path), { key: admin });
    expect([path, headers.get("Cache-Control")]).toEqual([
      path,
      path === "/labels" ? "private, no-cache" : "no-store",
    ]);
  }
});
