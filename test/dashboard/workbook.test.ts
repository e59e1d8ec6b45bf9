// Workbooks (.xlsx) as spreadsheet programs save them: each is read as the rows that the user sees, or refused with the cell and what
// to do.

import { describe, expect, test } from "bun:test";
import { guessMapping } from "../../src/dashboard/imports/guess-columns.ts";
import { layoutOf } from "../../src/dashboard/imports/column-mapping.ts";
import {
  openSheetFile,
  openWorkbookHere,
  readSheetFile,
  type WorkbookFile,
  withSheet,
} from "../../src/dashboard/imports/sheet-file.ts";
import { describeProblem } from "../../src/transfer/problem.ts";
import { inlineRows, type SheetXml, workbook, zip } from "../support/workbook.ts";

async function open(bytes: Uint8Array<ArrayBuffer>, name = "stock.xlsx"): Promise<WorkbookFile> {
  return (await openSheetFile(name, new Blob([bytes]), openWorkbookHere)) as WorkbookFile;
}

async function read(file: WorkbookFile) {
  const layout = layoutOf(guessMapping(file.sample));
  const { rows, problems } = await readSheetFile(file, { layout, signal: new AbortController().signal });
  return { rows, problems: problems.named.map(describeProblem) };
}

/** One sheet with the header `petId, quantity, name, code` and the rows in XML, from the second on. */
function sheetOf(rows: string): SheetXml {
  return { name: "Stock", rows: inlineRows([["petId", "quantity", "name", "code"]]) + rows };
}

const readXml = async (rows: string, formats: readonly string[] = []) =>
  read(await open(workbook({ sheets: [sheetOf(rows)], formats })));

const LONG_ID = 9007199254740993n;

