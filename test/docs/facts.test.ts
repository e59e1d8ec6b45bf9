// Limits and lists that documents and clients repeat in their texts are those of the code.

import { expect, test } from "bun:test";
import { IDEMPOTENCY_RESEND_MS, IDEMPOTENCY_RETENTION_MS } from "../../src/inventory/idempotency.ts";
import { QUANTITY_MAX } from "../../src/inventory/item.ts";
import { EXPIRES_SOON_DAYS } from "../../src/inventory/key-expiry.ts";
import { LABEL_TEXT_LENGTH_MAX } from "../../src/inventory/label.ts";
import { STATED_REASONS } from "../../src/inventory/movement.ts";
import { NOTE_CHARACTERS_MAX } from "../../src/inventory/note.ts";
import { codesIn, read } from "./document.ts";

/** A number in texts: the first group of the expression, which each of the files has. */
const NUMBERS: readonly (readonly [string, RegExp, number, readonly string[]])[] = [
  [
    "characters of a note",
    /\b1 to\s+(\d+)\s+characters\b(?! of `)/g,
    NOTE_CHARACTERS_MAX,
    [
      "docs/clients.md",
      "admin.yaml",
      "docs/errors.md",
      "src/client/options.ts",
      "packages/python/src/petstock/_inventory.py",
    ],
  ],
  [
    "characters of a label's text",
    /Each text has up to (\d+) characters/g,
    LABEL_TEXT_LENGTH_MAX,
    ["docs/admin-api.md"],
  ],
  [
    "days from which on a key expires soon",
    /(?:expires within|valid for more than) (\d+) days/g,
    EXPIRES_SOON_DAYS,
    ["docs/keys.md", "docs/configuration.md"],
  ],
  [
    "hours for which clients send a change again",
    /of changes at most (\d+) hours/g,
    IDEMPOTENCY_RESEND_MS / 3_600_000,
    ["docs/client.md"],
  ],
  [
    "largest quantity",
    /from 0 to (\d+)/g,
    QUANTITY_MAX,
    ["docs/admin-api.md", "docs/errors.md", "src/reference/render/start.ts"],
  ],
];

test.each(NUMBERS)("the %s", async (_, expression, expected, files) => {
  for (const file of files) {
    const found = [...(await read(file)).matchAll(expression)].map(([, number]) => Number(number));
    expect({ file, found: [...new Set(found)] }).toEqual({ file, found: [expected] });
  }
});

test("the reasons that a person may state, in docs/clients.md", async () => {
  const [, list = ""] = /`Petstock-Reason` \(([^)]+)\)/.exec(await read("docs/clients.md"))!;
  expect(codesIn(list)).toEqual([...STATED_REASONS]);
});

test("results are kept for a day, as docs/clients.md says", async () => {
  expect(await read("docs/clients.md")).toMatch(/\bFor a day each retry gets\s+the first response/);
  expect(IDEMPOTENCY_RETENTION_MS).toBe(86_400_000);
});
