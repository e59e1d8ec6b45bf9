// docs/languages.md: its glossary has the words of the dashboard's texts, in each language.

import { expect, test } from "bun:test";
import { type Language, LANGUAGES } from "../../src/dashboard/language/locale.ts";
import { englishTexts, saidIn, textsOf } from "../dashboard/language/catalogues.ts";
import { read, tableUnder } from "./document.ts";

const COLUMNS: Readonly<Record<Language, string>> = {
  en: "English",
  de: "German",
  es: "Spanish",
  fr: "French",
  "pt-BR": "Portuguese",
};

const glossary = tableUnder(await read("docs/languages.md"), "Glossary");

async function everythingSaidIn(language: Language): Promise<string> {
  const texts = language === "en" ? await englishTexts() : await textsOf(language);
  return saidIn(language, texts)
    .map(({ text }) => text)
    .join("\n")
    .toLowerCase();
}

test.each(LANGUAGES)("the glossary's words of %s are what the page says", async (language) => {
  const said = await everythingSaidIn(language);
  const words = glossary.map((row) => row[COLUMNS[language]]!);
  expect(words.length).toBeGreaterThan(20);
  expect(words.filter((word) => word === "" || !said.includes(word.toLowerCase()))).toEqual([]);
});

test("the glossary has a column for each language", () => {
  expect(Object.keys(glossary[0]!)).toEqual(LANGUAGES.map((language) => COLUMNS[language]));
});
