// The form of a key: recognised by its checksum, and not with one character changed.

import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { hashKey, isWellFormedKey, KEY_LENGTH, makeKey, makeKeyId } from "../../src/keys/format.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SHAPE = /^petstock_[0-9A-Za-z]{38}$/;

/** Checksums computed by zlib's CRC32 elsewhere: keys that were handed out must always be recognised. */
const GIVEN_OUT = [
  "petstock_000000000000000000000000000000004NAnqU",
  "petstock_0123456789ABCDEFGHIJKLMNOPQRSTUV0KWjVJ",
  "petstock_abcdefghijklmnopqrstuvwxyzWXYZ011rM31U",
];

/** A body with its checksum. */
function withChecksum(body: string): string {
  let rest = Bun.hash.crc32(body);
  let text = "";
  for (let i = 0; i < 6; i++) {
    text = ALPHABET.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return body + text;
}

describe("a key that was made", () => {
  test("has the prefix, 38 letters and digits, and the right checksum", () => {
    expect(KEY_LENGTH).toBe(47);
    for (let i = 0; i < 1000; i++) {
      const key = makeKey();
      expect(key).toMatch(SHAPE);
      expect(key).toBe(withChecksum(key.slice(0, -6)));
      expect(isWellFormedKey(key)).toBe(true);
    }
  });

  test("is never made twice, and neither is an id", () => {
    const keys = new Set(Array.from({ length: 20_000 }, makeKey));
    expect(keys.size).toBe(20_000);
    const ids = Array.from({ length: 20_000 }, makeKeyId);
    expect(new Set(ids).size).toBe(20_000);
    for (const id of ids) expect(id).toMatch(/^[0-9A-Za-z]{12}$/);
  });

  test("has all letters equally often", () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 10_000; i++) {
      for (const letter of makeKey().slice(9, -6)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    const mean = 320_000 / 62;
    // Seven standard deviations: an even choice exceeds them once in billions of runs, `byte % 62` has fourteen.
    const bound = 7 * Math.sqrt(mean);
    expect([...counts.keys()].toSorted().join("")).toBe(ALPHABET);
    for (const count of counts.values()) expect(Math.abs(count - mean)).toBeLessThan(bound);
  });
});

describe("a text is recognised", () => {
  test.each(GIVEN_OUT)("as the key %s", (key) => {
    expect(isWellFormedKey(key)).toBe(true);
  });

  test("as no key if any one character is changed", () => {
    const [key] = GIVEN_OUT as [string];
    for (let at = 0; at < key.length; at++) {
      for (const letter of `${ALPHABET}_- é`) {
        if (letter === key[at]) continue;
        expect(isWellFormedKey(key.slice(0, at) + letter + key.slice(at + 1))).toBe(false);
      }
    }
  });

  test("as no key if two neighbours are swapped, or the case of a letter is changed", () => {
    for (const key of GIVEN_OUT.slice(1)) {
      for (let at = 0; at < key.length - 1; at++) {
        const [first, second] = [key.charAt(at), key.charAt(at + 1)];
        const swapped = key.slice(0, at) + second + first + key.slice(at + 2);
        expect(isWellFormedKey(swapped)).toBe(first === second);
        const upper = key.slice(0, at) + first.toUpperCase() + key.slice(at + 1);
        expect(isWellFormedKey(upper)).toBe(upper === key);
      }
    }
  });

  test("as no key if it is shorter, longer, or has text around it", () => {
    for (const key of GIVEN_OUT) {
      for (let length = 0; length < key.length; length++) {
        expect(isWellFormedKey(key.slice(0, length))).toBe(false);
        expect(isWellFormedKey(key.slice(key.length - length))).toBe(false);
      }
      for (const text of [`${key}0`, ` ${key}`, `${key} `, `${key}\n`, `"${key}"`, key + key]) {
        expect(isWellFormedKey(text)).toBe(false);
      }
    }
  });

  test.each([
    ["a body that is too short", withChecksum(`petstock_${"a".repeat(31)}`)],
    ["a body that is too long", withChecksum(`petstock_${"a".repeat(33)}`)],
    ["another prefix", withChecksum(`petshop__${"a".repeat(32)}`)],
    ["the prefix in capitals", withChecksum(`PETSTOCK_${"a".repeat(32)}`)],
    ["signs that no key has", withChecksum(`petstock_${"!".repeat(32)}`)],
    ["letters that no key has", withChecksum(`petstock_${"é".repeat(32)}`)],
    ["a zero byte", withChecksum(`petstock_${"a".repeat(31)}\0`)],
  ])("as no key with %s, although the checksum is right", (_, text) => {
    expect(isWellFormedKey(text)).toBe(false);
  });

  test("as no key in any other text", () => {
    fc.assert(fc.property(fc.string(), (text) => expect(isWellFormedKey(text)).toBe(false)));
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 38, maxLength: 38 }), (text) => {
        expect(isWellFormedKey(`petstock_${text}`)).toBe(false);
      }),
    );
  });
});

test("the hash is the SHA-256 of the whole key", () => {
  for (const key of [...GIVEN_OUT, makeKey()]) {
    expect(hashKey(key)).toBe(createHash("sha256").update(key).digest("hex"));
  }
});
