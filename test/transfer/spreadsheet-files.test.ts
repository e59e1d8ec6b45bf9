// Files as spreadsheets save them: each is read as the same rows, or refused with the line and what to do.

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { PET_STATUSES } from "../../src/inventory/item.ts";
import { storedLabelText } from "../../src/inventory/label.ts";
import { refusalOfLabelText } from "../../src/inventory/label-text.ts";
import { resolveColumn, SHEET_COLUMNS } from "../../src/transfer/columns.ts";
import type { TransferFormat } from "../../src/transfer/format.ts";
import { describeProblem } from "../../src/transfer/problem.ts";
import { readRowsOf } from "../../src/transfer/read-rows.ts";
import { SHEET_FORM, type SheetRow } from "../../src/transfer/sheet-form.ts";
import { openSpreadsheet } from "../../src/transfer/spreadsheet-file.ts";
import { spreadsheetForm } from "../../src/transfer/spreadsheet-form.ts";
import { openSpreadsheetWriter, type SheetItem, utf16Bytes } from "../../src/transfer/write-spreadsheet.ts";
import { bytesOf } from "./read-all.ts";

async function read(file: string | Uint8Array, { format = "csv" as TransferFormat, chunk = 1 << 20 } = {}) {
  const all = bytesOf(file);
  async function* source(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < all.length; at += chunk) yield all.subarray(at, at + chunk);
  }
  const sheet = openSpreadsheet(source(), format);
  const rows: SheetRow[] = [];
  const problems: string[] = [];
  for await (const batch of readRowsOf(spreadsheetForm(SHEET_FORM), sheet.bytes, format)) {
    rows.push(...batch.rows);
    problems.push(...batch.problems.map(describeProblem));
  }
  return { rows, problems, encoding: sheet.encoding() };
}

const SAMPLE = "petId,quantity,status,name\n305144,3,sold,Käthe\n9007199254740993,0,available,Zoë\n";
const ROWS: readonly SheetRow[] = [
  { petId: 305144n, quantity: 3, status: "sold", name: "Käthe", line: 2 },
  { petId: 9007199254740993n, quantity: 0, status: "available", name: "Zoë", line: 3 },
];

const utf16 = (text: string): Uint8Array => utf16Bytes(`\ufeff${text}`);
const bigEndian = (text: string): Uint8Array =>
  utf16(text).map((_, at, bytes) => bytes[at % 2 === 0 ? at + 1 : at - 1] as number);
/** Texts whose characters have the same number in Windows-1252 as in Unicode. */
const windows1252 = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));

describe("the same rows are read, on the same lines, from a file", () => {
  const excel = SAMPLE.replaceAll(",", "\t").replaceAll("\n", "\r\n");
  const german = SAMPLE.replaceAll(",", ";").replaceAll("\n", "\r\n");
  const cases: [how: string, file: string | Uint8Array][] = [
    ["in UTF-8", SAMPLE],
    ["with a byte order mark and semicolons", `\ufeff${german}`],
    ['in UTF-16 with tabs, as Excel\'s "Unicode text"', utf16(excel)],
    ["in UTF-16, big endian", bigEndian(excel)],
    ["in Windows-1252 with semicolons", windows1252(german)],
    ["in Windows-1252 with CR alone", windows1252(SAMPLE.replaceAll("\n", "\r"))],
    ["with empty rows at its end", windows1252(`${german};;;\r\n;;;\r\n\r\n`)],
    ["with every cell in quotes", SAMPLE.replace(/[^,\n]+/g, '"$&"')],
    ["with leading zeros in its ids", SAMPLE.replace("305144", "0000305144")],
    ["with its texts as formulas", SAMPLE.replace("9007199254740993", '"=""09007199254740993"""')],
    ["with statuses in capitals", SAMPLE.replace("sold", "SOLD")],
  ];
  test.each(cases)("%s", async (_, file) => {
    expect(await read(file)).toMatchObject({ rows: ROWS, problems: [] });
  });

  test.each(cases)("%s, in pieces of any size", async (_, file) => {
    for (const chunk of [1, 2, 3, 5, 17]) {
      expect(await read(file, { chunk })).toMatchObject({ rows: ROWS, problems: [] });
    }
  });

  test.each([",", ";", "\t"])("with Excel's line for the separator %p", async (separator) => {
    const file = SAMPLE.replaceAll(",", separator);
    const shifted = ROWS.map((row) => ({ ...row, line: row.line + 1 }));
    for (const line of [
      `sep=${separator}`,
      `SEP=${separator}`,
      `"sep=${separator}"`,
      `\ufeffsep=${separator}`,
    ]) {
      for (const end of ["\n", "\r\n", "\r"]) {
        for (const chunk of [3, 1 << 20]) {
          expect((await read(`${line}${end}${file}`, { chunk })).rows).toEqual(shifted);
        }
      }
    }
    expect((await read(utf16(`sep=${separator}\r\n${file}`))).rows).toEqual(shifted);
  });

  test("of JSON in UTF-16, as PowerShell writes it", async () => {
    const json = '[{"petId":305144,"quantity":3,"status":"sold","name":"Käthe"}]';
    const { rows, problems } = await read(utf16(json), { format: "json" });
    expect([problems, rows]).toEqual([[], [{ ...ROWS[0]!, line: 1 }]]);
  });
});

