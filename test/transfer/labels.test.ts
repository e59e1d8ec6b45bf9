// Files of labels: values keep every character, what a file leaves out stays apart from what it clears, and mistakes are named.

import { describe, expect, test } from "bun:test";
import type { Label, LabelRow } from "../../src/inventory/label.ts";
import { makeKey } from "../../src/keys/format.ts";
import { TRANSFER_FORMATS, type TransferFormat } from "../../src/transfer/format.ts";
import { LABEL_FORM } from "../../src/transfer/label-form.ts";
import { describeProblem } from "../../src/transfer/problem.ts";
import { readRowsOf } from "../../src/transfer/read-rows.ts";
import { openLabelWriter } from "../../src/transfer/write-rows.ts";

const KEY = makeKey();

const LABELS: readonly Label[] = [
  { petId: -9_223_372_036_854_775_808n, name: null, kind: null, code: "0012", low: null },
  { petId: 1n, name: 'Käthe "Kat"; the, 3rd', kind: "dog, black", code: null, low: 0 },
  { petId: 2n, name: '"quoted"', kind: "'", code: "1E5", low: 2_147_483_647 },
  { petId: 3n, name: "𝒜".repeat(200), kind: "null", code: "=1+1", low: null },
  { petId: 9_223_372_036_854_775_807n, name: "مرحبا", kind: "🐕‍🦺", code: "-", low: 5 },
];

describe.each([...TRANSFER_FORMATS])("as %s", (format) => {
  test("labels are read back exactly as they were written", async () => {
    const writer = openLabelWriter(format);
    const file = LABELS.map((label) => writer.page([label])).join("") + writer.end();
    const { rows, problems } = await read(file, format);
    expect(problems).toEqual([]);
    expect(rows.map(({ line: _, ...label }) => label)).toEqual(LABELS as LabelRow[]);
  });

  test("a file without labels is read back without rows", async () => {
    expect(await read(openLabelWriter(format).end(), format)).toEqual({ rows: [], problems: [] });
  });
});

test("an absent column or member is absent from the row; an empty cell, an empty text and null clear", async () => {
  const csv = await read("petId;name\n1; Rex \n2;\n\n;\n", "csv");
  expect(csv).toEqual({
    rows: [
      { petId: 1n, name: "Rex", line: 2 },
      { petId: 2n, name: null, line: 3 },
    ],
    problems: [],
  });
  const ndjson = await read(
    '{"petId":1,"name":" Rex "}\n{"petId":2,"kind":"","low":null}\n{"petId":3}\n',
    "ndjson",
  );
  expect(ndjson).toEqual({
    rows: [
      { petId: 1n, name: "Rex", line: 1 },
      { petId: 2n, kind: null, low: null, line: 2 },
      { petId: 3n, line: 3 },
    ],
    problems: [],
  });
});

