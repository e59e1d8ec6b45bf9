// Which inventory a command works on, and what it says if the service cannot be used. The API key is never shown.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { makeKey } from "../../../src/keys/format.ts";
import { CertificateFolder, pemOf, TRUSTED } from "../../http/certificates.ts";
import { type Finished, petstock, petstockProcess } from "../../support/petstock.ts";
import { TestService } from "../../support/service.ts";
import { TcpProxy } from "../../support/tcp-proxy.ts";
import { shared } from "../../support/shared.ts";
import { expectRefusal, Inventory } from "../inventory.ts";
import { Twins } from "./twins.ts";

setDefaultTimeout(120_000);

const twins = shared(await Twins.of("SQLite", "1,1,available"));
const near = shared(await Inventory.of("2,2,sold"));

const FAR = '{"petId":1,"quantity":1,"status":"available"}\n';
const NEAR = '{"petId":2,"quantity":2,"status":"sold"}\n';

/** Lists with these flags and variables. */
function list(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Finished> {
  return petstock(["list", "--json", ...args], { cwd: near.folder.path, env });
}

describe("the inventory is", () => {
  test("the service of --url, whatever DATABASE_URL says", async () => {
    const env = { PETSTOCK_API_KEY: twins.key, DATABASE_URL: near.url };
    expect((await list(["--url", twins.service.url], env)).stdout).toBe(FAR);
    expect((await list(["--url", `${twins.service.url}/`], env)).stdout).toBe(FAR);
  });

  test("the service of PETSTOCK_URL, and the database of --database in spite of it", async () => {
    expect((await list([], twins.remote)).stdout).toBe(FAR);
    expect((await list(["--database", near.url], twins.remote)).stdout).toBe(NEAR);
    expect((await list(["--url", "none"], { ...twins.remote, DATABASE_URL: near.url })).stdout).toBe(NEAR);
  });

  test("neither, if two places are named", async () => {
    const { url } = twins.service;
    const flags = await list(["--url", url, "--database", near.url], twins.remote);
    expectRefusal(flags, { exitCode: 2, words: ["--database", "--url", "only one"] });
    const timeout = await list(["--url", url, "--lock-timeout", "1s"], twins.remote);
    expectRefusal(timeout, { exitCode: 2, words: ["--lock-timeout", "--url"] });
    const variables = await list([], { ...twins.remote, DATABASE_URL: near.url });
    expectRefusal(variables, { exitCode: 2, words: ["PETSTOCK_URL", "DATABASE_URL", "choose"] });
  });
});

describe("the API key", () => {
  test("is read from a file, and one in a flag's file precedes that of the environment", async () => {
    await near.write("key", `${twins.key}\n`);
    const env = { PETSTOCK_URL: twins.service.url };
    expect((await list(["--api-key-file", "key"], env)).stdout).toBe(FAR);
    expect((await list([], { ...env, PETSTOCK_API_KEY_FILE: "key" })).stdout).toBe(FAR);
    const wrong = { ...env, PETSTOCK_API_KEY: makeKey() };
    expect((await list(["--api-key-file", "key"], wrong)).stdout).toBe(FAR);
    expect(
      (await list([], { ...env, PETSTOCK_API_KEY: twins.key, PETSTOCK_API_KEY_FILE: "none" })).stdout,
    ).toBe(FAR);
  });

  test.each([
    ["is missing", {}, 2, ["PETSTOCK_API_KEY", "--api-key-file"]],
    ["is no key", { PETSTOCK_API_KEY: "petstock_secret" }, 2, ["PETSTOCK_API_KEY", "complete API key"]],
    ["is in a file that is missing", { PETSTOCK_API_KEY_FILE: "missing" }, 2, ["missing", "cannot be read"]],
    ["is in a file without one", { PETSTOCK_API_KEY_FILE: "other" }, 2, ["other", "complete API key"]],
    ["is unknown", { PETSTOCK_API_KEY: makeKey() }, 1, ["refuses the API key"]],
  ] as const)("that %s is refused and not shown", async (_what, env, exitCode, words) => {
    await near.write("other", "secret text\n");
    const finished = await list([], { PETSTOCK_URL: twins.service.url, ...env });
    expectRefusal(finished, { exitCode, words });
    expect(finished.stderr).not.toContain("secret");
    if ("PETSTOCK_API_KEY" in env) expect(finished.stderr).not.toContain(env.PETSTOCK_API_KEY);
  });

  test("of a role that is too low is refused with the role that is needed", async () => {
    const { stdout } = await twins.far(["keys", "create", "--name", "screen", "--role", "reader"]);
    const env = { ...twins.remote, PETSTOCK_API_KEY: stdout.trim() };
    expect((await list([], env)).stdout).toBe(FAR);
    const finished = await petstock(["set", "1", "--quantity", "2"], { env });
    expectRefusal(finished, { exitCode: 1, words: ["clerk", "reader"] });
    const keys = await petstock(["keys", "list"], { env });
    expectRefusal(keys, { exitCode: 1, words: ["admin", "reader"] });
  });
});

test("a change whose report cannot be read says that it was made", async () => {
  await using server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      if (pathname.endsWith("/movements")) return new Response("denied", { status: 403 });
      const body = request.method === "POST" ? await request.text() : null;
      return fetch(twins.service.url + pathname + search, {
        method: request.method,
        headers: request.headers,
        body,
      });
    },
  });
  const env = { ...twins.remote, PETSTOCK_URL: `http://127.0.0.1:${server.port}` };
  const finished = await petstock(["set", "1", "--quantity", "41"], { env });
  expectRefusal(finished, { exitCode: 1, words: ["the change was made", "revision 2"] });
  expect((await list([], twins.remote)).stdout).toContain('"quantity":41');
  await twins.far(["set", "1", "--quantity", "1"]);
});

