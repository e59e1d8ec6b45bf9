// The import of a file: its columns, and the rows that are sent.

import { describe, expect, test } from "bun:test";
import type { InventoryItem } from "../../src/client/client.ts";
import {
  allowedColumns,
  columnNames,
  leftOut,
  withColumn,
} from "../../src/dashboard/imports/column-mapping.ts";
import { guessMapping } from "../../src/dashboard/imports/guess-columns.ts";
import type { PlanList } from "../../src/dashboard/imports/import-plan.ts";
import { type ChooseOptions, type ChosenRows, chooseRows } from "../../src/dashboard/imports/import-rows.ts";
import { reasonInWords } from "../../src/dashboard/imports/row-reason.ts";
import { draftImport, ImportRefusedError } from "../../src/dashboard/imports/import-request.ts";
import { problemsCsv } from "../../src/dashboard/transfer/problems-csv.ts";
import type { SheetRow } from "../../src/transfer/sheet-form.ts";

const ITEMS: readonly InventoryItem[] = [
  { petId: 1n, quantity: 5, status: "available" },
  { petId: 2n, quantity: 7, status: "pending" },
  { petId: 3n, quantity: 0, status: "sold" },
  { petId: 1234567890123450n, quantity: 1, status: "sold" },
];

const PETS = { item: (petId: bigint) => ITEMS.find((item) => item.petId === petId) };

type Row = Omit<SheetRow, "line">;

const CHOICES = { pets: PETS, mayManage: true, replace: false, hasQuantities: true };
const DRAFT = { pets: PETS, hasQuantities: true, replace: false };

function choose(rows: readonly Row[], options: Partial<ChooseOptions> = {}): Promise<ChosenRows> {
  const read = {
    rows: rows.map((row, at) => ({ ...row, line: at + 2 })),
    problems: { named: [], count: 0 },
    encoding: "UTF-8" as const,
  };
  return chooseRows(read, { ...CHOICES, ...options });
}

/** `sent: 2; problem: 3 reason`, of the groups that have rows. */
function summaryOf({ left: { problem, unchanged }, lines }: ChosenRows): string[] {
  const text = ({ rows }: PlanList): string =>
    rows.map(({ line, reason }) => `${line}${reason ? ` ${reasonInWords(reason)}` : ""}`).join(", ");
  const groups = { problem: text(problem), sent: lines.join(", "), unchanged: text(unchanged) };
  return Object.entries(groups).flatMap(([name, rows]) => (rows === "" ? [] : [`${name}: ${rows}`]));
}

/** The rows to send, and their format. */
async function sentBy({ content }: ChosenRows): Promise<[string, string]> {
  if (!("format" in content)) throw new Error("there are changes, not rows");
  return [content.format, await content.body.text()];
}

test("each pet is sent once; a pet with different values is a problem", async () => {
  const rows: Row[] = [
    { petId: 1n, quantity: 9 },
    { petId: 2n, quantity: 7, status: "sold" },
    { petId: 8n, quantity: 4 },
    { petId: 1n, quantity: 9 },
    { petId: 9n, quantity: 1 },
    { petId: 9n, quantity: 2 },
    { petId: 3n },
  ];
  expect(summaryOf(await choose(rows))).toEqual([
    "problem: 6 Listed more than once with different values, 7 Listed more than once with different values",
    "sent: 2, 3, 4",
    "unchanged: 5 Same as line 2, 8",
  ]);
});

test("stock alone is sent as CSV, in which a status that is not given is not changed", async () => {
  const rows = await choose([
    { petId: 2n, quantity: 1 },
    { petId: 8n, quantity: 4, status: "sold" },
  ]);
  expect(await sentBy(rows)).toEqual(["csv", "petId,quantity,status\n2,1,\n8,4,sold\n"]);
});

test("problems are in the order of the file, however they were found", async () => {
  const rows: Row[] = [
    { petId: 1n, quantity: 1 },
    { petId: 1n, quantity: 2 },
  ];
  const named = [
    { line: 3, petId: 5n, column: "quantity", value: "x", fault: { code: "quantity_invalid" } },
  ] as const;
  const read = {
    rows: rows.map((row, at) => ({ ...row, line: 2 + 2 * at })),
    problems: { named, count: 1 },
    encoding: "UTF-8" as const,
  };
  const { problem } = (await chooseRows(read, CHOICES)).left;
  expect(problem.rows.map(({ line }) => line)).toEqual([2, 3, 4]);
});

