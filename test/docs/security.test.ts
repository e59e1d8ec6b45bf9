// The expression for scanners in docs/security.md finds every key, and nothing else.

import { expect, test } from "bun:test";
import { isWellFormedKey, makeKey } from "../../src/keys/format.ts";
import { read } from "./document.ts";

test("the pattern for secret scanners finds complete keys in a text", async () => {
  const [, pattern = ""] = /```\n\s*(petstock_\S+)\n/.exec(await read("docs/security.md"))!;
  for (let i = 0; i < 100; i++) {
    const key = makeKey();
    const [found] = new RegExp(pattern).exec(`export KEY="${key}" # for the till`)!;
    expect(found).toBe(key);
    expect(isWellFormedKey(found)).toBe(true);
  }
  expect("petstock_wrong and petstock serve").not.toMatch(new RegExp(pattern));
});
