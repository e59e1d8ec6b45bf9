// Files of an import with labels: columns beside the stock or instead of it, in each format. A file without them is read as one of an
// inventory is.

import { describe, expect, test } from "bun:test";
import type { ImportRow } from "../../src/inventory/import.ts";
import { makeKey } from "../../src/keys/format.ts";
import type { TransferFormat } from "../../src/transfer/format.ts";
import { PET_FORM } from "../../src/transfer/pet-form.ts";
import { describeProblem } from "../../src/transfer/problem.ts";
import { readRows, readRowsOf } from "../../src/transfer/read-rows.ts";

const KEY = makeKey();

test("columns of labels beside the stock: an empty cell of the stock is absent, one of the label is null", async () => {
  const csv = "petId;quantity;status;name;low\n1;5;sold; Rex ;2\n2;;;;\n3;;sold;Tom;\n4;0;;;3\n";
  expect(await read(csv, "csv")).toEqual({
    rows: [
      { petId: 1n, quantity: 5, status: "sold", label: { name: "Rex", low: 2 }, line: 2 },
      { petId: 2n, label: { name: null, low: null }, line: 3 },
      { petId: 3n, status: "sold", exists: true, label: { name: "Tom", low: null }, line: 4 },
      { petId: 4n, quantity: 0, label: { name: null, low: 3 }, line: 5 },
    ],
    problems: [],
  });
});

test("members of labels: an absent one stays, null and an empty text clear, and each row may have others", async () => {
  const items = [
    '{"petId":1,"name":" Rex ","low":null}',
    '{"petId":9223372036854775807,"quantity":1,"code":""}',
    '{"petId":3,"quantity":7}',
    '{"petId":4,"status":"sold","kind":"cat"}',
  ];
  const rows = [
    { petId: 1n, label: { name: "Rex", low: null } },
    { petId: 9_223_372_036_854_775_807n, quantity: 1, label: { code: null } },
    { petId: 3n, quantity: 7 },
    { petId: 4n, status: "sold", exists: true, label: { kind: "cat" } },
  ];
  const ndjson = await read(items.join("\n"), "ndjson");
  expect(ndjson).toEqual({
    rows: rows.map((row, i) => ({ ...row, line: i + 1 })) as ImportRow[],
    problems: [],
  });
  const json = await read(`[\n${items.join(",\n")}\n]`, "json");
  expect(json.rows.map(({ line: _, ...row }) => row)).toEqual(rows as Omit<ImportRow, "line">[]);
});

describe.each([
  ["csv", "petId,quantity,status\n1,5,sold\n2,6,\n3,x,\n4,,sold\n"],
  ["csv", "petId,quantity\n1,5\n2,+6\n"],
  ["csv", "petId\n1\n"],
  ["csv", "petId,quantity,color\n1,5,red\n"],
  ["ndjson", '{"petId":1,"quantity":5}\n{"petId":2}\n{"petId":3,"quantity":1,"color":"red"}\n'],
  ["json", '[{"petId":1,"quantity":5,"status":"lost"}]'],
] as const)("as %s: %j", (format, file) => {
  test("a file without labels is read as one of an inventory", async () => {
    const { rows, problems } = await read(file, format);
    const inventory = await collect(readRows(bytesOf(file), format));
    expect(rows).toEqual(inventory.rows);
    // The messages name the columns that a file may have, which are more.
    expect(problems).toHaveLength(inventory.problems.length);
  });
});

test.each([
  ["petId,status,name\n1,sold,Rex\n", ["line 1, column quantity: the column is missing: add it"]],
  ["quantity,name\n1,Rex\n", ["line 1, column petId: the column is missing: add it"]],
  ["petId,nam\n1,Rex\n", [expect.stringContaining('"nam" is not a column'), expect.any(String)]],
  [
    `petId,quantity,name\n1,-5,${"x".repeat(201)}\n`,
    [
      expect.stringContaining("line 2, column quantity"),
      `line 2, column name: "${"x".repeat(60)}…" is longer than 200 characters`,
    ],
  ],
  [`petId,code\n1,4.00638E+12\n`, [expect.stringContaining("was rounded by a spreadsheet")]],
  [`petId,low\n1,-1\n`, [expect.stringContaining("line 2, column low")]],
])("%j: every problem is named, and no row is read", async (file, problems) => {
  expect(await read(file, "csv")).toEqual({ rows: [], problems });
});

test("an API key in a text of a label is refused, and not shown", async () => {
  const { rows, problems } = await read(`petId,quantity,kind\n1,5,${KEY}\n`, "csv");
  expect(rows).toEqual([]);
  expect(problems).toEqual([expect.stringContaining("line 2, column kind")]);
  expect(problems[0]).not.toContain(KEY);
});

interface Reading {
  readonly rows: readonly ImportRow[];
  readonly problems: readonly string[];
}

function read(file: string, format: TransferFormat): Promise<Reading> {
  return collect(readRowsOf(PET_FORM, bytesOf(file), format));
}

async function collect(batches: ReturnType<typeof readRows>): Promise<Reading> {
  const rows: ImportRow[] = [];
  const problems: string[] = [];
  for await (const batch of batches) {
    rows.push(...batch.rows);
    problems.push(...batch.problems.map(describeProblem));
  }
  return { rows, problems };
}

async function* bytesOf(file: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(file);
}
