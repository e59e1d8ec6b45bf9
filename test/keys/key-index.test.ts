// The look-up of a presented key by its hash.

import { expect, test } from "bun:test";
import type { KeyRecord } from "../../src/inventory/key-store.ts";
import { hashKey, makeKey } from "../../src/keys/format.ts";
import { KeyIndex, keyHash } from "../../src/keys/key-index.ts";
import { keyRecord } from "../store/keys-suite.ts";

function recordOf(id: string, hash: string): KeyRecord {
  return keyRecord(1, { id, name: id, hash });
}

/** Equal to the hash of `key` but for its last digit. */
function almostHash(key: string): string {
  const hash = hashKey(key);
  return hash.slice(0, -1) + (hash.endsWith("0") ? "1" : "0");
}

test("a key is found by its whole hash, also beside one that differs in the last digit", () => {
  const [key, other] = [makeKey(), makeKey()];
  const records = [almostHash(key), hashKey(key), hashKey(other)].map((hash, at) =>
    recordOf(String(at), hash),
  );
  const index = new KeyIndex(records, keyHash);
  expect(index.find(key)).toBe(records[1]!);
  expect(index.find(other)).toBe(records[2]!);
  expect(index.find(makeKey())).toBeUndefined();
});

test("a key is not found by the beginning of its hash", () => {
  const key = makeKey();
  const damaged = ["", hashKey(key).slice(0, 62), "no hash"].map((hash) => recordOf("damaged", hash));
  expect(new KeyIndex([recordOf("almost", almostHash(key)), ...damaged], keyHash).find(key)).toBeUndefined();
});
