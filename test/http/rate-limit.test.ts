// Rate limits of keys and of refused keys: 429 with Retry-After, without a change and without effect on other clients.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { PetstockClient } from "../../src/client/client.ts";
import { makeKey } from "../../src/keys/format.ts";
import type { Answer } from "../support/service.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { ledgerOf } from "./ledger.ts";

setDefaultTimeout(60_000);

const ROWS = ["1,5,available"];

function codesOf(answers: readonly Answer[]): (string | undefined)[] {
  return [...new Set(answers.map(({ code }) => code))];
}

async function times(count: number, ask: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let i = 0; i < count; i++) answers.push(await ask());
  return answers;
}

describe("--rate-limit", () => {
  test("allows each key its burst, then responds 429 with Retry-After and changes nothing", async () => {
    await using service = await TestService.start({ rows: ROWS, args: ["--rate-limit", "3/h"] });
    const [key, other] = [await service.makeKey(), await service.makeKey("--read-only")];
    let quantity = 10;
    const answers = await times(5, () => service.update(key, 1, (quantity += 1)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    const [refused] = answers.slice(3);
    expect(refused!.code).toBe("rate_limited");
    const waitS = Number(refused!.headers.get("Retry-After"));
    expect(waitS).toBeWithin(1_100, 1_201);
    expect((await service.list(key)).code).toBe("rate_limited");
    // Other keys have their own buckets. The limit comes after authentication and before all other checks.
    expect((await service.list(other)).status).toBe(200);
    expect((await service.update(other, 1, 1)).code).toBe("read_only_api_key");
    expect((await service.ask("GET", "/v1/inventory")).code).toBe("missing_api_key");
    expect((await service.update(key, "abc", 1)).code).toBe("rate_limited");
    expect((await service.ask("GET", "/readyz")).status).toBe(200);
    const written = (await ledgerOf(service)).filter(({ reason }) => reason === "update");
    expect(written.map(({ after }) => after?.quantity)).toEqual([11, 12, 13]);
  });

  test("tells in each response what is left, and nothing without a limit or a key", async () => {
    await using service = await TestService.start({ rows: ROWS, args: ["--rate-limit", "3/m"] });
    const key = await service.makeKey("--role", "manager");
    const told = ({ headers }: Answer) => [headers.get("RateLimit-Policy"), headers.get("RateLimit")];
    const left = (answer: Answer) =>
      /^"key";r=(\d+);t=(\d+)$/
        .exec(told(answer)[1] ?? "")!
        .slice(1)
        .map(Number);
    const first = await service.list(key);
    expect(told(first)[0]).toBe('"key";q=3;w=60');
    expect(left(first)[0]).toBe(2);
    expect(left(first)[1]).toBeWithin(19, 21);
    // The further changes of a change set count, too.
    const body = JSON.stringify({ changes: [{ petId: 1, by: 1 }] });
    expect(left(await service.ask("POST", "/admin/v1/revisions", { key, body }))[0]).toBe(1);
    expect(left(await service.update(key, 404, 1))[0]).toBe(0);
    const refused = await service.list(key);
    expect([refused.status, left(refused)[0]]).toEqual([429, 0]);
    for (const answer of [await service.ask("GET", "/v1/inventory"), await service.ask("GET", "/readyz")])
      expect(told(answer)).toEqual([null, null]);
    await using unlimited = await TestService.start({ rows: ROWS });
    expect(told(await unlimited.list(await unlimited.makeKey()))).toEqual([null, null]);
  });

  test("is checked after the key and before the permission", async () => {
    await using service = await TestService.start({ rows: ROWS, args: ["--rate-limit", "1/h"] });
    const reader = await service.makeKey("--read-only");
    const answers = await times(2, () => service.update(reader, 1, 1));
    expect(answers.map(({ code }) => code)).toEqual(["read_only_api_key", "rate_limited"]);
  });

  test("makes the client wait and retry, also for an update without an Idempotency-Key", async () => {
    await using service = await TestService.start({ rows: ROWS, args: ["--rate-limit", "2/s"] });
    const client = new PetstockClient({ url: service.url, apiKey: await service.makeKey(), retries: 20 });
    for (let quantity = 1; quantity <= 4; quantity++) {
      expect(await client.updateInventory(1, quantity)).toMatchObject({ quantity });
    }
    await until("the log", () => service.log.some(({ code }) => code === "rate_limited"));
    const written = (await ledgerOf(service)).filter(({ reason }) => reason === "update");
    expect(written.map(({ after }) => after?.quantity)).toEqual([1, 2, 3, 4]);
  });
});

describe("--refusal-limit", () => {
  test("refuses wrong keys with 429 beyond the limit, and never a valid key from the same address", async () => {
    await using service = await TestService.start({ rows: ROWS, args: ["--refusal-limit", "4/h"] });
    const [good, revoked] = [await service.makeKey(), "petstock_cut-short"];
    expect((await service.list(good)).status).toBe(200);
    const answers = await times(4, () => service.list(makeKey()));
    expect(codesOf(answers)).toEqual(["invalid_api_key"]);
    for (const wrong of [makeKey(), revoked]) {
      const { status, code, headers } = await service.list(wrong);
      expect([status, code]).toEqual([429, "rate_limited"]);
      expect(Number(headers.get("Retry-After"))).toBeWithin(800, 901);
      expect(headers.has("WWW-Authenticate")).toBe(false);
    }
    expect((await service.update(good, 1, 6)).status).toBe(200);
    // A request without a key is not a guess, so it does not count.
    expect((await service.ask("GET", "/v1/inventory")).code).toBe("missing_api_key");
    // A new key works once the service has read it, after half a second at most.
    const made = await service.makeKey();
    await until("the new key to work", async () => (await service.list(made)).status === 200);
  });

  test("refuses wrong codes of links with 429 beyond the limit that they share with keys, and never a good one", async () => {
    await using service = await TestService.start({ rows: ROWS, args: ["--refusal-limit", "4/h"] });
    const key = await service.makeKey("--role", "admin");
    const makeLink = async () => {
      const body = JSON.stringify({ name: "Ana", role: "clerk", linkValidFor: "15m" });
      const { json } = await service.ask("POST", "/admin/v1/keys", { key, body });
      return (json as unknown as { code: string }).code;
    };
    const present = (code: string, query = "") =>
      service.ask("POST", `/admin/v1/sign-in${query}`, { body: JSON.stringify({ code }) });
    const good = await makeLink();
    // Looks at a good code and mistakes of form are no guesses.
    expect(codesOf(await times(3, () => present(good, "?dryRun=true")))).toEqual([undefined]);
    expect(codesOf(await times(3, () => present("short")))).toEqual(["invalid_field"]);
    const used = await makeLink();
    expect((await present(used)).status).toBe(200);
    expect(codesOf(await times(2, () => present("0123456789abcdefghijkl")))).toEqual(["link_not_found"]);
    expect((await present(used)).code).toBe("link_opened");
    expect((await service.list(makeKey())).code).toBe("invalid_api_key");
    for (const query of ["", "?dryRun=true"]) {
      const { status, code, headers, json } = await present("0123456789abcdefghijkl", query);
      expect([status, code]).toEqual([429, "rate_limited"]);
      expect(Number(headers.get("Retry-After"))).toBeWithin(800, 901);
      expect((json as { message: string }).message).toStartWith(
        "Too many links from your address were refused.",
      );
    }
    expect((await present(used)).code).toBe("rate_limited");
    expect((await present(good)).status).toBe(200);
  });

  test("does not count a key that turns out to be valid", async () => {
    await using service = await TestService.start({ rows: ROWS, args: ["--refusal-limit", "1/h"] });
    for (let count = 0; count < 3; count++) {
      expect((await service.list(await service.makeKey())).status).toBe(200);
    }
    expect((await service.list(makeKey())).code).toBe("invalid_api_key");
    expect((await service.list(makeKey())).code).toBe("rate_limited");
  });

  test("is 100 a minute by default, and can be off", async () => {
    await using service = await TestService.start();
    const codes = (await times(130, () => service.list("petstock_wrong"))).map(({ code }) => code);
    expect(codes.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => "invalid_api_key"));
    expect(codes).toContain("rate_limited");
    await using unlimited = await TestService.start({ args: ["--refusal-limit", "off"] });
    expect(codesOf(await times(130, () => unlimited.list("petstock_wrong")))).toEqual(["invalid_api_key"]);
  });
});

describe("--trusted-proxies", () => {
  test("distinguishes clients behind a proxy, and ignores the header of other clients", async () => {
    const limit = ["--refusal-limit", "1/h"];
    await using proxied = await TestService.start({ args: [...limit, "--trusted-proxies", "127.0.0.1"] });
    const from = (service: TestService, address: string) =>
      service.list("petstock_wrong", { "X-Forwarded-For": address }).then(({ code }) => code);
    expect(await from(proxied, "198.51.100.7")).toBe("invalid_api_key");
    expect(await from(proxied, "198.51.100.8")).toBe("invalid_api_key");
    expect(await from(proxied, "203.0.113.1, 198.51.100.7")).toBe("rate_limited");
    // Hosts of one network of IPv6 are one client.
    expect(await from(proxied, "2001:db8:1:2::1")).toBe("invalid_api_key");
    expect(await from(proxied, "2001:db8:1:2:ffff::9")).toBe("rate_limited");
    expect(await from(proxied, "2001:db8:1:3::1")).toBe("invalid_api_key");
    const logged = await until("the log", () => {
      const clients = proxied.log.filter(({ msg }) => msg === "request_refused").map(({ client }) => client);
      return clients.length === 6 && clients;
    });
    expect(logged.slice(0, 3)).toEqual(["198.51.100.7", "198.51.100.8", "198.51.100.7"]);
    await using alone = await TestService.start({ args: limit });
    expect(await from(alone, "198.51.100.7")).toBe("invalid_api_key");
    expect(await from(alone, "198.51.100.8")).toBe("rate_limited");
    await until("the log", () => alone.log.filter(({ client }) => client === "127.0.0.1").length === 2);
  });
});