test("replacing needs a quantity in each row", async () => {
  const replacing = await choose([{ petId: 1n, quantity: 5 }, { petId: 2n }], { replace: true });
  expect(summaryOf(replacing)).toEqual([
    "problem: 3 The row has no quantity, and replacing everything needs one",
    "sent: 2",
  ]);
});

test("labels of a table are sent as CSV, in which an empty text clears a member and an empty quantity is not changed", async () => {
  const rows: Row[] = [
    { petId: 1n, quantity: 9, name: 'Rex, "the dog"', code: "0012", low: 2 },
    { petId: 2n, status: "sold", name: null, code: null, low: null },
  ];
  expect(await sentBy(await choose(rows))).toEqual([
    "csv",
    'petId,quantity,status,name,code,low\n1,9,,"Rex, ""the dog""",0012,2\n2,,sold,,,\n',
  ]);
});

test("labels of other rows are sent as NDJSON, each row with the members that the file gives", async () => {
  const rows: Row[] = [
    { petId: 1n, quantity: 9, name: "Rex", kind: "wolf", code: null },
    { petId: 2n, status: "sold", low: 3 },
    { petId: 3n, name: null },
    { petId: 8n, quantity: 2 },
  ];
  expect(await sentBy(await choose(rows))).toEqual([
    "ndjson",
    [
      '{"petId":1,"quantity":9,"name":"Rex","kind":"wolf","code":null}',
      '{"petId":2,"status":"sold","low":3}',
      '{"petId":3,"name":null}',
      '{"petId":8,"quantity":2}',
      "",
    ].join("\n"),
  ]);
});

test("rows that are more than the service takes at once are refused before they are sent", async () => {
  const body = { size: 64 * 1024 * 1024 + 1 } as Blob;
  const chosen = {
    ...(await choose([{ petId: 1n, quantity: 9 }])),
    content: { format: "csv", body } as const,
  };
  expect(() => draftImport(chosen, DRAFT)).toThrow(new ImportRefusedError({ code: "tooManyRows" }));
});

test("an id that a spreadsheet has rounded adds no pet, and changes one that has that id", async () => {
  const rounded = await choose([
    { petId: 9007199254740990n, quantity: 1 },
    { petId: 1234567890123450n, quantity: 2 },
    { petId: 900719925474090n, quantity: 1 },
  ]);
  expect(summaryOf(rounded)).toEqual([
    expect.stringContaining("problem: 2 No pet has this id, which looks rounded by a spreadsheet"),
    "sent: 3, 4",
  ]);
});

describe("a status without a quantity", () => {
  test("is sent as a change where the file has no quantities, beside the labels of other rows", async () => {
    const rows: Row[] = [
      { petId: 1n, status: "sold" },
      { petId: 2n, code: "07" },
      { petId: 3n, status: "pending", name: "Max" },
    ];
    const statuses = await choose(rows, { hasQuantities: false });
    expect(draftImport(statuses, { ...DRAFT, hasQuantities: false })?.content).toEqual({
      kind: "changes",
      changes: [
        { petId: 1n, status: "sold" },
        { petId: 2n, label: { code: "07" } },
        { petId: 3n, status: "pending", label: { name: "Max" } },
      ],
    });
  });

  test("is a problem where other rows have quantities, or the pet is new", async () => {
    const rows: Row[] = [
      { petId: 1n, status: "sold" },
      { petId: 8n, status: "sold" },
    ];
    expect(summaryOf(await choose(rows))).toEqual([
      "problem: 2 The row has a status, but no quantity, 3 No pet has this id, and the row has no quantity to add it with",
    ]);
  });
});

