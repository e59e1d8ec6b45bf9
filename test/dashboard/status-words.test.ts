// The statuses of a sheet, as the page shows them in each of its languages.

import { expect, test } from "bun:test";
import { openSheetFile, openWorkbookHere, readSheetFile } from "../../src/dashboard/imports/sheet-file.ts";
import { ui as german } from "../../src/dashboard/language/de/ui.ts";
import { uiText } from "../../src/dashboard/language/en/ui.ts";
import { ui as spanish } from "../../src/dashboard/language/es/ui.ts";
import { ui as french } from "../../src/dashboard/language/fr/ui.ts";
import { ui as portuguese } from "../../src/dashboard/language/pt-br/ui.ts";
import { PET_STATUSES } from "../../src/inventory/item.ts";

const COLUMNS = { petId: 0, quantity: 1, status: 2 };

async function statusesOf(words: readonly string[]) {
  const rows = words.map((word, at) => `${at},1,${word}\n`);
  const blob = new Blob(["petId,quantity,status\n", ...rows]);
  const file = await openSheetFile("pets.csv", blob, openWorkbookHere);
  const layout = { header: true, cellOf: new Map(Object.entries(COLUMNS)) };
  const read = await readSheetFile(file, { layout, signal: new AbortController().signal });
  return {
    statuses: read.rows.map(({ status }) => status),
    problems: read.problems.named.map(({ line, fault }) => [line, fault.code]),
  };
}

test.each([
  ["en", uiText] as const,
  ["de", german] as const,
  ["es", spanish] as const,
  ["fr", french] as const,
  ["pt-BR", portuguese] as const,
])("are taken in %s, also in capitals", async (_, texts) => {
  const words = PET_STATUSES.map((status) => texts.statuses[status]);
  const both = [...words, ...words.map((word) => ` ${word.toUpperCase()} `)];
  expect(await statusesOf(both)).toEqual({ statuses: [...PET_STATUSES, ...PET_STATUSES], problems: [] });
});

test("are taken in either gender and without accents", async () => {
  expect(await statusesOf(["reservado", "Vendida", "reservee", "Verfuegbar", ""])).toEqual({
    statuses: ["pending", "sold", "pending", "available", undefined],
    problems: [],
  });
});

test("that no language has are problems", async () => {
  expect(await statusesOf(["weg", "sold"])).toEqual({
    statuses: ["sold"],
    problems: [[2, "status_unknown"]],
  });
});