describe("a service that cannot be used is named with the reason:", () => {
  /** `keys list`, because it needs the Admin API. */
  const keysAt = (url: string) =>
    petstock(["keys", "list"], { env: { PETSTOCK_URL: url, PETSTOCK_API_KEY: twins.key } });

  test("an address that is none", async () => {
    for (const url of ["inventory.example", "ftp://inventory.example", "http://a/?b"]) {
      expectRefusal(await keysAt(url), { exitCode: 2, words: ["PETSTOCK_URL", "http://127.0.0.1:8080"] });
    }
    const finished = await keysAt("http://user:hunter2@127.0.0.1");
    expectRefusal(finished, { exitCode: 2, words: ["PETSTOCK_URL", "a user or a password"] });
    expect(finished.stderr).not.toContain("hunter2");
  });

  test("nothing listens there", async () => {
    using proxy = new TcpProxy(1);
    const { url } = twins.service;
    proxy.refuse();
    const finished = await keysAt(proxy.urlThrough(url));
    expectRefusal(finished, { exitCode: 1, words: ["cannot be reached"] });
  });

  test("an earlier petstock, a proxy that denies the Admin API, another program, and a redirect", async () => {
    const answers: Readonly<Record<string, () => Response>> = {
      earlier: () =>
        Response.json({ code: "route_not_found", message: "Nothing here.", status: 404 }, { status: 404 }),
      denied: () => new Response("<html>403</html>", { status: 403 }),
      other: () => new Response("hello"),
      moved: () => new Response(null, { status: 301, headers: { Location: "https://inventory.example/" } }),
    };
    await using server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: ({ url }) => answers[new URL(url).pathname.split("/")[1] ?? ""]!(),
    });
    const at = (name: string) => keysAt(`http://127.0.0.1:${server.port}/${name}`);
    expectRefusal(await at("earlier"), { exitCode: 1, words: ["no Admin API", "earlier petstock"] });
    expectRefusal(await at("denied"), { exitCode: 1, words: ["403", "address of a petstock service"] });
    expectRefusal(await at("other"), { exitCode: 1, words: ["address of a petstock service"] });
    expectRefusal(await at("moved"), { exitCode: 1, words: ["https://inventory.example/"] });
  });

  test("it speaks no TLS", async () => {
    const finished = await keysAt(twins.service.url.replace("http:", "https:"));
    expectRefusal(finished, { exitCode: 1, words: ["cannot be reached"] });
  });

  test("a certificate that is not trusted, until its authority is named", async () => {
    using files = new CertificateFolder(pemOf("first"));
    const authority = files.folder.file("authority.pem");
    await using service = await TestService.start({ args: files.args, trusted: TRUSTED });
    const env = { PETSTOCK_URL: service.url, PETSTOCK_API_KEY: await service.makeKey("--role", "admin") };
    // Processes: the runtime reads its authorities once.
    const refused = await petstockProcess(["keys", "list"], { env });
    expectRefusal(refused, { exitCode: 1, words: ["is not trusted", "NODE_EXTRA_CA_CERTS"] });
    await Bun.write(authority, TRUSTED);
    const trusting = { ...env, NODE_EXTRA_CA_CERTS: authority };
    expect((await petstockProcess(["keys", "list"], { env: trusting })).stdout).toContain("admin");
  });
});
