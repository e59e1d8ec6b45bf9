// Every problem of a CSV file, with its exact message.

import { describe, expect, test } from "bun:test";
import { bytesOf, readAll } from "./read-all.ts";

const HEADER = "petId,quantity,status\n";
const NO_ID =
  'is not an integer from -9223372036854775808 to 9223372036854775807 in digits alone (no "+", separator, fraction or leading zero)';
const ROUNDED =
  "was rounded by a spreadsheet: format the column as text, enter the original ids again and export the file again";
const NO_QUANTITY = "is not an integer from 0 to 2147483647";

describe("a pet id in CSV is refused with its line, its text and what to do:", () => {
  const cases: [cell: string, problem: string][] = [
    ["9.00720E+18", `"9.00720E+18" ${ROUNDED}`],
    ["1.23E+15", `"1.23E+15" ${ROUNDED}`],
    ['"1,23E+15"', `"1,23E+15" ${ROUNDED}`],
    ["9E18", `"9E18" ${ROUNDED}`],
    ["12.0", `"12.0" ${NO_ID}`],
    ['"1,234"', `"1,234" ${NO_ID}`],
    ["+5", `"+5" ${NO_ID}`],
    ["01", `"01" ${NO_ID}`],
    ["-0", `"-0" ${NO_ID}`],
    ["9223372036854775808", `"9223372036854775808" ${NO_ID}`],
    ["-9223372036854775809", `"-9223372036854775809" ${NO_ID}`],
    ["0x10", `"0x10" ${NO_ID}`],
    ["#REF!", `"#REF!" ${NO_ID}`],
    ['"1"2', `"\\"1\\"2" ${NO_ID}`],
    ["\u00a07", `"\\u00a07" ${NO_ID}`],
    ["\ufeff7", `"\\ufeff7" ${NO_ID}`],
    ["\u001b[2J", `"\\u001b[2J" ${NO_ID}`],
    ["7".repeat(500), `"${"7".repeat(60)}…" ${NO_ID}`],
    ["", "the cell is empty: every row needs a petId"],
  ];
  test.each(cases)("%p", async (cell, problem) => {
    const { rows, problems } = await readAll(`${HEADER}1,1,\n${cell},5,sold\n2,2,\n`, "csv");
    expect(problems).toEqual([`line 3, column petId: ${problem}`]);
    expect(rows.map((row) => row.petId)).toEqual([1n, 2n]);
  });
});

describe("a quantity in CSV is refused with its line, its text and what to do:", () => {
  const cases: [cell: string, problem: string][] = [
    ["1.5", `"1.5" ${NO_QUANTITY}`],
    ["-1", `"-1" ${NO_QUANTITY}`],
    ["2147483648", `"2147483648" ${NO_QUANTITY}`],
    ["99999999999999999999", `"99999999999999999999" ${NO_QUANTITY}`],
    ["2147483647.0000000001", `"2147483647.0000000001" ${NO_QUANTITY}`],
    ["1e400", `"1e400" ${NO_QUANTITY}`],
    ["1e-400", `"1e-400" ${NO_QUANTITY}`],
    ["NaN", `"NaN" ${NO_QUANTITY}`],
    ["Infinity", `"Infinity" ${NO_QUANTITY}`],
    ["0x10", `"0x10" ${NO_QUANTITY}`],
    ["five", `"five" ${NO_QUANTITY}`],
    ["１２", `"１２" ${NO_QUANTITY}`],
    ['"1,234"', `"1,234" ${NO_QUANTITY}: write it without separators`],
    ['"1,234,567"', `"1,234,567" ${NO_QUANTITY}: write it without separators`],
    ["1 234", `"1 234" ${NO_QUANTITY}: write it without separators`],
    ["1.234", `"1.234" ${NO_QUANTITY}: write it without separators`],
    ["1.000", `"1.000" ${NO_QUANTITY}: write it without separators`],
    ["+5", `"+5" ${NO_QUANTITY}: write it without "+" and leading zeros`],
    ["007", `"007" ${NO_QUANTITY}: write it without "+" and leading zeros`],
    [`1${"0".repeat(60_000)}1`, `"1${"0".repeat(59)}…" ${NO_QUANTITY}`],
    ["", "the cell is empty: every row needs a quantity"],
    ['""', "the cell is empty: every row needs a quantity"],
  ];
  test.each(cases)("%p", async (cell, problem) => {
    const { rows, problems } = await readAll(`${HEADER}1,1,\n7,${cell},sold\n2,2,\n`, "csv");
    expect(problems).toEqual([`line 3, column quantity: ${problem}`]);
    expect(rows.map((row) => row.petId)).toEqual([1n, 2n]);
  });
});

