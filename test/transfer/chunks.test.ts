// A source may split its bytes anywhere: the rows and problems must not depend on it.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { TRANSFER_FORMATS } from "../../src/transfer/format.ts";
import { bytesOf, readAll, readChunks } from "./read-all.ts";

// Takes a second or two, and several on a busy machine.
setDefaultTimeout(60_000);

const HEADER = "petId,quantity,status\r\n";

/** Good and bad rows, with every token that is longer than one byte. */
const FILES = {
  csv: [
    `\ufeff\n${HEADER}1,1,sold\r\n\r\n"2","\r\n2\n",""\r3,"a""é€🐈",x\n4,4,\r\r\n"5"5,5,\n\n6,"6\r`,
    `petId;quantity\r1;2\r\n3;4`,
    `${HEADER}1,1,\n2,2\0,\n`,
    "\ufeff",
  ],
  ndjson: [
    `\ufeff{"petId":1,"quantity":2}\r\n\n{"petId":"é€🐈"}\n{"petId":3,"quantity":1,"status":"sold"}`,
    "{}\n\0",
  ],
  json: [
    `\ufeff [\n {"petId":1,"quantity":2},\r\n{"petId":"é\\"€🐈,]","x":[{}]} , ,7,"\\\\"\n]\n `,
    '[{"petId":1,"quantity":2}] x',
    '[{"petId":1,"quantity":2},\n{"petId":3',
  ],
} as const;

describe.each([...TRANSFER_FORMATS])("%s", (format) => {
  test("a file split at any byte, or into single bytes, gives the same rows and problems", async () => {
    for (const file of FILES[format]) {
      const bytes = bytesOf(file);
      const whole = await readAll(bytes, format);
      for (let cut = 0; cut <= bytes.length; cut++) {
        expect(await readChunks([bytes.subarray(0, cut), bytes.subarray(cut)], format)).toEqual(whole);
      }
      expect(await readChunks(singleBytes(bytes), format)).toEqual(whole);
    }
  });

  test("any text, split anywhere, is read to its end with the same rows and problems", async () => {
    const letters = [...'17-,;""\n\r \t{}[]:\\é🐈'];
    const words = ["petId", "quantity", "1,2,sold\n", '"3","4",\r\n', '{"petId":5,"quantity":6}'];
    const nonsense = fc.string({ unit: fc.constantFrom(...letters, ...words), maxLength: 60 });
    const start = { csv: HEADER, ndjson: '{"petId":1,"quantity":1}\n', json: "[" }[format];
    await fc.assert(
      fc.asyncProperty(
        nonsense,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        async (text, sizes) => {
          const bytes = bytesOf(start + text);
          const whole = await readAll(bytes, format);
          expect(await readChunks(piecesOf(bytes, sizes), format)).toEqual(whole);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test("any bytes at all are read without throwing, and every problem is safe to print on one line", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const { problems } = await readAll(bytes, format);
        for (const problem of problems) expect(problem).toMatch(/^line [1-9][0-9]*[:,][^\p{C}]+$/u);
      }),
      { numRuns: 1_000, examples: [[Uint8Array.of(10, 0)]] },
    );
  });
});

test("a record of the largest size is read, and one byte more is a problem, wherever the file is split", async () => {
  const row = (length: number): string => `1,${" ".repeat(length - 4)}1\n`;
  const file = `petId,quantity\n${row(65_536)}${row(65_537)}2,2\n`;
  const whole = await readAll(file, "csv");
  expect(whole.rows.map((one) => one.line)).toEqual([2, 4]);
  expect(whole.problems).toEqual(["line 3: the row is longer than 65536 bytes"]);
  for (const size of [1_000, 16_384, 65_536, 65_551]) {
    expect(await readChunks(piecesOf(bytesOf(file), [size]), "csv")).toEqual(whole);
  }
});

function* singleBytes(bytes: Uint8Array): Generator<Uint8Array> {
  // An empty chunk is nothing, not an end.
  for (let i = 0; i < bytes.length; i++) yield* [bytes.subarray(i, i + 1), new Uint8Array()];
}

function* piecesOf(bytes: Uint8Array, sizes: readonly number[]): Generator<Uint8Array> {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length] as number;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}