test("the first character beyond ASCII decides the encoding, wherever it is", async () => {
  const plain = "petId,name\n" + "1,x\n".repeat(40_000);
  expect((await read(`${plain}2,é\n`)).encoding).toBe("UTF-8");
  const old = await read(windows1252(`${plain}2,\x80 é\n`));
  expect([old.encoding, old.rows.at(-1)!.name, old.problems]).toEqual(["Windows-1252", "€ é", []]);
});

test("cells may have line breaks, and a label with one is refused on its line", async () => {
  const { rows, problems } = await read('petId,name,quantity\r\n1,"two\r\nlines",4\r\n"2\r\n",x,"\r\n5"\r\n');
  expect(rows).toEqual([{ petId: 2n, name: "x", quantity: 5, line: 4 }]);
  expect(problems).toEqual([
    'line 2, column name: "two\\r\\nlines" has a line break or another control character: remove it',
  ]);
});

describe("a cell that could only be guessed is refused with its line:", () => {
  const NO_QUANTITY = "is not an integer from 0 to 2147483647";
  const cases: [row: string, problem: string | RegExp][] = [
    ["1;1,5", `column quantity: "1,5" ${NO_QUANTITY}`],
    ["1;12,0", `column quantity: "12,0" ${NO_QUANTITY}`],
    ["1;1.234", `column quantity: "1.234" ${NO_QUANTITY}: write it without separators`],
    ["1;1,234", `column quantity: "1,234" ${NO_QUANTITY}: write it without separators`],
    ["1;1 234", `column quantity: "1 234" ${NO_QUANTITY}: write it without separators`],
    ["1,23E+15;1", /column petId: "1,23E\+15" was rounded by a spreadsheet: format the column as text/],
    ["1.23457E+11;1", /column petId: "1.23457E\+11" was rounded by a spreadsheet/],
    [";1", "column petId: the cell is empty: every row needs a petId"],
    ["#NAME?;1", /column petId: "#NAME\?" is not an integer/],
  ];
  test.each(cases)("%p", async (row, problem) => {
    const { rows, problems } = await read(`petId;quantity\n${row}\n`);
    expect([rows, problems.length]).toEqual([[], 1]);
    expect(problems[0]).toMatch(problem instanceof RegExp ? problem : `line 2, ${problem}`);
  });
});

describe("a file that is no text is refused by its first bytes:", () => {
  const cases: [name: string, bytes: readonly number[], rule: RegExp][] = [
    [
      "an Excel workbook",
      [0x50, 0x4b, 3, 4, 0x14, 0, 0xe9],
      /workbook or a ZIP archive: save the sheet as CSV/,
    ],
    ["an old Excel workbook", [0xd0, 0xcf, 0x11, 0xe0, 0xa1], /workbook: save the sheet as CSV/],
    ["gzip", [0x1f, 0x8b, 8, 0, 0xff], /compressed with gzip/],
    ["UTF-32", [0xff, 0xfe, 0, 0, 0x70, 0, 0, 0], /NUL byte/],
  ];
  test.each(cases)("%s", async (_, bytes, rule) => {
    const { rows, problems } = await read(Uint8Array.from(bytes));
    expect([rows, problems.length]).toEqual([[], 1]);
    expect(problems[0]).toMatch(rule);
  });
});

