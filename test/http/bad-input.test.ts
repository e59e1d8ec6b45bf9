// Invalid requests get an Error body that names the mistake, change nothing, and leave none of their content in the log. The
// cases are in bad-input/.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { makeKey } from "../../src/keys/format.ts";
import { petstockOrThrow } from "../support/petstock.ts";
import { RawConnection, requestOf } from "../support/raw-http.ts";
import { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";
import { revokeKey } from "../support/stock.ts";
import { until } from "../support/until.ts";
import { BODIES } from "./bad-input/bodies.ts";
import { type Case, type Keys, MARK, percentEncoded } from "./bad-input/case.ts";
import { HEADS } from "./bad-input/heads.ts";

setDefaultTimeout(60_000);

const CASES: readonly Case[] = [...BODIES, ...HEADS];

const service = shared(
  await TestService.start({
    rows: ["1,5,available", "2,0,sold"],
    // The level debug logs every refusal, also the many of one client.
    args: ["--log-level", "debug"],
  }),
);
const keys = await makeKeys();
const before = await state();

async function makeKeys(): Promise<Keys> {
  const [good, readOnly, revoked, expired] = await Promise.all([
    service.makeKey(),
    service.makeKey("--read-only"),
    service.makeKey("--name", "to revoke"),
    service.makeKey("--expires", "1s"),
  ]);
  await revokeKey(service, revoked, "to revoke");
  await until("the key to expire", async () => (await service.list(expired)).status === 401);
  const typo = good.slice(0, 20) + (good[20] === "a" ? "b" : "a") + good.slice(21);
  const encoded = percentEncoded(good);
  // Encodes only the percent signs again: a full second encoding would be too long for an Idempotency-Key.
  const encodedTwice = encoded.replaceAll("%", "%25");
  const cutShort = good.slice(0, -1);
  return { good, readOnly, revoked, expired, unknown: makeKey(), typo, cutShort, encoded, encodedTwice };
}

async function state() {
  const { text, headers } = await service.list(keys.good);
  const { stdout } = await petstockOrThrow(["history", "--json", "--database", service.databaseUrl]);
  return { list: text, tag: headers.get("ETag"), ledger: stdout };
}

function withKeys(text: string): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => keys[name as keyof Keys] ?? whole);
}

describe("is refused without a change:", () => {
  test.each(CASES.map((row): [string, Case] => [row.name, row]))("%s", async (_, row) => {
    const { method, status, code, says = "", answers = {} } = row;
    const path = withKeys(row.path);
    const headers = row.headers.map(([name, value]): [string, string] => [name, withKeys(value)]);
    using connection = await RawConnection.open(service.url);
    connection.send(requestOf({ method, path }, headers, row.body));
    const answer = await connection.answer({ method, path });
    expect(answer.status, answer.text).toBe(status);
    for (const [name, value] of Object.entries(answers)) expect(answer.headers.get(name)).toBe(value);
    if (code !== undefined && method !== "HEAD") {
      expect(answer.code).toBe(code);
      expect((JSON.parse(answer.text) as { message: string }).message).toContain(says);
    }
    const list = await service.list(keys.good);
    expect([list.text, list.headers.get("ETag")]).toEqual([before.list, before.tag]);
  });
});

test("afterwards list and ledger are unchanged", async () => {
  expect(await state()).toEqual(before);
});

test("the log has each refusal, and no key, header, query or body", async () => {
  await service.ask("GET", "/the-last", { headers: { "X-Request-Id": "the-last" } });
  await until("the log of the last request", () =>
    service.log.find((line) => line["requestId"] === "the-last"),
  );
  const refused = service.log.filter(({ msg }) => String(msg).startsWith("request_refused"));
  expect(refused.length).toBeGreaterThan(CASES.filter((row) => row.code !== undefined).length);
  expect(refused.some((line) => line["code"] === "invalid_api_key" && line["status"] === 401)).toBe(true);
  const encoded = [keys.encoded, keys.encodedTwice].map((key) => key.slice(0, 40));
  for (const secret of ["petstock_", "Bearer", MARK, ...encoded]) expect(service.words).not.toContain(secret);
});

test("none is logged as a failure of the service", () => {
  const bad = service.log.filter(({ level }) => level === "error" || level === "warn");
  // The expired key was used until the service refused it.
  expect(bad.filter(({ msg }) => msg !== "key_expires_soon")).toEqual([]);
});
