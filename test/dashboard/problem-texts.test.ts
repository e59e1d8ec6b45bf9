// What is wrong with a file, in the languages of the page: each text has the values of its fault, and is not the English one.

import { describe, expect, test } from "bun:test";
import { faultInWords, problemInWords } from "../../src/dashboard/imports/row-reason.ts";
import { problems as german } from "../../src/dashboard/language/de/problems.ts";
import { problemsText } from "../../src/dashboard/language/en/problems.ts";
import { problems as spanish } from "../../src/dashboard/language/es/problems.ts";
import { problems as french } from "../../src/dashboard/language/fr/problems.ts";
import { problems as portuguese } from "../../src/dashboard/language/pt-br/problems.ts";
import type { Fault } from "../../src/transfer/fault.ts";
import { faultInWords as inEnglish } from "../../src/transfer/fault-words.ts";

/** Of every fault: more than it has. */
const VALUES = {
  value: "VALUE",
  names: "NAMES",
  meant: "MEANT",
  cell: "B7",
  example: "EXAMPLE",
  detail: "DETAIL",
  needs: "NEEDS",
  before: "BEFORE",
  separator: "|",
  bytes: 65_536,
  count: 7,
  expected: 8,
  firstLine: 9,
  column: "COLUMN",
  item: "an item",
  of: "an inventory",
} as const;

const LANGUAGES = { en: problemsText, de: german, es: spanish, fr: french, "pt-BR": portuguese };

function textsOf(language: keyof typeof LANGUAGES): Record<string, string> {
  return Object.fromEntries(
    Object.entries(LANGUAGES[language]).map(([code, text]) => [
      code,
      typeof text === "string" ? text : (text as (values: typeof VALUES) => string)(VALUES),
    ]),
  );
}

/** The values that the text has, in a form that does not depend on the language. */
function valuesIn(text: string): string[] {
  return (text.match(/VALUE|NAMES|MEANT|B7|EXAMPLE|DETAIL|NEEDS|BEFORE|\||65|\b[789]\b/g) ?? []).toSorted();
}

describe.each(["de", "es", "fr", "pt-BR"] as const)("each problem in %s", (language) => {
  const english = textsOf("en");
  test.each(Object.entries(textsOf(language)))("%s", (code, text) => {
    expect(valuesIn(text)).toEqual(valuesIn(english[code]!));
    expect(text).not.toBe(english[code]!);
  });
});

test("each problem has the values that the command line names", () => {
  for (const code of Object.keys(problemsText)) {
    const fault = { ...VALUES, code } as unknown as Fault;
    // The names of columns and the forms of rows are the file format's.
    const values = (text: string): string[] => valuesIn(text).filter((value) => value !== "VALUE");
    expect([code, values(faultInWords(fault, "VALUE"))]).toEqual([code, values(inEnglish(fault))]);
  }
});

test("a problem of a column follows the column's title", () => {
  const fault = { code: "quantity_invalid" } as const;
  expect(problemInWords({ line: 3, column: "quantity", value: "1,5", fault })).toBe(
    "Quantity: “1,5” is not a whole number of pets",
  );
  expect(problemInWords({ line: 3, column: null, value: null, fault: { code: "quote_open" } })).toBe(
    "A double quote in this row is never closed",
  );
});
