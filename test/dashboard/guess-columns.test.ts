// The columns of files as suppliers send them: known by their names, or proposed by their names and values.

import { describe, expect, test } from "bun:test";
import { allowedColumns, withColumn } from "../../src/dashboard/imports/column-mapping.ts";
import { imports as german } from "../../src/dashboard/language/de/imports.ts";
import { importsText } from "../../src/dashboard/language/en/imports.ts";
import { imports as spanish } from "../../src/dashboard/language/es/imports.ts";
import { imports as french } from "../../src/dashboard/language/fr/imports.ts";
import { imports as portuguese } from "../../src/dashboard/language/pt-br/imports.ts";
import { guessMapping } from "../../src/dashboard/imports/guess-columns.ts";
import { ambiguityOf, meaningOf } from "../../src/transfer/column-words.ts";
import { SHEET_COLUMN_NAMES, type SheetColumn } from "../../src/transfer/sheet-columns.ts";

const TRANSLATED = [
  ["de", german],
  ["es", spanish],
  ["fr", french],
  ["pt-BR", portuguese],
] as const;

const KNOWN: Readonly<Record<SheetColumn, readonly string[]>> = {
  petId: [
    "petId",
    "Pet ID",
    "pet_id",
    "ID",
    "Tier-Nr.",
    "Tiernummer",
    "ID mascota",
    "Nº animal",
    "Número de animal",
  ],
  quantity: [
    "Stock",
    "count",
    " Qty. ",
    "QUANTITY",
    "On hand",
    "Stock (pcs)",
    "Units",
    "Menge",
    "Bestand:",
    "Stück",
    "Stueckzahl",
    "Anzahl [Stk]",
    "Cantidad",
    "Existencias",
    "Stock actual",
    "Quantité",
    "QUANTITE\u00a0",
    "Qté",
    "En stock",
    "Quantidade",
    "Qtd.",
    "Estoque",
  ],
  status: ["Status", "Verfügbarkeit", "Estado", "État", "Situação"],
  name: [
    "Name",
    "Product name",
    "Bezeichnung",
    "Artikelbezeichnung",
    "Descripción",
    "Désignation",
    "Nome",
    "Descrição",
  ],
  kind: ["Kind", "category", "Species", "Tierart", "Kategorie", "Especie", "Catégorie", "Espécie", "Raça"],
  code: [
    "EAN",
    "ean-13",
    "Barcode",
    "Bar code",
    "GTIN",
    "UPC",
    "Strichcode",
    "Código de barras",
    "Code-barres",
    "Gencod",
  ],
  low: [
    "low",
    "Minimum",
    "Min. stock",
    "Low stock",
    "Reorder level",
    "Mindestbestand",
    "Stock mínimo",
    "Seuil",
    "Estoque mínimo",
  ],
};

test.each(SHEET_COLUMN_NAMES)(
  "%s is known by its names in several languages, however they are written",
  (column) => {
    expect(KNOWN[column].map((name) => [name, meaningOf(name)?.column])).toEqual(
      KNOWN[column].map((name) => [name, column]),
    );
  },
);

test("names that mean nothing, or too much, are not recognised", () => {
  for (const name of ["", " ", "()", "Farbe", "Preis", "__proto__", "constructor", "x".repeat(10_000)])
    expect([meaningOf(name), ambiguityOf(name)]).toEqual([undefined, undefined]);
});

describe("a table with the page's own titles needs no choice of columns:", () => {
  const row = ["7", "3", "sold", "Rex", "dog", "x-1", "2"];
  test.each([["en", importsText] as const, ...TRANSLATED])("%s", (_, titles) => {
    const header = SHEET_COLUMN_NAMES.map((column) => titles[column]);
    const columns = Object.fromEntries(SHEET_COLUMN_NAMES.map((column, at) => [column, at]));
    expect(guessMapping([header, row])).toMatchObject({ header: true, columns });
  });
});

test("no name is ambiguous and known at once", () => {
  for (const name of [
    "SKU",
    "Artikelnr.",
    "Article",
    "Art. Nr.",
    "Item no",
    "Referencia",
    "Código",
    "Produto",
    "Nombre",
  ])
    expect([name, meaningOf(name), ambiguityOf(name) === undefined]).toEqual([name, undefined, false]);
});

describe("a file's columns are guessed:", () => {
  const cases: [
    why: string,
    header: string,
    row: string,
    columns: object,
    proposed: readonly SheetColumn[],
  ][] = [
    ["an EAN is a code, also of digits alone", "EAN,Stock", "4006381333931,3", { code: 0, quantity: 1 }, []],
    [
      "an SKU of letters is a code",
      "SKU,Name,Qty",
      "HAM-01,Hamster,3",
      { code: 0, name: 1, quantity: 2 },
      ["code"],
    ],
    ["an SKU of integers may be the pet id", "SKU,Qty", "305144,3", { petId: 0, quantity: 1 }, ["petId"]],
    ["an SKU beside ids is a code", "ID,SKU,Qty", "7,305144,3", { petId: 0, code: 1, quantity: 2 }, ["code"]],
    ["an SKU beside ids and an EAN is left out", "ID,SKU,EAN", "7,305144,40", { petId: 0, code: 2 }, []],
    ["an SKU with leading zeros is a code", "SKU,Qty", "00512,3", { code: 0, quantity: 1 }, ["code"]],
    ["an SKU beyond int64 is a code", "SKU,Qty", "9223372036854775808,3", { code: 0, quantity: 1 }, ["code"]],
    ["an SKU without values is a code", "SKU,Qty", ",3", { code: 0, quantity: 1 }, ["code"]],
    [
      "an article of words is a name",
      "Artikel;EAN;Bestand",
      "Hamster;40;3",
      { name: 0, code: 1, quantity: 2 },
      ["name"],
    ],
    [
      "an article beside its number",
      "Artikelnr.;Artikel;Menge",
      "305144;Hamster;3",
      { petId: 0, name: 1, quantity: 2 },
      ["petId", "name"],
    ],
    ["an article beside a name is a code", "Article,Name", "A1,Hamster", { name: 1, code: 0 }, ["code"]],
    ["nombre of words is a name", "ID,Nombre", "1,Hámster", { petId: 0, name: 1 }, ["name"]],
    ["nombre of integers is a quantity", "ID,Nombre", "1,12", { petId: 0, quantity: 1 }, ["quantity"]],
    ["a pet of integers is an id", "Animal,Espèce", "7,chien", { petId: 0, kind: 1 }, ["petId"]],
    ["a pet of words is its kind", "ID;Tier", "7;Hund", { petId: 0, kind: 1 }, ["kind"]],
    ["the better known name wins", "Description,ID,Pet ID,Name", "a,1,2,b", { petId: 2, name: 3 }, []],
  ];
  test.each(cases)("%s", (_, header, row, columns, proposed) => {
    const cells = (line: string) => line.split(/[,;]/);
    expect(guessMapping([cells(header), cells(row)])).toEqual({
      header: true,
      columns,
      ...(proposed.length > 0 && { proposed }),
    });
  });
});

test("a proposal has been seen once the user chose a column; a clerk sees those of the own columns", () => {
  const guessed = guessMapping([
    ["SKU", "Article", "Qty"],
    ["1", "Hamster", "3"],
  ]);
  expect(guessed.proposed).toEqual(["petId", "name"]);
  expect(withColumn(guessed, "code", 0)).toEqual({
    header: true,
    columns: { code: 0, name: 1, quantity: 2 },
  });
  expect(allowedColumns(guessed, false)).toEqual({
    header: true,
    columns: { petId: 0, quantity: 2 },
    proposed: ["petId"],
  });
});