describe("the rows of a sheet are read", () => {
  test("with shared strings, as Excel writes them; ids and codes as text keep every digit and zero", async () => {
    const sharedStrings = ["petId", "quantity", "name", "code", String(LONG_ID), "Käthe & <Co>", "00123"];
    const cells = (row: number, values: readonly (number | { n: string })[]) =>
      `<row r="${row}" spans="1:4">${values
        .map((value, at) => {
          const name = `${"ABCD"[at]}${row}`;
          return typeof value === "number"
            ? `<c r="${name}" s="0" t="s"><v>${value}</v></c>`
            : `<c r="${name}"><v>${value.n}</v></c>`;
        })
        .join("")}</row>`;
    const rows =
      cells(1, [0, 1, 2, 3]) + cells(2, [4, { n: "5" }, 5, 6]) + cells(3, [{ n: "2" }, { n: "5.0" }, 5, 6]);
    const { rows: found, problems } = await read(
      await open(workbook({ sheets: [{ name: "Stock", rows }], sharedStrings })),
    );
    expect(problems).toEqual([]);
    expect(found).toEqual([
      { petId: LONG_ID, quantity: 5, name: "Käthe & <Co>", code: "00123", line: 2 },
      { petId: 2n, quantity: 5, name: "Käthe & <Co>", code: "00123", line: 3 },
    ]);
  });

  test("with texts in the cells, rich texts, and cells without an address", async () => {
    const { rows, problems } = await readXml(
      '<row><c><v>1</v></c><c><v>3</v></c><c t="inlineStr"><is><r><t>Re</t></r><r><rPr><b/></rPr><t>x</t></r></is></c></row>',
    );
    expect(problems).toEqual([]);
    expect(rows).toEqual([{ petId: 1n, quantity: 3, name: "Rex", code: null, line: 2 }]);
  });

  test("with a prefix before all elements, as Microsoft's SDK writes them", async () => {
    const rows = inlineRows([
      ["Pet ID", "Name"],
      ["1", "Rex"],
    ]);
    const parts = {
      sheets: [{ name: "Stock", rows }],
      formats: ["0"],
      sharedStrings: ["a"],
      isPrefixed: true,
    };
    expect((await read(await open(workbook(parts)))).rows).toEqual([{ petId: 1n, name: "Rex", line: 2 }]);
  });

  test("with the numbers of their rows, without the empty ones", async () => {
    const { rows } = await readXml(
      '<row r="3"/><row r="4"><c r="A4"/><c r="B4" t="inlineStr"><is><t> </t></is></c></row><row r="1000"><c r="A1000"><v>7</v></c><c r="B1000"><v>1</v></c></row>',
    );
    expect(rows).toEqual([{ petId: 7n, quantity: 1, name: null, code: null, line: 1000 }]);
  });

  test("with the stored results of formulas", async () => {
    const { rows, problems } = await readXml(
      '<row r="2"><c r="A2"><f>1+1</f><v>2</v></c><c r="B2"><f t="shared" ref="B2:B3" si="0">A2*2</f><v>4</v></c><c r="C2" t="str"><f>"R"&amp;"ex"</f><v>Rex</v></c><c r="D2" t="str"><f>""</f><v></v></c></row>' +
        '<row r="3"><c r="A3"><v>3</v></c><c r="B3"><f t="shared" si="0"/><v>6</v></c></row>',
    );
    expect(problems).toEqual([]);
    expect(rows).toEqual([
      { petId: 2n, quantity: 4, name: "Rex", code: null, line: 2 },
      { petId: 3n, quantity: 6, name: null, code: null, line: 3 },
    ]);
  });

  test("with dates and times as ISO texts, and truth values as they are shown", async () => {
    const formats = ["yyyy\\-mm\\-dd", "dd/mm/yyyy hh:mm", "hh:mm:ss", '0" Stück"', "#,##0"];
    const named = (row: number, cell: string) =>
      `<row r="${row}"><c r="A${row}" s="5"><v>${row}</v></c><c r="B${row}" s="4"><v>1</v></c>${cell}</row>`;
    const rows = [
      named(2, '<c r="C2" s="1"><v>45443</v></c>'),
      named(3, '<c r="C3" s="2"><v>45443.4375</v></c>'),
      named(4, '<c r="C4" s="3"><v>0.4375</v></c>'),
      named(5, '<c r="C5" t="b"><v>1</v></c>'),
      named(6, '<c r="C6" t="d"><v>2024-05-31</v></c>'),
      named(7, '<c r="C7" s="1"><v>99999999999</v></c>'),
    ];
    const found = await readXml(rows.join(""), formats);
    expect(found.problems).toEqual([]);
    expect(found.rows.map(({ name }) => name)).toEqual([
      "2024-05-31",
      "2024-05-31T10:30:00",
      "10:30:00",
      "TRUE",
      "2024-05-31",
      "#####",
    ]);
    const macs = workbook({
      sheets: [sheetOf(named(2, '<c r="C2" s="1"><v>43981</v></c>'))],
      formats,
      date1904: true,
    });
    expect((await read(await open(macs))).rows[0]!.name).toBe("2024-05-31");
  });

  test("of the names that suppliers use, also beside a name that is a number", async () => {
    const rows = inlineRows([
      ["Artikel-Nr.:", "Bezeichnung ", "EAN", "Bestand (Stk)", 2024],
      ["305144", "Hamster", "4006381333931", 12, 1],
    ]);
    const file = await open(workbook({ sheets: [{ name: "Liste", rows }] }));
    expect(guessMapping(file.sample)).toEqual({
      header: true,
      columns: { petId: 0, name: 1, code: 2, quantity: 3 },
      proposed: ["petId"],
    });
    expect((await read(file)).rows).toEqual([
      { petId: 305144n, name: "Hamster", code: "4006381333931", quantity: 12, line: 2 },
    ]);
  });
});

