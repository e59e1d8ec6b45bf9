// The forms of good files.

import { describe, expect, test } from "bun:test";
import { formatOfFileName } from "../../src/transfer/format.ts";
import { itemsOf, readAll } from "./read-all.ts";

const HEADER = "petId,quantity,status";

/** The first rows of an export of a real inventory. */
const SAMPLE = `${HEADER}\n305144,0,sold\n355286,0,sold\n363493,0,available\n364111,1,pending\n`;
const SAMPLE_ROWS = [
  { petId: 305144n, quantity: 0, status: "sold", line: 2 },
  { petId: 355286n, quantity: 0, status: "sold", line: 3 },
  { petId: 363493n, quantity: 0, status: "available", line: 4 },
  { petId: 364111n, quantity: 1, status: "pending", line: 5 },
] as const;

describe("the same rows are read, on the same lines, from a CSV file", () => {
  const cases: [how: string, file: string][] = [
    ["with LF", SAMPLE],
    ["with CRLF", SAMPLE.replaceAll("\n", "\r\n")],
    ["with CR", SAMPLE.replaceAll("\n", "\r")],
    ["without a line break at its end", SAMPLE.trimEnd()],
    ["with a byte order mark", `\ufeff${SAMPLE}`],
    ["with semicolons", SAMPLE.replaceAll(",", ";")],
    ["with tabs", SAMPLE.replaceAll(",", "\t")],
    ["with every cell in quotes", SAMPLE.replace(/[^,\n]+/g, '"$&"')],
    ["with spaces around its cells", SAMPLE.replace(/^[0-9].*$/gm, (row) => row.replaceAll(",", " ,  "))],
    ["with its columns in another order", SAMPLE.replace(/^(.*),(.*),(.*)$/gm, "$3,$1,$2")],
    ["with blank lines, and rows of empty cells, at its end", `${SAMPLE}\n  \n,,\n,,,,\n`],
  ];
  test.each(cases)("%s", async (_, file) => {
    const { rows, problems } = await readAll(file, "csv");
    expect(problems).toEqual([]);
    expect(rows).toEqual([...SAMPLE_ROWS]);
  });
});

test("a row's line number counts quoted line breaks and blank lines of each kind", async () => {
  const file = `\n \n${HEADER}\r\n\r\n1,1,\n"\n2","2\r\n",\r\n\n3,"\r\r3",sold\n4,4,"\n\n"\r5,5,\n`;
  const { rows, problems } = await readAll(file, "csv");
  expect(problems).toEqual([]);
  expect(rows.map(({ petId, line }) => [petId, line])).toEqual([
    [1n, 5],
    [2n, 6],
    [3n, 10],
    [4n, 13],
    [5n, 16],
  ]);
});

test("a status that is not given is missing in the row, so that the present one is kept", async () => {
  const expected = [{ petId: 1n, quantity: 2 }];
  for (const [file, format] of [
    ["petId,quantity\n1,2\n", "csv"],
    [`${HEADER}\n1,2,\n`, "csv"],
    [`${HEADER}\n1,2,"  "\n`, "csv"],
    ['{"petId":1,"quantity":2}\n', "ndjson"],
    ['[{"quantity":2,"petId":1}]', "json"],
  ] as const) {
    const { rows, problems } = await readAll(file, format);
    expect(problems).toEqual([]);
    expect(itemsOf(rows)).toStrictEqual(expected);
  }
});

test("a quantity is an integer by its text, as it is in the API", async () => {
  for (const [text, quantity] of [
    ["14", 14],
    ["14.0", 14],
    ["1e3", 1000],
    ["1.5E1", 15],
    ["0", 0],
    ["-0", 0],
    ["2147483647", 2147483647],
    ["2147483647.0", 2147483647],
    ["20e-1", 2],
  ] as const) {
    const csv = await readAll(`petId,quantity\n1,${text}\n`, "csv");
    const json = await readAll(`[{"petId":1,"quantity":${text}}]`, "json");
    expect(csv.rows.map((row) => row.quantity)).toEqual([quantity]);
    expect(json.rows.map((row) => row.quantity)).toEqual([quantity]);
  }
});

test("an id keeps every digit, in every format", async () => {
  for (const id of [
    "-9223372036854775808",
    "9223372036854775807",
    "9007199254740993",
    "-9007199254740993",
    "0",
  ]) {
    for (const [file, format] of [
      [`petId,quantity\n${id},1\n`, "csv"],
      [`{"petId":${id},"quantity":1}`, "ndjson"],
      [`[{"petId":${id},"quantity":1}]`, "json"],
    ] as const) {
      expect((await readAll(file, format)).rows.map((row) => String(row.petId))).toEqual([id]);
    }
  }
});

test("an empty inventory is a header, an empty line or an empty array", async () => {
  for (const [file, format] of [
    [`${HEADER}\n`, "csv"],
    [HEADER, "csv"],
    ["\n", "ndjson"],
    ["[]", "json"],
    [" [ \n ]\r\n ", "json"],
  ] as const) {
    expect(await readAll(file, format)).toEqual({ rows: [], problems: [] });
  }
});

test("an item of an array may have several lines, and its line number is that of the first", async () => {
  const file = '[\n  {\n    "petId": 1,\n    "quantity": 2\n  },\n\n  {"quantity":3,"petId":2}\n]\n';
  const { rows, problems } = await readAll(file, "json");
  expect(problems).toEqual([]);
  expect(rows.map(({ petId, line }) => [petId, line])).toEqual([
    [1n, 2],
    [2n, 7],
  ]);
});

test("the ending of the file's name, in any case, means the format", () => {
  const names = [
    "a.csv",
    "B.CSV",
    "c.ndjson",
    "d.jsonl",
    "e.json",
    "dir.csv/f.json",
    "g.csv.gz",
    "csv",
    "",
    ".constructor",
  ];
  expect(names.map(formatOfFileName)).toEqual([
    "csv",
    "csv",
    "ndjson",
    "ndjson",
    "json",
    "json",
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
