// Texts of people: one rule for what labels and notes must not hold.

import { expect, test } from "bun:test";
import { refusalOfLabelText } from "../../src/inventory/label-text.ts";
import { noteProblem } from "../../src/inventory/note.ts";
import { refusalOfText, textRule } from "../../src/inventory/text.ts";
import { makeKey } from "../../src/keys/format.ts";

const KEY = makeKey();

test.each([
  ["a\nb", "control_character"],
  ["a\u0000b", "control_character"],
  ["a\u009bb", "control_character"],
  ["a\u2028b", "control_character"],
  ...[0x61c, 0x200b, 0x200e, 0x200f, 0x202a, 0x202e, 0x2060, 0x2064, 0x2066, 0x2069, 0xfeff].map(
    (code) => [`a${String.fromCodePoint(code)}b`, "invisible_character"] as const,
  ),
  ["a\ud800b", "lone_surrogate"],
  [KEY, "api_key"],
  [`the key ${KEY}!`, "api_key"],
  [KEY.replace("_", "%5F"), "api_key"],
  [KEY.slice(0, 29), "api_key"],
] as const)("%j is refused for labels and notes alike", (text, refusal) => {
  expect(refusalOfText(text)).toBe(refusal);
  expect(refusalOfLabelText(text)).toBe(refusal);
  expect(noteProblem(text)).toBe(textRule(refusal));
});

test.each([
  "Rex",
  "Käfig „Ω“ 🐈",
  // Joiners: a family, a flag, Persian, Devanagari.
  "👨‍👩‍👧",
  "🏳️‍🌈",
  "می‌خواهم",
  "क्‍ष",
  "ערבית שלום",
  "petstock_",
  "petstock_shelf_3",
])("%j is taken", (text) => {
  expect(refusalOfText(text)).toBeUndefined();
  expect(refusalOfLabelText(text)).toBeUndefined();
  expect(noteProblem(text)).toBeUndefined();
});
