// A view in words, in the language of the page.

import { afterEach, expect, test } from "bun:test";
import { viewInWords } from "../../src/dashboard/inventory/view-in-words.ts";
import german from "../../src/dashboard/language/de/german.ts";
import { spoken } from "../../src/dashboard/language/locale.ts";
import { speak } from "../../src/dashboard/language/texts.ts";
import { FIRST_VIEW, type View, WHOLE_VIEW } from "../../src/dashboard/state/view.ts";

const VIEWS: readonly View[] = [
  WHOLE_VIEW,
  FIRST_VIEW,
  { ...WHOLE_VIEW, quantityMin: 5, quantityMax: 1000, low: true },
  { ...WHOLE_VIEW, search: " rex ", statuses: ["available", "sold"], quantityMin: 2 },
  { ...WHOLE_VIEW, quantityMax: 0, sort: { by: "name", descending: false } },
  { ...WHOLE_VIEW, sort: { by: "petId", descending: true } },
];

afterEach(() => {
  spoken.locale = "en";
  speak({});
});

test("says each filter, and an order that is not the usual one", () => {
  expect(VIEWS.map(viewInWords)).toEqual([
    "All pets",
    "Pets: in stock",
    "Pets: quantity 5 to 1,000, low",
    "Pets: quantity 2 or more, available or sold, matching “rex”",
    "Pets: none left, sorted by “Name”",
    "Pets: sorted by “Pet”, descending",
  ]);
});

test("says it in German, too", () => {
  spoken.locale = "de";
  speak({ ...german });
  expect(VIEWS.map(viewInWords)).toEqual([
    "Alle Tiere",
    "Tiere: auf Lager",
    "Tiere: Menge 5 bis 1.000, knapp",
    "Tiere: Menge ab 2, verfügbar oder verkauft, Suche „rex“",
    "Tiere: keine mehr da, sortiert nach „Name“",
    "Tiere: absteigend sortiert nach „Tier“",
  ]);
});
