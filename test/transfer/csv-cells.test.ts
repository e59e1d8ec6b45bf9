// The cells of a CSV record, by RFC 4180 and in files that do not follow it.

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { splitCells } from "../../src/transfer/csv-cells.ts";
import { CsvScanner } from "../../src/transfer/csv-scanner.ts";
import { bytesOf } from "./read-all.ts";

const HEADER = bytesOf("petId,quantity\n");

/** The records that the scanner finds below a header: also blank ones, but not a last one without a line break. */
function recordsOf(rows: Uint8Array): string[] {
  const bytes = Buffer.concat([HEADER, rows]);
  const scanner = new CsvScanner();
  const window = { bytes, start: 0, at: 0, to: bytes.length };
  const records: string[] = [];
  while (scanner.next(window)) {
    records.push(bytes.toString("utf8", window.start, window.at));
    window.start = window.at;
  }
  return records.slice(1);
}

const text = fc.string({ unit: fc.constantFrom("1", ",", '"', "\n", "\r", " ", "é", "🐈"), maxLength: 6 });

test("any cells in quotes are read back, however many lines they have", () => {
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { maxLength: 5 }), (rows) => {
      const lines = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","));
      const records = recordsOf(bytesOf(lines.map((line) => `${line}\r\n`).join("")));
      expect(records.map((record) => splitCells(record, ","))).toEqual(rows);
    }),
  );
});

test("in any file, every record that the scanner finds has cells, and they hold all of its text", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("1", ",", '"', '"', "\n", "\r"), maxLength: 40 }),
      (rows) => {
        const records = recordsOf(bytesOf(rows));
        const found = records.join("");
        expect(rows.startsWith(found)).toBe(true);
        for (const record of records) {
          const cells = splitCells(record, ",");
          expect(cells?.join("").replaceAll(/[",\r\n]/g, "")).toBe(record.replaceAll(/[",\r\n]/g, ""));
        }
      },
    ),
    { numRuns: 2_000 },
  );
});

describe("a record that does not follow the standard is split, and its malformed cells stay as they are written:", () => {
  const cases: [record: string, cells: string[]][] = [
    ["1,2\r\n", ["1", "2"]],
    ["1,2\r", ["1", "2"]],
    ["1,,\n", ["1", "", ""]],
    ["\n", [""]],
    ['"1",""\n', ["1", ""]],
    ['"1,2","a""b"', ["1,2", 'a"b']],
    ['1"2,3"\n', ['1"2', '3"']],
    [' "1",2\n', [' "1"', "2"]],
    ['"1"2,"a""b"c,3\n', ['"1"2', '"a""b"c', "3"]],
    ['"""",""""""\n', ['"', '""']],
  ];
  test.each(cases)("%p", (record, cells) => {
    expect(splitCells(record, ",")).toEqual(cells);
  });

  test("a record with a quote that is not closed has no cells", () => {
    expect(splitCells('1,"2""\n', ",")).toBeUndefined();
  });
});