test.each([
  [
    "pet_id,Name\n",
    ['line 1: "pet_id" is not a column: write "petId"', 'line 1: "Name" is not a column: write "name"'],
  ],
  ["petId,barcode\n", ['line 1: "barcode" is not a column: write "code"']],
  [
    "petId,quantity\n",
    ['line 1: "quantity" is not a column: remove it (the columns are petId, name, kind, code, low)'],
  ],
  ["name\nRex\n", ["line 1, column petId: the column is missing: add it"]],
  [
    "petId,name\nx,Rex\n,Rex\n",
    [
      'line 2, column petId: "x" is not an integer from -9223372036854775808 to 9223372036854775807 in digits alone (no "+", separator, fraction or leading zero)',
      "line 3, column petId: the cell is empty: every row needs a petId",
    ],
  ],
  [
    `petId,name\n1,${"a".repeat(201)}\n`,
    [`line 2, column name: "${"a".repeat(60)}…" is longer than 200 characters`],
  ],
  [
    'petId,name\n1,"a\nb"\n',
    ['line 2, column name: "a\\nb" has a line break or another control character: remove it'],
  ],
  [
    'petId,name\n1,"a"b\n',
    [
      'line 2: "\\"a\\"b" has text behind a closing double quote: write a double quote within a value twice, and quote the whole value',
    ],
  ],
  [
    "petId,kind,code\n1,a\u202eb,c\u200bd\n",
    ["kind", "code"].map((column, at) => {
      const shown = ["a\\u202eb", "c\\u200bd"][at];
      return `line 2, column ${column}: "${shown}" has an invisible character, which changes how others read it (a bidi control, or one without width): remove it`;
    }),
  ],
  [
    `petId,name,kind,code\n1,${KEY},of ${KEY},${KEY}\n`,
    ["name", "kind", "code"].map(
      (column) =>
        `line 2, column ${column}: "${column === "kind" ? "of " : ""}…" holds an API key, which must not be stored: remove it, and revoke the key if others have seen it`,
    ),
  ],
  [
    "petId,code\n1,4.00638E+12\n",
    [
      'line 2, column code: "4.00638E+12" was rounded by a spreadsheet: format the column as text, enter the original codes again and export the file again',
    ],
  ],
  [
    "petId,low\n1,-1\n2,1.5\n",
    [
      'line 2, column low: "-1" is not an integer from 0 to 2147483647',
      'line 3, column low: "1.5" is not an integer from 0 to 2147483647',
    ],
  ],
  [
    "petId,name\n1,Rex,2\n",
    ['line 2: "1,Rex,2" has 3 cells where the header has 2: is there a "," within a value?'],
  ],
])("CSV %j is refused", async (file, problems) => {
  expect(await read(file, "csv")).toEqual({ rows: [], problems });
});

test.each([
  ['{"name":"Rex"}', "line 1, column petId: the member is missing: every item needs petId"],
  ['{"petId":"1"}', 'line 1, column petId: "1" is a text: write the number without double quotes'],
  [
    '{"petId":1,"code":12}',
    'line 1, column code: "12" is a number: write the code in double quotes, so that leading zeros are kept',
  ],
  [
    '{"petId":1,"code":1.50}',
    'line 1, column code: "1.50" is a number: write the code in double quotes, so that leading zeros are kept',
  ],
  ['{"petId":1,"name":["Rex"]}', 'line 1, column name: "[…]" is not a text: write it in double quotes'],
  ['{"petId":1,"low":"2"}', 'line 1, column low: "2" is a text: write the number without double quotes'],
  ['{"petId":1,"low":2147483648}', 'line 1, column low: "2147483648" is not an integer from 0 to 2147483647'],
  [
    '{"petId":1,"name":"\\u0000"}',
    'line 1, column name: "\\u0000" has a line break or another control character: remove it',
  ],
  [
    '{"petId":1,"name":"\\ud800"}',
    'line 1, column name: "\\ud800" has half of a character (a lone surrogate): write the whole character',
  ],
  ['{"petId":1,"barcode":"1"}', 'line 1: "barcode" is not a member of a label: write "code"'],
  [
    '{"petId":1,"quantity":1}',
    'line 1: "quantity" is not a member of a label: remove it (the members are petId, name, kind, code, low)',
  ],
  [
    '{"petId":1,"__proto__":1}',
    'line 1: "__proto__" is not a member of a label: remove it (the members are petId, name, kind, code, low)',
  ],
  ["[1]", 'line 1: "[1]" begins a JSON array: name the file .json'],
  ["1", 'line 1: "1" is not a label: write {"petId":…,"name":…,"kind":…,"code":…,"low":…}'],
])("NDJSON %j is refused", async (file, problem) => {
  expect(await read(`${file}\n`, "ndjson")).toEqual({ rows: [], problems: [problem] });
});

async function read(file: string, format: TransferFormat) {
  const rows: LabelRow[] = [];
  const problems: string[] = [];
  const source = (async function* () {
    yield new TextEncoder().encode(file);
  })();
  for await (const batch of readRowsOf(LABEL_FORM, source, format)) {
    rows.push(...batch.rows);
    problems.push(...batch.problems.map(describeProblem));
  }
  return { rows, problems };
}
