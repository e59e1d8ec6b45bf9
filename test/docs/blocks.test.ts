// Each code block of the documents is tried by a test, or is listed with the reason why not.

import { expect, test } from "bun:test";
import { type Block, blocksOf, userDocuments } from "./blocks.ts";
import { fileOf } from "./document.ts";
import { ELSEWHERE, NOT_RUN, SESSIONS } from "./sessions.ts";

const PLACES = [
  ...SESSIONS.map(({ document, language, leaves = /^$/ }) => ({
    document,
    takes: (block: Block) => block.language === language && !leaves.test(block.text),
  })),
  ...[...ELSEWHERE, ...NOT_RUN].map(({ document, blocks }) => ({
    document,
    takes: ({ language, text }: Block) => blocks.test(`${language}\n${text}`),
  })),
];

test("each block is at exactly one place, and each place has blocks", async () => {
  const blocks = (await Promise.all(userDocuments().map(blocksOf))).flat();
  expect(blocks.length).toBeGreaterThan(80);
  const placesOf = (block: Block) =>
    PLACES.filter(({ document, takes }) => document === block.document && takes(block));
  const wrong = blocks.filter((block) => placesOf(block).length !== 1);
  expect(wrong.map((block) => ({ ...block, places: placesOf(block).length }))).toEqual([]);
  const used = new Set(blocks.flatMap(placesOf));
  expect(PLACES.filter((place) => !used.has(place)).map(({ document }) => document)).toEqual([]);
});

test("the tests that run blocks exist", async () => {
  for (const { by } of ELSEWHERE) expect([by, await fileOf(by).exists()]).toEqual([by, true]);
});