test("half of a character in UTF-16 is a problem of its row, and never another character", async () => {
  const broken = utf16("petId,name\n1,Rex\n2,A\ud83dB\n3,Mia\n");
  const { rows, problems } = await read(broken);
  expect(rows.map(({ name }) => name)).toEqual(["Rex", "Mia"]);
  expect(problems).toEqual([expect.stringMatching(/^line 3: .* is not UTF-8/)]);
});

test("column names are known in several languages, whatever their case, accents and separators", () => {
  const meant = (name: string) => resolveColumn(SHEET_COLUMNS, name);
  const names = ["Pet ID", "Tier-Nr.", "Menge", "Quantité", "Existencias", "État", "Verfügbarkeit", "Größe"];
  expect(names.map(meant)).toEqual([
    "petId",
    "petId",
    "quantity",
    "quantity",
    "quantity",
    "status",
    "status",
    undefined,
  ]);
  expect(["Bezeichnung", "Tierart", "Barcode", "Mindestbestand"].map(meant)).toEqual([
    "name",
    "kind",
    "code",
    "low",
  ]);
});

describe("a sheet that is written for spreadsheets", () => {
  const text = fc
    .oneof(
      fc.string({ unit: "grapheme", maxLength: 12 }),
      fc.constantFrom(
        "=1+1",
        "+49",
        "-2",
        "@sum",
        "'=x",
        '="a"',
        "007",
        "1E5",
        "1-2",
        "TRUE",
        "wahr",
        '"',
        "a\tb",
        "\ufffd",
        "🐈",
      ),
    )
    .map((each) => storedLabelText(each))
    .filter((each) => each === null || refusalOfLabelText(each) === undefined);
  const item: fc.Arbitrary<SheetItem> = fc.record({
    petId: fc.oneof(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.constantFrom(0n, -1n)),
    quantity: fc.nat(2 ** 31 - 1),
    status: fc.constantFrom(...PET_STATUSES),
    name: text,
    kind: text,
    code: text,
    low: fc.option(fc.nat(99), { nil: null }),
  });
  const written = (items: readonly SheetItem[]): string => {
    const writer = openSpreadsheetWriter();
    return writer.page(items) + writer.end();
  };

  test("is read back exactly, whatever the texts", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(item, { maxLength: 20 }), async (items) => {
        const { rows, problems } = await read(utf16Bytes(written(items)), { chunk: 33 });
        expect(problems).toEqual([]);
        expect(rows.map(({ line: _, ...row }) => row)).toEqual([...items]);
      }),
      { numRuns: 300 },
    );
  });

  test("runs no formula, and keeps long ids, codes and everything that looks like a number", () => {
    const one = {
      petId: 305144n,
      quantity: 3,
      status: "sold",
      name: "Rex",
      kind: "dog",
      code: null,
      low: 2,
    } as const;
    const items: SheetItem[] = [
      one,
      { ...one, petId: 9007199254740993n, name: "=1+1", kind: "-2", code: "0123", low: null },
    ];
    expect(written(items)).toBe(
      [
        "\ufeffpetId\tname\tkind\tquantity\tstatus\tcode\tlow",
        "305144\tRex\tdog\t3\tsold\t\t2",
        '"=""9007199254740993"""\t"=""=1+1"""\t"=""-2"""\t3\tsold\t"=""0123"""\t',
        "",
      ].join("\r\n"),
    );
    fc.assert(
      fc.property(item, (any) => {
        const cells = written([any]).split("\r\n")[1]!.split("\t");
        for (const cell of cells) expect(cell).toMatch(/^(?:|-?[0-9]{1,11}|[^=+@'-].*|"=""(?:.|"")*""")$/u);
      }),
    );
  });
});
