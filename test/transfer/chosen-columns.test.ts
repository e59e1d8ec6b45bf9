// CSV files whose columns the user chooses: the first rows are shown unchecked, then the file is read with that choice.

import { describe, expect, test } from "bun:test";
import { describeProblem } from "../../src/transfer/problem.ts";
import { readRows } from "../../src/transfer/read-rows.ts";
import { sampleCsv } from "../../src/transfer/csv-sample.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function* inPieces(text: string): AsyncGenerator<Uint8Array> {
  const bytes = bytesOf(text);
  for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
}

async function read(text: string, layout: Parameters<typeof readRows>[2]): Promise<string[]> {
  const lines: string[] = [];
  for await (const { rows, problems } of readRows(inPieces(text), "csv", layout)) {
    lines.push(...rows.map(({ line, petId, quantity }) => `line ${line}: ${petId} ${quantity}`));
    lines.push(...problems.map(describeProblem));
  }
  return lines;
}

test("the chosen columns are read, whatever their names in the header, and other columns are ignored", async () => {
  const text = '\uFEFFName;Count now;Tier\r\n"Rex; the dog";12;305144\r\nMia;x;7\r\n';
  const layout = { cellOf: new Map(Object.entries({ petId: 2, quantity: 1 })), header: true };
  expect(await read(text, layout)).toEqual([
    "line 2: 305144 12",
    'line 3, column quantity: "x" is not an integer from 0 to 2147483647',
  ]);
});

test("without a header the first row has values", async () => {
  const layout = { cellOf: new Map(Object.entries({ petId: 0, quantity: 1 })), header: false };
  expect(await read("9007199254740993\t4\n\n8\t5", layout)).toEqual([
    "line 1: 9007199254740993 4",
    "line 3: 8 5",
  ]);
});

describe("a sample", () => {
  test("shows the first rows as they are written", () => {
    expect(sampleCsv(bytesOf('\uFEFFa;b\n\n"1;\n1";2\n3;4\n5;6'), 3).rows).toEqual([
      ["a", "b"],
      ["1;\n1", "2"],
      ["3", "4"],
    ]);
    expect(sampleCsv(bytesOf("a,b\n1,2"), 9)).toEqual({
      rows: [
        ["a", "b"],
        ["1", "2"],
      ],
      fault: undefined,
    });
  });

  test("of a file that is not CSV says what the file is", () => {
    const faultOf = (bytes: Uint8Array) => sampleCsv(bytes, 5).fault?.code;
    expect(faultOf(new Uint8Array())).toBe("file_empty");
    expect(faultOf(new Uint8Array([0x50, 0x4b, 3, 4, 9]))).toBe("file_archive");
    expect(faultOf(new Uint8Array([0x61, 0xff, 0x0a]))).toBe("file_not_utf8");
  });
});