describe("a cell that does not have the value that was meant is refused, with its name:", () => {
  const ROUNDED =
    "is a number of more than 15 digits, which a spreadsheet rounds: format the column as text, enter the original values again and save the file again";
  const cases: [what: string, cells: string, problem: string][] = [
    [
      "a long id as a number",
      '<c r="A2"><v>9.0071992547409901E+18</v></c><c r="B2"><v>1</v></c>',
      `line 2, column petId: "9007199254740990000" in cell A2 ${ROUNDED}`,
    ],
    [
      "an id of 16 digits as a number",
      '<c r="A2"><v>1234567890123450</v></c><c r="B2"><v>1</v></c>',
      `line 2, column petId: "1234567890123450" in cell A2 ${ROUNDED}`,
    ],
    [
      "a long code as a number",
      '<c r="A2"><v>1</v></c><c r="D2"><v>340123450000000000</v></c>',
      `line 2, column code: "340123450000000000" in cell D2 ${ROUNDED}`,
    ],
    [
      "an error of a formula",
      '<c r="A2"><v>1</v></c><c r="B2" t="e"><f>1/0</f><v>#DIV/0!</v></c>',
      'line 2, column quantity: "#DIV/0!" is an error in cell B2: correct it in the sheet',
    ],
    [
      "a formula that was never calculated",
      '<c r="A2"><v>1</v></c><c r="C2"><f>B2</f></c>',
      "line 2, column name: the formula in cell C2 has no stored result: open the file in a spreadsheet program and save it again",
    ],
    [
      "a quantity with a fraction",
      '<c r="A2"><v>1</v></c><c r="B2"><v>1.5</v></c>',
      'line 2, column quantity: "1.5" is not an integer from 0 to 2147483647',
    ],
    [
      "a text beyond every limit",
      `<c r="A2"><v>1</v></c><c r="C2" t="inlineStr"><is><t>${"x".repeat(32_768)}</t></is></c>`,
      `line 2, column name: "${"x".repeat(60)}…" in cell C2 is too long`,
    ],
  ];
  test.each(cases)("%s", async (_, cells, problem) => {
    const { rows, problems } = await readXml(`<row r="2">${cells}</row>`);
    expect([rows, problems]).toEqual([[], [problem]]);
  });

  test("but not in a column that is left out", async () => {
    const rows = inlineRows([["petId", "quantity", "Preis"]]);
    const row = '<row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>2</v></c><c r="C2"><v>1E+20</v></c></row>';
    const found = await read(await open(workbook({ sheets: [{ name: "Stock", rows: rows + row }] })));
    expect(found).toEqual({ rows: [{ petId: 1n, quantity: 2, line: 2 }], problems: [] });
  });
});

describe("of several sheets", () => {
  const filled = (name: string, id: number): SheetXml => ({
    name,
    rows: inlineRows([
      ["petId", "quantity"],
      [id, 5],
    ]),
  });

  test("none is read before the user has chosen one", async () => {
    const file = await open(workbook({ sheets: [filled("Hunde & Katzen", 1), filled("Vögel", 2)] }));
    expect([file.sheet, file.sample]).toEqual([undefined, []]);
    expect(file.sheets.map(({ name, rows }) => [name, rows])).toEqual([
      ["Hunde & Katzen", 2],
      ["Vögel", 2],
    ]);
    for (const [at, petId] of [1n, 2n].entries()) {
      const { rows } = await read(withSheet(file, file.sheets[at]!));
      expect(rows).toEqual([{ petId, quantity: 5, line: 2 }]);
    }
  });

  test("the only visible one with rows needs no choice", async () => {
    const sheets: SheetXml[] = [
      { name: "Sheet2", rows: "" },
      { ...filled("Lists", 8), state: "hidden" },
      { ...filled("Secret", 9), state: "veryHidden" },
      filled("Stock", 1),
    ];
    const file = await open(workbook({ sheets }));
    expect([file.sheet?.name, (await read(file)).rows]).toEqual([
      "Stock",
      [{ petId: 1n, quantity: 5, line: 2 }],
    ]);
  });
});

