// The expressions in docs/keys.md and docs/security.md find every key, and nothing similar; the states of keys are documented.

import { expect, test } from "bun:test";
import { KEY_STATES } from "../../src/cli/keys.ts";
import { keyState } from "../../src/inventory/key-expiry.ts";
import { KEY_LENGTH, makeKey, makeKeyId } from "../../src/keys/format.ts";
import { codesIn, read, tableUnder } from "./document.ts";

const document = await read("docs/keys.md");

test("the expressions for scanners find complete keys in a text, and nothing else", async () => {
  const plain = [document, await read("docs/security.md")].map(
    (text) => /```\n\s*(petstock_\S+)\n/.exec(text)![1]!,
  );
  const { rules } = Bun.TOML.parse(/^```toml\n([^]+?)^```$/m.exec(document)![1]!) as {
    rules: { regex: string; keywords: string[] }[];
  };
  for (const expression of [...plain, ...rules.map(({ regex }) => regex)]) {
    const keys = Array.from({ length: 100 }, makeKey);
    const text = keys
      .map(
        (key) =>
          `curl -H "Authorization: Bearer ${key}" x ${makeKeyId()} petstock_123 petstock_wrong and petstock serve`,
      )
      .join("\n");
    expect([...text.matchAll(new RegExp(expression, "g"))].map(([found]) => found)).toEqual(keys);
  }
  for (const { keywords } of rules) expect(keywords.every((word) => makeKey().includes(word))).toBe(true);
  expect(makeKey()).toHaveLength(KEY_LENGTH);
});

test("the states are those of keys list", () => {
  const ends = [
    { revokedAt: null, expiresAt: null },
    { revokedAt: null, expiresAt: 1_001 },
    { revokedAt: null, expiresAt: 1_000 },
    { revokedAt: null, expiresAt: null, link: { expiresAt: 1_001, openedAt: null } },
    { revokedAt: null, expiresAt: null, link: { expiresAt: 1_000, openedAt: null } },
    { revokedAt: 1, expiresAt: null },
  ];
  const states = ends.map((end) => keyState(end, 1_000));
  const rows = tableUnder(document, "Before a key expires");
  const documented = rows.map((row) => codesIn(row["state in `keys list`"]!)[0]);
  expect(documented).toEqual(states.map((state) => KEY_STATES[state]));
});
