// Cells from spreadsheets: what is read from the clipboard, and what it does to the pets.

import { describe, expect, test } from "bun:test";
import { copiedRows } from "../../src/dashboard/inventory/copied-rows.ts";
import { PASTED_ROWS_MAX, readPastedTable } from "../../src/dashboard/inventory/pasted-table.ts";
import { pastePlan } from "../../src/dashboard/inventory/paste-plan.ts";
import german from "../../src/dashboard/language/de/german.ts";
import spanish from "../../src/dashboard/language/es/spanish.ts";
import french from "../../src/dashboard/language/fr/french.ts";
import portuguese from "../../src/dashboard/language/pt-br/portuguese.ts";
import { speak } from "../../src/dashboard/language/texts.ts";
import { pet } from "./pet-table.ts";

const PETS = [pet(1, 5), pet(2, 7, "pending"), pet(9007199254740993n, 4, "sold")];
const item = (petId: bigint) => PETS.find((each) => each.petId === petId);

function planOf(text: string, { targets = [], canSetStatus = true }: Partial<Target> = {}) {
  return pastePlan(readPastedTable(text)!, { item, targets, canSetStatus });
}

interface Target {
  readonly targets: readonly bigint[];
  readonly canSetStatus: boolean;
}

const problemsOf = (text: string, target: Partial<Target> = {}) =>
  planOf(text, target).problems.map(({ where, text: problem }) => `${where}: ${problem}`);

describe("reading", () => {
  test("a column is quantities for consecutive rows", () => {
    expect(readPastedTable("5\r\n1,000\r\n\r\n7\r\n")).toEqual({
      hasIds: false,
      omitted: 0,
      rows: [{ row: 1, quantity: 5 }, { row: 2, quantity: 1000 }, { row: 3 }, { row: 4, quantity: 7 }],
    });
  });

  test("more columns are id, quantity and status; further ones are ignored", () => {
    expect(readPastedTable("0001\t5\n2\t6\tSOLD\tBella\tdog")!.rows).toEqual([
      { row: 1, petId: 1n, quantity: 5 },
      { row: 2, petId: 2n, quantity: 6, status: "sold" },
    ]);
  });

  test("headings name the columns in any order", () => {
    expect(readPastedTable("Name\tStatus\tPet id\nBella\tsold\t7")).toEqual({
      hasIds: true,
      omitted: 0,
      rows: [{ row: 2, petId: 7n, status: "sold" }],
    });
  });

  test.each([german, spanish, french, portuguese])(
    "headings and statuses may be the page's own",
    (language) => {
      const { inventory, pet: panel, ui } = language;
      speak({ ...language });
      try {
        for (const petId of [inventory.petId, panel.petId]) {
          const heading = [petId, inventory.quantity, inventory.status].join("\t");
          expect(readPastedTable(`${heading}\n7\t5\t${ui.statuses.sold}`)!.rows).toEqual([
            { row: 2, petId: 7n, quantity: 5, status: "sold" },
          ]);
        }
      } finally {
        speak({});
      }
    },
  );

  test("too many rows are cut, and counted", () => {
    const { rows, omitted } = readPastedTable("1\n".repeat(PASTED_ROWS_MAX + 3))!;
    expect([rows.length, omitted]).toEqual([PASTED_ROWS_MAX, 3]);
  });

  test.each(["", "\n\n", " \t"])("%j is nothing", (text) => {
    expect(readPastedTable(text)?.rows.some(({ quantity }) => quantity !== undefined) ?? false).toBe(false);
  });
});

describe("the plan", () => {
  test("puts quantities into the rows from the active one down", () => {
    const { changes, unchanged, problems } = planOf("5\n8\n", { targets: [1n, 2n] });
    expect(changes).toEqual([
      { petId: 1n, quantity: 5 },
      { petId: 2n, quantity: 8 },
    ]);
    expect([unchanged, problems]).toEqual([0, []]);
  });

  test("has no change of a pet whose row is empty", () => {
    const { changes, unchanged } = planOf("5\n\n8\n", { targets: [1n, 2n, 9007199254740993n] });
    expect([changes.length, unchanged]).toEqual([2, 1]);
  });

  test("names each problem by its row", () => {
    expect(problemsOf("1\t1.5\n5\t1\nx\t1\n1.23E+15\t1\n2\t3\tlost\n\t4\n2\t1\n2\t2")).toEqual([
      "Row 1: “1.5” is not a whole number from 0 to 2,147,483,647",
      "Row 2: No pet has the id 5. Add it, or import the rows as a file",
      "Row 3: “x” is not a pet id",
      "Row 4: The spreadsheet has rounded the id 1.23E+15: format its column as text, and enter the id again",
      "Row 5: “lost” is not a status: available, pending, sold",
      "Row 6: The pet id is missing",
      "Row 7: Pet 2 is in row 5 already",
      "Row 8: Pet 2 is in row 5 already",
    ]);
    expect(problemsOf("1\n2\n3", { targets: [1n, 2n] })).toEqual(["Row 3: The table has no row for it"]);
  });

  test("a status needs a manager; one that stays does not", () => {
    expect(problemsOf("1\t5\tsold\n2\t1\tpending", { canSetStatus: false })).toEqual([
      "Row 1: Changing a status needs the role manager",
    ]);
    expect(planOf("2\t1\tpending", { canSetStatus: false }).changes).toEqual([{ petId: 2n, quantity: 1 }]);
  });
});

describe("copied rows", () => {
  const rows = [
    { ...PETS[2]!, name: "=1+1", kind: "cat\tred" },
    { ...PETS[0]!, name: "A & <B>" },
  ];

  test("are what pasting takes, with every digit of an id", () => {
    const { text } = copiedRows(rows);
    expect(text).toBe("9007199254740993\t4\tsold\t'=1+1\tcat red\n1\t5\tavailable\tA & <B>\t");
    expect(planOf(text)).toMatchObject({
      changes: [
        { petId: 9007199254740993n, quantity: 4, status: "sold" },
        { petId: 1n, quantity: 5, status: "available" },
      ],
      problems: [],
    });
  });

  test("have ids as texts for spreadsheets, which round numbers, and names as texts", () => {
    const { html } = copiedRows(rows);
    expect(html).toContain(`<td style='mso-number-format:"\\@"'>9007199254740993</td><td>4</td>`);
    expect(html).toContain("A &#38; &#60;B&#62;");
  });
});