describe("a file that is no readable workbook is refused with the reason:", () => {
  const compound = (text: string) =>
    Buffer.concat([
      Buffer.from("d0cf11e0a1b11ae1", "hex"),
      Buffer.alloc(2_000_000),
      Buffer.from(text, "utf16le"),
    ]);
  const good = workbook({ sheets: [sheetOf(inlineRows([[], [1, 2]]))] });
  const damaged = good.slice();
  damaged[good.length >> 1]! ^= 0xff;
  const lying = workbook(
    { sheets: [sheetOf(`${inlineRows([[], [1, 2]])}${" ".repeat(65_000_000)}`)] },
    { sizeOf: (name, size) => (name.includes("sheet1") ? 10_000 : size) },
  );
  const texts = workbook({ sheets: [sheetOf("")], sharedStrings: ["x".repeat(21_000_000)] });
  const bomb = { "[Content_Types].xml": "", "xl/worksheets/sheet1.xml": new Uint8Array(65_000_000) };
  const cases: [what: string, name: string, bytes: Uint8Array, message: RegExp][] = [
    [
      "text with the name of a workbook",
      "a.xlsx",
      Buffer.from("petId,quantity\n1,2\n"),
      /damaged, or no \.xlsx file/,
    ],
    ["an empty file", "a.xlsx", new Uint8Array(), /damaged, or no \.xlsx file/],
    ["half of a workbook", "a.xlsx", good.subarray(0, good.length >> 1), /damaged/],
    ["a workbook with a changed byte", "a.xlsx", damaged, /damaged/],
    [
      "another archive",
      "a.xlsx",
      zip({ mimetype: "application/vnd.oasis.opendocument.spreadsheet" }),
      /damaged, or no/,
    ],
    [
      "a workbook of an old Excel",
      "a.xls",
      compound("Workbook"),
      /old format of Excel: open it and save it as \.xlsx/,
    ],
    [
      "one with a password",
      "a.xlsx",
      compound("EncryptedPackage"),
      /protected by a password: save it without one/,
    ],
    ["an archive with a password", "a.zip", zip({ a: "b" }, { flags: 1 }), /protected by a password/],
    [
      "a small file that is large when unpacked",
      "a.xlsx",
      zip(bomb),
      /too large: save the sheet alone, or as CSV/,
    ],
    ["a workbook with too many texts", "a.xlsx", texts, /too large/],
    ["one whose sheet is larger than it says", "a.xlsx", lying, /damaged/],
    ["one that says it is empty", "a.xlsx", zip(bomb, { sizeOf: () => 0 }), /damaged/],
    [
      "one without rows",
      "a.xlsx",
      workbook({ sheets: [{ name: "Sheet1", rows: "" }] }),
      /no rows in any visible sheet/,
    ],
  ];
  test.each(cases)("%s", async (_, name, bytes, message) => {
    await expect(open(new Uint8Array(bytes), name)).rejects.toThrow(message);
    await expect(open(new Uint8Array(bytes), name)).rejects.toThrow(
      new RegExp(`^${name} cannot be read\\. `),
    );
  });

  test("a directory cut anywhere is no other error", async () => {
    for (let end = good.length - 1; end > good.length - 400; end--)
      await expect(open(good.slice(0, end))).rejects.toThrow("damaged");
  });
});

test("sizes of 64 bits, as some programs write all sizes, are read and bounded", async () => {
  const parts = { sheets: [sheetOf('<row r="2"><c r="A2"><v>1</v></c></row>')] };
  expect((await read(await open(workbook(parts, { isWide: true })))).rows).toMatchObject([{ petId: 1n }]);
  const large = workbook(parts, { isWide: true, sizeOf: () => 4_000_000_000 });
  await expect(open(large)).rejects.toThrow("too large");
});

test("a title above the names is left out, and the rows keep their numbers", async () => {
  const rows = inlineRows([
    ["Bestandsliste Zoo Müller"],
    ["Stand", "31.05.2026"],
    [],
    ["Tier-Nr.", "Name", "Bestand"],
    ["7", "Rex", 4],
    ["8", "Mia", "x"],
  ]);
  const file = await open(workbook({ sheets: [{ name: "Liste", rows }] }));
  expect(file.sheet).toMatchObject({ rows: 3, rowsAbove: 2 });
  expect(await read(file)).toEqual({
    rows: [{ petId: 7n, name: "Rex", quantity: 4, line: 5 }],
    problems: ['line 6, column quantity: "x" is not an integer from 0 to 2147483647'],
  });
});
