// The import of a file: its columns, and the plan for its rows.

import { describe, expect, test } from "bun:test";
import type { InventoryItem, Label } from "../../src/client/client.ts";
import {
  allowedColumns,
  columnNames,
  leftOut,
  withColumn,
} from "../../src/dashboard/imports/column-mapping.ts";
import { guessMapping } from "../../src/dashboard/imports/guess-columns.ts";
import { type ImportPlan, planImport, type PlanOptions } from "../../src/dashboard/imports/import-plan.ts";
import { draftImport } from "../../src/dashboard/imports/import-request.ts";
import { problemsCsv } from "../../src/dashboard/transfer/problems-csv.ts";
import type { SheetRow } from "../../src/transfer/sheet-form.ts";

const ITEMS: readonly InventoryItem[] = [
  { petId: 1n, quantity: 5, status: "available" },
  { petId: 2n, quantity: 7, status: "pending" },
  { petId: 3n, quantity: 0, status: "sold" },
  { petId: 1234567890123450n, quantity: 1, status: "sold" },
];
const LABELS: readonly Label[] = [{ petId: 1n, name: "Rex", kind: "dog", code: null, low: null }];

const PETS = {
  item: (petId: bigint) => ITEMS.find((item) => item.petId === petId),
  ids: () => ITEMS.map(({ petId }) => petId),
  label: (petId: bigint) => LABELS.find((label) => label.petId === petId),
};

type Row = Omit<SheetRow, "line">;

function plan(rows: readonly Row[], options: Partial<PlanOptions> = {}): Promise<ImportPlan> {
  const read = {
    rows: rows.map((row, at) => ({ ...row, line: at + 2 })),
    problems: { named: [], count: 0 },
    encoding: "UTF-8" as const,
  };
  return planImport(read, { pets: PETS, mayManage: true, replace: false, hasQuantities: true, ...options });
}

/** `changed: 2; problem: 3 reason`, of the groups that have rows. */
function summaryOf({ groups }: ImportPlan): string[] {
  return Object.entries(groups)
    .filter(([, { count }]) => count > 0)
    .map(([group, { rows }]) => {
      const listed = rows.map(({ line, petId, reason }) => `${line ?? petId}${reason ? ` ${reason}` : ""}`);
      return `${group}: ${listed.join(", ")}`;
    });
}

/** The rows to send, and their format. */
async function sentBy({ content }: ImportPlan): Promise<[string, string]> {
  if (!("format" in content)) throw new Error("the plan has changes, not rows");
  return [content.format, await content.body.text()];
}

test("each row is in the group of what would happen to it", async () => {
  const rows: Row[] = [
    { petId: 1n, quantity: 9 },
    { petId: 2n, quantity: 7, status: "sold" },
    { petId: 3n, quantity: 0 },
    { petId: 8n, quantity: 4 },
    { petId: 1n, quantity: 9 },
    { petId: 9n, quantity: 1 },
    { petId: 9n, quantity: 2 },
  ];
  expect(summaryOf(await plan(rows))).toEqual([
    "problem: 7 Listed more than once with different values, 8 Listed more than once with different values",
    "changed: 2, 3",
    "created: 5",
    "unchanged: 4, 6 Same as line 2",
  ]);
});

test("a status that is not given stays, and is available for a new pet", async () => {
  const rows = await plan([
    { petId: 2n, quantity: 1 },
    { petId: 8n, quantity: 4 },
  ]);
  expect(await sentBy(rows)).toEqual(["csv", "petId,quantity,status\n2,1,pending\n8,4,available\n"]);
});

test("replacing removes the pets that the file does not have, and needs a quantity in each row", async () => {
  const replacing = await plan([{ petId: 1n, quantity: 5 }, { petId: 2n }], { replace: true });
  expect(summaryOf(replacing)).toEqual([
    "problem: 3 The row has no quantity, and replacing everything needs one",
    "removed: 3, 1234567890123450",
    "unchanged: 2",
  ]);
});

test("labels change only where they differ, and are sent beside the stock, each pet once", async () => {
  const rows = [
    { petId: 1n, name: "Rex", kind: "wolf", code: null },
    { petId: 2n, name: null, low: 3 },
    { petId: 3n, name: null },
  ];
  const labels = await plan(rows, { hasQuantities: false });
  expect(await sentBy(labels)).toEqual([
    "ndjson",
    '{"petId":1,"name":"Rex","kind":"wolf","code":null}\n{"petId":2,"name":null,"low":3}\n{"petId":3,"name":null}\n',
  ]);
  expect([labels.groups.labeled.count, labels.groups.unchanged.count, labels.pets]).toEqual([2, 1, 2]);
  const [first, ...others] = rows;
  const all = await plan([{ ...first!, quantity: 9 }, ...others, { petId: 8n, quantity: 2 }, { petId: 9n }]);
  expect(await sentBy(all)).toEqual([
    "ndjson",
    [
      '{"petId":1,"quantity":9,"status":"available","name":"Rex","kind":"wolf","code":null}',
      '{"petId":2,"name":null,"low":3}',
      '{"petId":3,"name":null}',
      '{"petId":8,"quantity":2,"status":"available"}',
      "",
    ].join("\n"),
  ]);
  expect([all.groups.changed.count, all.groups.labeled.count, all.pets]).toEqual([1, 2, 3]);
});

