// A position on the wire: what is written is read back, and nothing else is a position.

import { expect, test } from "bun:test";
import { parsePositionTag, positionTag } from "../../src/contract/position-tag.ts";

test.each([0, 42, Number.MAX_SAFE_INTEGER])(
  "a position with revision %d is read back from its tag",
  (revision) => {
    const position = { revision, nonce: "1f0c9be2a7d34c55" };
    expect(parsePositionTag(positionTag(position))).toEqual(position);
  },
);

test.each([
  "",
  "42",
  "42-1f0c9be2a7d34c55",
  '"42-1f0c9be2a7d34c55"',
  'W/"042-1f0c9be2a7d34c55"',
  'W/"-1-1f0c9be2a7d34c55"',
  'W/"9007199254740992-1f0c9be2a7d34c55"',
  'W/"42-1F0C9BE2A7D34C55"',
  'W/"42-1f0c9be2a7d34c5"',
  'W/"42-1f0c9be2a7d34c55" ',
])("%p is no position", (text) => {
  expect(parsePositionTag(text)).toBeUndefined();
});