describe("a clerk", () => {
  const options = { mayManage: false };

  test("changes quantities alone: new pets are problems, statuses and labels are left out", async () => {
    const rows: Row[] = [
      { petId: 1n, quantity: 6, status: "sold", name: "Max" },
      { petId: 8n, quantity: 1 },
    ];
    const clerks = await choose(rows, options);
    expect(summaryOf(clerks)).toEqual([
      "problem: 3 No pet has this id, and adding pets needs a key with the role manager",
      "sent: 2",
    ]);
    expect(draftImport(clerks, DRAFT)?.content).toEqual({
      kind: "changes",
      changes: [{ petId: 1n, quantity: 6 }],
    });
  });

  test("sends only what changes where all rows are too many, and is told where those are too many as well", async () => {
    const items = Array.from({ length: 40_000 }, (_, at) => ({
      petId: BigInt(at),
      quantity: 1,
      status: "available" as const,
    }));
    const pets = { item: (petId: bigint) => items[Number(petId)] };
    const draft = async (changed: number) => {
      const rows = items.map(({ petId }, at) => ({ petId, quantity: at < changed ? 2 : 1 }));
      return draftImport(await choose(rows, { ...options, pets }), { ...DRAFT, pets });
    };
    const few = await draft(10);
    expect(few?.content).toMatchObject({ kind: "changes", changes: { length: 10 } });
    expect([...few!.lines]).toEqual(Array.from({ length: 10 }, (_, at) => at + 2));
    await expect(draft(40_000)).rejects.toMatchObject({
      refusal: { code: "tooManyChanges", changes: 40_000, hasQuantities: true },
    });
  });
});

describe("columns", () => {
  test.each([
    [[["petId", "quantity", "status"]], true, { petId: 0, quantity: 1, status: 2 }],
    [
      [
        ["Name", "Stock", "Pet ID"],
        ["Rex", "1", "2"],
      ],
      true,
      { petId: 2, quantity: 1, name: 0 },
    ],
    [[["Tier-Nr", "Menge", "Bezeichnung"]], true, { petId: 0, quantity: 1, name: 2 }],
    [[["Züchter", "Farbe"]], true, {}],
    [[["305144", "3"]], false, { petId: 0, quantity: 1 }],
    [[["305144"]], false, { petId: 0 }],
    [[], true, {}],
  ])("of %j are guessed", (rows, header, columns) => {
    expect(guessMapping(rows)).toEqual({ header, columns });
  });

  test("are labeled by their name in the file, or by a sample value", () => {
    expect(columnNames([["Name ", ""]], true)).toEqual(["Name", "Column 2 ()"]);
    expect(columnNames([["305144", "3"]], false)).toEqual(["Column 1 (305144)", "Column 2 (3)"]);
  });

  test("that are not recognised are named, and a column of the file has one meaning", () => {
    const rows = [["Züchter", "Menge", "Farbe"]];
    const guessed = guessMapping(rows);
    expect(leftOut(rows, guessed)).toEqual(["Züchter", "Farbe"]);
    const chosen = withColumn(guessed, "petId", 0);
    expect(leftOut(rows, chosen)).toEqual(["Farbe"]);
    expect(withColumn(chosen, "name", 0).columns).toEqual({ quantity: 1, name: 0 });
    expect(withColumn(chosen, "quantity", undefined).columns).toEqual({ petId: 0 });
  });

  test("of a clerk are ids and quantities", () => {
    const mapping = guessMapping([["petId", "quantity", "status", "name"]]);
    expect(allowedColumns(mapping, false).columns).toEqual({ petId: 0, quantity: 1 });
    expect(allowedColumns(mapping, true)).toBe(mapping);
  });
});

test("problems are written as a file for the spreadsheet that they came from", () => {
  const fault = { code: "not_json", detail: 'it says "no"' } as const;
  const problem = { line: 3, column: null, value: "[", fault };
  const rows = [
    { line: 3, petId: 9007199254740993n, reason: { code: "unreadable", problem } },
    { line: 5, petId: undefined, reason: { code: "contested" } },
  ] as const;
  expect(problemsCsv({ rows, count: 2_902 })).toBe(
    '\ufeffline,petId,problem\r\n3,"9007199254740993","“[” is not JSON: it says ""no"""\r\n5,,"Listed more than once with different values"\r\n,,"2,900 more problems not listed"\r\n',
  );
});
