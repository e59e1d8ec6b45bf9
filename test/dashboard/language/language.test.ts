// Every language says everything, with all values, and nothing in English.

import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import {
  DASHBOARD,
  englishTexts,
  type Said,
  saidIn,
  textsOf,
  type Translation,
  TRANSLATIONS,
} from "./catalogues.ts";

const english = await englishTexts();
const saidInEnglish = saidIn("en", english);
const englishAt = new Map(saidInEnglish.map((said) => [said.path, said]));

/** Words that a language has in common with English. */
const SAME: Readonly<Record<Translation, readonly string[]>> = {
  de: ["Admin", "Code", "Format", "Live", "Name", "Person", "Problem", "Status", "Trends"],
  es: [],
  fr: ["Action", "Code", "Correction", "Format", "Note", "Page", "Pages", "Secret", "Stock", "active"],
  "pt-BR": ["Status"],
};

/** Formats, and keys that have English names on the keyboards of some languages. */
const NAMES = /^(?:CSV|JSON|NDJSON|Ctrl|Delete|Enter|Esc|Shift|Tab)$/;

const PLACEHOLDER = /\{(\w+)\}/g;

function placeholdersIn(text: string): readonly string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name]) => name!).toSorted();
}

function missingIn({ path, text, given }: Said): string[] {
  const missing = given.filter((sample) => !text.includes(sample));
  return missing.length === 0 ? [] : [`${path} does not show all that it is given: ${text}`];
}

function textsWithLetters(said: readonly Said[]): readonly Said[] {
  return said.filter(({ text }) => /\p{L}/u.test(text.replace(PLACEHOLDER, "")));
}

test("English has all parts of the catalogue", () => {
  const parts = [...new Bun.Glob("en/*.ts").scanSync(join(DASHBOARD, "language"))].map((file) =>
    file.replace(/^en\/|\.ts$/g, "").replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
  );
  expect(Object.keys(english).toSorted()).toEqual(parts.toSorted());
});

test("a text shows all its values", () => {
  expect(saidInEnglish.flatMap(missingIn)).toEqual([]);
});

test("a text that no code reads is removed", async () => {
  const sources = await Promise.all(codeFiles().map((file) => Bun.file(file).text()));
  const unread = Object.entries(english).flatMap(([part, members]) => {
    const direct = sources.filter((source) => source.includes(`${part}Text`));
    // Where code reads a member by a name that it computes, the name may stand anywhere.
    const readers = direct.some((source) => source.includes(`${part}Text[`)) ? sources : direct;
    return Object.keys(members)
      .filter((name) => !readers.some((source) => new RegExp(`\\b${name}\\b`).test(source)))
      .map((name) => `${part}.${name}`);
  });
  expect(unread).toEqual([]);
});

/** Of the page, and of the files that it reads; without the catalogues. */
function codeFiles(): readonly string[] {
  const all = [DASHBOARD, join(DASHBOARD, "../transfer")].flatMap((folder) =>
    [...new Bun.Glob("**/*.{ts,tsx}").scanSync(folder)].map((file) => join(folder, file)),
  );
  return all.filter((file) => !/\/language\/..(?:-..)?\//.test(file));
}

describe.each(TRANSLATIONS)("%s", (language) => {
  test("has every text of English, and no others", async () => {
    const texts = await textsOf(language);
    for (const [part, members] of Object.entries(english))
      expect([part, Object.keys(texts[part] ?? {}).toSorted()]).toEqual([
        part,
        Object.keys(members).toSorted(),
      ]);
    expect(Object.keys(texts).toSorted()).toEqual(Object.keys(english).toSorted());
  });

  test("shows all values, with the same places for elements as English", async () => {
    const said = saidIn(language, await textsOf(language));
    expect(said.flatMap(missingIn)).toEqual([]);
    const different = said.filter(({ path, text }) => {
      const source = englishAt.get(path);
      return source !== undefined && String(placeholdersIn(text)) !== String(placeholdersIn(source.text));
    });
    expect(different.map(({ path }) => path)).toEqual([]);
  });

  test("says nothing in English, but what both languages have in common", async () => {
    const said = textsWithLetters(saidIn(language, await textsOf(language)));
    const same = said
      .filter(({ path, text }) => englishAt.get(path)?.text === text && !NAMES.test(text))
      // With a value beside it, such as `Status: 701`.
      .map(({ text }) => text.replace(/: \d+$/, ""));
    expect([...new Set(same)].toSorted()).toEqual([...SAME[language]]);
  });

  test("marks no place in a text but those that code replaces", async () => {
    for (const { path, text } of saidIn(language, await textsOf(language)))
      expect([path, text]).toEqual([path, expect.not.stringMatching(/undefined|NaN|\[object|^\s|\s$| {2}/)]);
  });
});

test("French has no-break spaces before its double punctuation, and within its quotes", async () => {
  const wrong = saidIn("fr", await textsOf("fr")).filter(({ text }) =>
    / [:;?!»]|« |[\p{L})][?!;»]/u.test(text),
  );
  expect(wrong.map(({ path }) => path)).toEqual([]);
});