test("an id that a spreadsheet has rounded adds no pet, and changes one that has that id", async () => {
  const rounded = await plan([
    { petId: 9007199254740990n, quantity: 1 },
    { petId: 1234567890123450n, quantity: 2 },
    { petId: 900719925474090n, quantity: 1 },
  ]);
  expect(summaryOf(rounded)).toEqual([
    expect.stringContaining("problem: 2 No pet has this id, which looks rounded by a spreadsheet"),
    "changed: 3",
    "created: 4",
  ]);
});

describe("a row without a quantity", () => {
  test("changes the status alone where the file has no quantities", async () => {
    const options = { hasQuantities: false };
    const statuses = await plan(
      [
        { petId: 1n, status: "sold" },
        { petId: 3n, status: "sold" },
      ],
      options,
    );
    expect(summaryOf(statuses)).toEqual(["changed: 2", "unchanged: 3"]);
    expect(draftImport(statuses, { hasQuantities: false, replace: false })).toEqual({
      kind: "changes",
      changes: [
        { petId: 1n, status: "sold", ifMatch: '"5-available"' },
        { petId: 3n, status: "sold", ifMatch: '"0-sold"' },
      ],
    });
  });

  test("of a file where others have labels sends all as changes, which expect the label that was seen", async () => {
    const rows: Row[] = [
      { petId: 1n, status: "sold", name: "Max", kind: "dog" },
      { petId: 2n, code: "07" },
      { petId: 3n, status: "pending" },
    ];
    const mixed = await plan(rows, { hasQuantities: false });
    expect(draftImport(mixed, { hasQuantities: false, replace: false })).toEqual({
      kind: "changes",
      changes: [
        {
          petId: 1n,
          status: "sold",
          ifMatch: '"5-available"',
          label: { name: "Max" },
          ifLabel: { name: "Rex" },
        },
        { petId: 2n, label: { code: "07" }, ifLabel: { code: null } },
        { petId: 3n, status: "pending", ifMatch: '"0-sold"' },
      ],
    });
  });

  test("is a problem where its status changes beside others' quantities, or its pet is new", async () => {
    const rows: Row[] = [
      { petId: 1n, status: "sold" },
      { petId: 2n, status: "pending" },
      { petId: 8n, status: "sold" },
    ];
    expect(summaryOf(await plan(rows))).toEqual([
      "problem: 2 The row has a status, but no quantity, 4 No pet has this id, and the row has no quantity to add it with",
      "unchanged: 3",
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
    const clerks = await plan(rows, options);
    expect(summaryOf(clerks)).toEqual([
      "problem: 3 No pet has this id, and adding pets needs a key with the role manager",
      "changed: 2",
    ]);
    expect(draftImport(clerks, { hasQuantities: true, replace: false })).toEqual({
      kind: "changes",
      changes: [{ petId: 1n, quantity: 6, ifMatch: '"5-available"' }],
    });
  });

  test("sends only what changes where all rows are too many, and is told where those are too many as well", async () => {
    const items = Array.from({ length: 40_000 }, (_, at) => ({
      petId: BigInt(at),
      quantity: 1,
      status: "available" as const,
    }));
    const pets = {
      item: (petId: bigint) => items[Number(petId)],
      ids: () => items.map(({ petId }) => petId),
      label: () => undefined,
    };
    const change = async (changed: number) => {
      const rows = items.map(({ petId }, at) => ({ petId, quantity: at < changed ? 2 : 1 }));
      return draftImport(await plan(rows, { ...options, pets }), {
        ...options,
        hasQuantities: true,
        replace: false,
      });
    };
    const draft = await change(10);
    expect(draft?.kind === "changes" && draft.changes.length).toBe(10);
    expect(change(40_000)).rejects.toThrow(
      /^40,000 changes are too many at once: up to [0-9,]+ can be sent\./,
    );
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
    [[["Tier", "Farbe"]], true, {}],
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
    const rows = [["Tier", "Menge", "Farbe"]];
    const guessed = guessMapping(rows);
    expect(leftOut(rows, guessed)).toEqual(["Tier", "Farbe"]);
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
  const rows = [
    { line: 3, petId: 9007199254740993n, reason: 'Says "no", twice' },
    { line: 5, petId: undefined, reason: "x" },
  ];
  expect(problemsCsv({ rows, count: 2_902 })).toBe(
    '\ufeffline,petId,problem\r\n3,"9007199254740993","Says ""no"", twice"\r\n5,,"x"\r\n,,"2,900 more problems not listed"\r\n',
  );
});
