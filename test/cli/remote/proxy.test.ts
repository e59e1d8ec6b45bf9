// Remote commands and the environment's proxies and switches: a key for the own machine goes to no proxy, and a certificate that is
// not checked is announced.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { pemOf } from "../../http/certificates.ts";
import { petstockProcess } from "../../support/petstock.ts";
import { TestService } from "../../support/service.ts";
import { shared } from "../../support/shared.ts";

setDefaultTimeout(60_000);

const service = shared(await TestService.start({ rows: ["1,5,available"] }));
const key = await service.makeKey();

/** Notes what it is asked, and denies it. */
function openProxy(): { readonly url: string; readonly asked: string[] } & Disposable {
  const asked: string[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url, headers }) => {
      asked.push(`${url} ${headers.get("Authorization")}`);
      return new Response("denied", { status: 403 });
    },
  });
  const close = (): void => void server.stop(true);
  return { url: `http://127.0.0.1:${server.port}`, asked, [Symbol.dispose]: close };
}

const VARIABLES = ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"];

test.each(["127.0.0.1", "localhost"])("a service at %s is not asked through a proxy", async (host) => {
  using proxy = openProxy();
  const proxies = Object.fromEntries(VARIABLES.map((name) => [name, proxy.url]));
  const url = service.url.replace("127.0.0.1", host);
  const env = { ...proxies, PETSTOCK_URL: url, PETSTOCK_API_KEY: key };
  const { exitCode, stdout } = await petstockProcess(["list", "--json"], { env });
  expect(proxy.asked).toEqual([]);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('"petId":1');
});

test("a service elsewhere is asked through the proxy", async () => {
  using proxy = openProxy();
  const url = "http://petstock.invalid:8080";
  const env = { HTTP_PROXY: proxy.url, PETSTOCK_URL: url, PETSTOCK_API_KEY: key };
  expect((await petstockProcess(["list"], { env })).exitCode).toBe(1);
  expect(proxy.asked[0]).toStartWith(url);
});

describe("NODE_TLS_REJECT_UNAUTHORIZED=0", () => {
  const { cert, key: privateKey } = pemOf("first");
  const withEnv = (url: string, args: readonly string[]) =>
    petstockProcess(args, {
      env: { NODE_TLS_REJECT_UNAUTHORIZED: "0", PETSTOCK_URL: url, PETSTOCK_API_KEY: key },
    });

  test("is announced in one line for https, by commands and by the server for assistants", async () => {
    await using secure = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      tls: { cert, key: privateKey },
      fetch: () => Response.json({ code: "forbidden", message: "no", status: 403 }, { status: 403 }),
    });
    const url = `https://127.0.0.1:${secure.port}`;
    for (const args of [["list"], ["mcp"]]) {
      const { stderr } = await withEnv(url, args);
      const lines = stderr.split("\n").filter((line) => line.includes("NODE_TLS_REJECT_UNAUTHORIZED"));
      expect(lines).toEqual([
        `NODE_TLS_REJECT_UNAUTHORIZED=0: the certificate of ${url} is not checked, so another machine in between can read the API key.`,
      ]);
    }
  });

  test("is not mentioned for http", async () => {
    const { stderr, exitCode } = await withEnv(service.url, ["list"]);
    expect([exitCode, stderr.includes("NODE_TLS")]).toEqual([0, false]);
  });
});