test("an unknown status is refused, and a status in the wrong case is corrected in the message", async () => {
  const { rows, problems } = await readAll(`${HEADER}1,1,Sold\n2,1,gone\n3,1,sold out\n`, "csv");
  expect(rows).toEqual([]);
  expect(problems).toEqual([
    'line 2, column status: "Sold" is not a status: write "sold"',
    'line 3, column status: "gone" is not a status: write "available" or "pending" or "sold"',
    'line 4, column status: "sold out" is not a status: write "available" or "pending" or "sold"',
  ]);
});

test("every bad cell of a row has a problem, not only the first", async () => {
  const { problems } = await readAll(`${HEADER}x,y,z\n`, "csv");
  expect(problems).toEqual([
    `line 2, column petId: "x" ${NO_ID}`,
    `line 2, column quantity: "y" ${NO_QUANTITY}`,
    'line 2, column status: "z" is not a status: write "available" or "pending" or "sold"',
  ]);
});

test("a row with too few or too many cells is refused", async () => {
  const { rows, problems } = await readAll(`${HEADER}1,5\n2\n3,5,sold,x\n4,1,234,sold\n5,5,sold\n`, "csv");
  expect(problems).toEqual([
    'line 2: "1,5" has 2 cells where the header has 3',
    'line 3: "2" has 1 cell where the header has 3',
    'line 4: "3,5,sold,x" has 4 cells where the header has 3: is there a "," within a value?',
    'line 5: "4,1,234,sold" has 4 cells where the header has 3: is there a "," within a value?',
  ]);
  expect(rows).toEqual([{ petId: 5n, quantity: 5, status: "sold", line: 6 }]);
});

describe("a wrong header has problems that say how to correct it:", () => {
  const only = " (the columns are petId, quantity, status)";
  const cases: [header: string, problems: string[]][] = [
    ["petid,quantity", ['line 1: "petid" is not a column: write "petId"']],
    [
      "PetId,QUANTITY",
      [
        'line 1: "PetId" is not a column: write "petId"',
        'line 1: "QUANTITY" is not a column: write "quantity"',
      ],
    ],
    [
      "pet_id, quantity",
      [
        'line 1: "pet_id" is not a column: write "petId"',
        'line 1: " quantity" is not a column: write "quantity"',
      ],
    ],
    [
      "id,qty",
      ['line 1: "id" is not a column: write "petId"', 'line 1: "qty" is not a column: write "quantity"'],
    ],
    ["petId,quantity,colour", [`line 1: "colour" is not a column: remove it${only}`]],
    ["petId,quantity,", [`line 1: "" is not a column: remove it${only}`]],
    ["petId,quantity,petId", ['line 1: "petId" names the column petId again: keep one of the two']],
    ["petId,quantity,Qty", ['line 1: "Qty" names the column quantity again: keep one of the two']],
    ["petId,status", ["line 1, column quantity: the column is missing: add it"]],
    [
      "status",
      [
        "line 1, column petId: the column is missing: add it",
        "line 1, column quantity: the column is missing: add it",
      ],
    ],
    [
      "305144,0,sold",
      ['line 1: "305144,0,sold" is not a header: add the first line "petId,quantity,status"'],
    ],
    [
      "305144;0;sold",
      ['line 1: "305144;0;sold" is not a header: add the first line "petId;quantity;status"'],
    ],
    [
      "petId|quantity",
      ['line 1: "petId|quantity" is not a header: add the first line "petId,quantity,status"'],
    ],
    [
      '[{"petId":1}',
      [
        'line 1: "[{\\"petId\\":1}" is not a CSV header but JSON: name the file .json, or .ndjson where each line is an item',
      ],
    ],
    [
      '"petId,quantity',
      ['line 1: "\\"petId,quantity" is not a header: a double quote is not closed on its line'],
    ],
    [
      "petId,quantity" + ",x".repeat(60),
      ["line 1: the header has 62 columns: an inventory has petId, quantity, status"],
    ],
    ["h".repeat(70_000), ["line 1: the header's line is longer than 65536 bytes: is this a CSV file?"]],
  ];
  test.each(cases)("%p", async (header, problems) => {
    expect((await readAll(`${header}\n`, "csv")).problems).toEqual(problems);
  });
});

