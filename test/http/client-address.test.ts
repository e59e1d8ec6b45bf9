// The client address of a request: only headers of trusted proxies are used.

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { clientAddresses, clientBehind, networkOf, plainAddress } from "../../src/http/client-address.ts";
import { networks } from "../../src/setting-values.ts";

describe("an address", () => {
  test.each([
    ["192.0.2.7", "192.0.2.7"],
    ["192.0.2.7:50123", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::FFFF:c000:207", "192.0.2.7"],
    ["0:0:0:0:0:ffff:192.0.2.7", "192.0.2.7"],
    ["2001:DB8:0:0::1", "2001:db8::1"],
    ["[2001:db8::1]", "2001:db8::1"],
    ["[2001:db8::1]:443", "2001:db8::1"],
    ["fe80::1%eth0", "fe80::1"],
    ["::1", "::1"],
  ])("%s is %s", (text, address) => expect(plainAddress(text)).toBe(address));

  test.each([
    "",
    "unknown",
    "_hidden",
    "1.2.3",
    "256.1.1.1",
    "1.2.3.4.5",
    "2001:db8",
    "[::1",
    "::1]:80",
    "a\nb",
    "0x7f.1",
  ])("%j is none", (text) => expect(plainAddress(text)).toBeUndefined());
});

test("an IPv6 /64 network counts as one client, each IPv4 address separately", () => {
  expect(networkOf("192.0.2.7")).toBe("192.0.2.7");
  expect(networkOf("unknown")).toBe("unknown");
  expect(networkOf("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
  expect(networkOf("2001:db8:1:2::6")).toBe("2001:db8:1:2::/64");
  expect(networkOf("2001:db8::6")).toBe("2001:db8:0:0::/64");
  expect(networkOf("::1")).toBe("0:0:0:0::/64");
  expect(networkOf("2001:db8:1:3::6")).not.toBe(networkOf("2001:db8:1:2::6"));
});

describe("behind proxies", () => {
  const trusted = networks.parse("10.0.0.0/8, fd00::/8, 192.0.2.1");

  test.each([
    ["one proxy", "10.0.0.1", "198.51.100.7", "198.51.100.7"],
    ["two proxies", "10.0.0.1", "198.51.100.7, 10.9.9.9", "198.51.100.7"],
    ["a proxy of either family", "fd00::1", "198.51.100.7, 192.0.2.1", "198.51.100.7"],
    ["a client that made up the left", "10.0.0.1", "10.1.1.1, 1.2.3.4, 198.51.100.7", "198.51.100.7"],
    ["a mapped address", "10.0.0.1", "198.51.100.7, ::ffff:10.0.0.2", "198.51.100.7"],
    ["ports", "10.0.0.1", "198.51.100.7:1234, 10.0.0.2:80", "198.51.100.7"],
    ["nonsense at the right", "10.0.0.1", "198.51.100.7, unknown", "10.0.0.1"],
    ["nonsense in the middle", "10.0.0.1", "198.51.100.7, , 10.0.0.2", "10.0.0.2"],
    ["proxies alone", "10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
    ["somebody who is no proxy", "203.0.113.9", "198.51.100.7", "203.0.113.9"],
  ])("%s", (_, peer, forwarded, client) => {
    expect(clientBehind(peer, forwarded, trusted)).toBe(client);
  });

  test("no header of a client changes its address", () => {
    const entry = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.constantFrom("10.0.0.5", "unknown", "", "::ffff:10.1.1.1"),
    );
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 8 }), fc.boolean(), (made, isDirect) => {
        const header = [...made, ...(isDirect ? [] : ["203.0.113.9", "10.0.0.2"])].join(", ");
        expect(clientBehind(isDirect ? "203.0.113.9" : "10.0.0.1", header, trusted)).toBe("203.0.113.9");
      }),
    );
  });

  test("the header is used only with trusted proxies, and a closed connection has no address", () => {
    const request = new Request("http://petstock.example/", {
      headers: { "X-Forwarded-For": "198.51.100.7" },
    });
    const from = (address: string | undefined) => ({
      requestIP: () => (address === undefined ? null : { address }),
      timeout: () => {},
    });
    expect(clientAddresses(undefined)(request, from("::ffff:10.0.0.1"))).toBe("10.0.0.1");
    expect(clientAddresses(trusted)(request, from("::ffff:10.0.0.1"))).toBe("198.51.100.7");
    expect(clientAddresses(trusted)(request, from(undefined))).toBe("unknown");
    expect(clientAddresses(trusted)(new Request("http://a/"), from("10.0.0.1"))).toBe("10.0.0.1");
  });
});
