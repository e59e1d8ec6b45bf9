// Keys are removed from texts for a log or a ledger, however they are percent-encoded; other text stays as it is.

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { makeKey } from "../../src/keys/format.ts";
import { holdsKey, withoutKeys } from "../../src/inventory/redact.ts";

const KEY = "petstock_0123456789ABCDEFGHIJKLMNOPQRSTUV0KWjVJ";

/** Encodes each character or not, at random, and again the characters of its escapes. */
function encodeSomehow(text: string, depth: number, isEncoded: () => boolean): string {
  return [...text]
    .map((character) => {
      if (depth === 0 || !isEncoded()) return character;
      const hex = character.charCodeAt(0).toString(16);
      const escape = `%${isEncoded() ? hex.toUpperCase() : hex}`;
      return encodeSomehow(escape, depth - 1, isEncoded);
    })
    .join("");
}

describe("a key is removed", () => {
  test.each([
    ["plain", KEY],
    ["cut short, as long as the rest could be guessed", KEY.slice(0, 29)],
    ["three times without a sign between", KEY.repeat(3)],
    ["with its underscore encoded", KEY.replace("_", "%5f")],
    ["with its underscore encoded in capitals", KEY.replace("_", "%5F")],
    ["with its underscore encoded twice", KEY.replace("_", "%255F")],
    ["with its underscore encoded twice, each character of the first escape", KEY.replace("_", "%25%35%66")],
    ["with its underscore encoded with an encoded digit", KEY.replace("_", "%5%46")],
    ["with its first letter encoded three times", KEY.replace("p", "%252570")],
  ])("%s", (_, text) => {
    expect(withoutKeys(text)).toBe("…");
    expect(withoutKeys(`/v1/inventory/${text}/%41%zz?%`)).toBe("/v1/inventory/…/%41%zz?%");
    expect(withoutKeys(`${text},${text}`)).toBe("…,…");
    expect(holdsKey(text)).toBe(true);
  });

  test("with any of its characters encoded, any number of times", () => {
    const encodings = fc.infiniteStream(fc.boolean());
    fc.assert(
      fc.property(encodings, fc.nat(3), (bits, depth) => {
        const encoded = encodeSomehow(makeKey(), depth, () => bits.next().value as boolean);
        expect(withoutKeys(`/a/${encoded}/%2e`)).toBe("/a/…/%2e");
      }),
    );
  });
});

test("a text without a key stays as it is", () => {
  for (const text of [
    "",
    "%",
    "%%",
    "%4",
    "%zz",
    "/v1/inventory/%31",
    "petstock_short",
    "%1b[2J",
    "%C3%A9",
  ]) {
    expect(withoutKeys(text)).toBe(text);
    expect(holdsKey(text)).toBe(false);
  }
  fc.assert(fc.property(fc.string(), (text) => expect(withoutKeys(`%${text}`)).toBe(`%${text}`)));
});

test("a long hostile address takes no more than linear time", () => {
  const text = `%${"25".repeat(4_000)}`;
  // Quadratic work would take 64 million steps for each address.
  for (let round = 0; round < 200; round++) expect(withoutKeys(text)).toBe(text);
});
