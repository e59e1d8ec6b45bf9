// Hooks post to public addresses alone, unless the operator allows a network; pauses between attempts grow, with jitter, to a limit.

import { describe, expect, test } from "bun:test";
import { HookAddresses } from "../../src/hooks/addresses.ts";
import { pauseMsAfter } from "../../src/hooks/backoff.ts";
import { post } from "../../src/hooks/receiver.ts";
import { networks } from "../../src/setting-values.ts";

const PUBLIC = new HookAddresses(undefined);
const INTERNAL = `
  127.0.0.1 127.1 2130706433 0x7f000001 0.0.0.0
  10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1
  198.18.0.1 224.0.0.1 255.255.255.255 192.0.2.1 [::1]
  [::] [fe80::1] [fd00::1] [::ffff:127.0.0.1] [::ffff:a9fe:a9fe]
  [::7f00:1] [::a9fe:a9fe] [64:ff9b::7f00:1] [4000::1] [2002:7f00:1::] [ff02::1] [2001:db8::1]
`
  .trim()
  .split(/\s+/);

describe("an address that is not public", () => {
  test.each(INTERNAL)("%s is refused when the hook is made, and when it is delivered", async (host) => {
    const url = new URL(`https://${host}/hook`);
    expect(PUBLIC.problemOf(url.href)).toStartWith("must be a public address: ");
    await expect(PUBLIC.resolve(url)).rejects.toThrow("is not public, and the operator does not allow it");
  });

  test("is refused, too, where a name leads to it", async () => {
    const url = "https://localhost:1/";
    expect(PUBLIC.problemOf(url)).toBeUndefined();
    const { signal } = new AbortController();
    const answer = await post(PUBLIC, { url, headers: {}, body: new Uint8Array(), signal });
    expect(answer.status).toBeNull();
    expect(answer.problem).toMatch(/^it cannot be reached: (127\.0\.0\.1|::1) is not public/);
  });
});

test.each(["https://93.184.216.34/", "https://[2606:2800:220:1::1]/", "https://erp.example:8443/a?b=c"])(
  "%s may be posted to",
  (url) => expect(PUBLIC.problemOf(url)).toBeUndefined(),
);

test.each([
  ["http://erp.example/", "must begin with https://; http:// is only for networks that the operator allows"],
  ["ftp://erp.example/", "must begin with https://"],
  ["erp.example", "must be an address such as"],
  ["https://", "must be an address such as"],
  ["https://user:secret@erp.example/", "must have no user name and password"],
  ["https://erp.example/#part", "must have no fragment"],
])("%s is refused: %s", (url, problem) => {
  expect(PUBLIC.problemOf(url)).toStartWith(problem);
});

test("an address that is too long is refused", () => {
  const url = `https://erp.example/${"a".repeat(2_000)}`;
  expect(PUBLIC.problemOf(url)).toBe("must have at most 2000 characters");
});

test("a network that the operator allows may be posted to, also without TLS, and no other one is without it", async () => {
  const allowing = new HookAddresses(networks.parse("10.0.0.0/8,fd00::/8"));
  for (const url of ["http://10.1.2.3/", "https://10.1.2.3/", "http://[fd00::1]/", "http://erp.example/"])
    expect(allowing.problemOf(url)).toBeUndefined();
  expect(await allowing.resolve(new URL("http://10.1.2.3/"))).toEqual(["10.1.2.3"]);
  for (const url of ["http://127.0.0.1/", "https://127.0.0.1/", "http://93.184.216.34/"])
    expect(allowing.problemOf(url)).toStartWith("must be a public address: ");
});

test("pauses double from a second to half an hour, half of each at random; a receiver may ask for up to an hour", () => {
  const [least, most] = [() => 0, () => 1];
  expect([1, 2, 3, 10, 11, 12, 5_000].map((n) => pauseMsAfter(n, undefined, most))).toEqual([
    1_000, 2_000, 4_000, 512_000, 1_024_000, 1_800_000, 1_800_000,
  ]);
  expect(pauseMsAfter(1, undefined, least)).toBe(500);
  expect(pauseMsAfter(1, 60_000, most)).toBe(60_000);
  expect(pauseMsAfter(1, 86_400_000, most)).toBe(3_600_000);
});