test("rows below a header with a wrong name are checked, so that all problems are reported at once", async () => {
  const { problems } = await readAll("pet_id,quantity\n1,1\n2,x\n", "csv");
  expect(problems).toEqual([
    'line 1: "pet_id" is not a column: write "petId"',
    `line 3, column quantity: "x" ${NO_QUANTITY}`,
  ]);
});

describe("a file that is not CSV in UTF-8 has one problem, not thousands:", () => {
  const nul = "there is a NUL byte: the file is binary or UTF-16, save it as UTF-8 text";
  const utf16 = [...`${HEADER}1,2,sold\n`].flatMap((letter) => [letter.charCodeAt(0), 0]);
  const cases: [name: string, file: string | number[], problem: string][] = [
    ["empty", "", "line 1: the file is empty"],
    ["a byte order mark alone", "\ufeff", "line 1: the file is empty"],
    ["blank", "\n \r\n\n", 'line 1: the file has no header: write "petId,quantity,status" in its first line'],
    ["UTF-16, little endian", [0xff, 0xfe, ...utf16], "line 1: the file is UTF-16: save it as UTF-8"],
    ["UTF-16, big endian", [0xfe, 0xff, 0, ...utf16], "line 1: the file is UTF-16: save it as UTF-8"],
    ["UTF-16 without a mark", utf16, `line 1: ${nul}`],
    ["zeros", Array.from({ length: 5_000 }, () => 0), `line 1: ${nul}`],
    ["a NUL byte in row 3", `${HEADER}1,1,\n2,\0${"2,\n".repeat(9)}`, `line 3: ${nul}`],
    [
      "a workbook",
      "PK\u0003\u0004\u0014\0",
      "line 1: the file is a workbook or a ZIP archive: save the sheet as CSV (UTF-8)",
    ],
    [
      "an old workbook",
      [0xd0, 0xcf, 0x11, 0xe0],
      "line 1: the file is a workbook: save the sheet as CSV (UTF-8)",
    ],
    ["gzip", [0x1f, 0x8b, 8, 0], "line 1: the file is compressed with gzip: decompress it first"],
    ["zstd", [0x28, 0xb5, 0x2f, 0xfd], "line 1: the file is compressed with zstd: decompress it first"],
    [
      "an image",
      [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10],
      'line 1: "\ufffdPNG" is not UTF-8: save the file as UTF-8',
    ],
  ];
  test.each(cases)("%s", async (_, file, problem) => {
    const bytes = typeof file === "string" ? file : Uint8Array.from(file);
    expect((await readAll(bytes, "csv")).problems).toEqual([problem]);
  });
});

test("a row that is not UTF-8 has a problem, and the rows around it are read", async () => {
  const file = [
    ...bytesOf(`${HEADER}1,1,\n\n2,`),
    0xe9,
    ...bytesOf(",\n3,3,\n4,"),
    0xc3,
    ...bytesOf("\n5,5,"),
  ];
  const { rows, problems } = await readAll(Uint8Array.from(file), "csv");
  expect(rows.map(({ petId, line }) => [petId, line])).toEqual([
    [1n, 2],
    [3n, 5],
    [5n, 7],
  ]);
  expect(problems).toEqual([
    'line 4: "2,\ufffd," is not UTF-8: save the file as UTF-8',
    'line 6: "4,\ufffd" is not UTF-8: save the file as UTF-8',
  ]);
});

test("a quote that is never closed is the last problem, and all rows before it are read", async () => {
  const rest = "2,2,sold\n".repeat(10);
  for (const rows of [rest, rest.repeat(10_000)]) {
    const reading = await readAll(`${HEADER}1,1,\n7,"5,sold\n${rows}`, "csv");
    const how = rows === rest ? "is never closed" : "is not closed within 65536 bytes";
    expect(reading.problems).toEqual([`line 3: a double quote in this row ${how}`]);
    expect(reading.rows).toEqual([{ petId: 1n, quantity: 1, line: 2 }]);
  }
});

test("a row above 64 KiB is a problem, and the rows after it are read", async () => {
  const { rows, problems } = await readAll(`${HEADER}1,${"9".repeat(200_000)},\n2,2,sold\n`, "csv");
  expect(problems).toEqual(["line 2: the row is longer than 65536 bytes"]);
  expect(rows).toEqual([{ petId: 2n, quantity: 2, status: "sold", line: 3 }]);
});

test("a thousand bad rows are a thousand problems", async () => {
  const { problems } = await readAll(`${HEADER}${"1,x,\n".repeat(1_000)}`, "csv");
  expect(problems).toHaveLength(1_000);
  expect(problems.at(-1)).toBe(`line 1001, column quantity: "x" ${NO_QUANTITY}`);
});
