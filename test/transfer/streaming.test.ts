// Only a small part of a file is in memory, however large it is: the source counts the bytes that were read from it.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { TRANSFER_FORMATS } from "../../src/transfer/format.ts";
import { describeProblem } from "../../src/transfer/problem.ts";
import { readRows } from "../../src/transfer/read-rows.ts";
import { openRowWriter } from "../../src/transfer/write-rows.ts";
import { bytesOf } from "./read-all.ts";

// Takes a second or two, and several on a busy machine.
setDefaultTimeout(60_000);

const MB = 1_000_000;

class CountedSource implements AsyncIterable<Uint8Array> {
  bytesPulled = 0;
  closed = false;
  readonly #chunks: Iterable<Uint8Array>;

  constructor(chunks: Iterable<Uint8Array>) {
    this.#chunks = chunks;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for (const chunk of this.#chunks) {
        this.bytesPulled += chunk.length;
        yield chunk;
      }
    } finally {
      this.closed = true;
    }
  }
}

describe.each([...TRANSFER_FORMATS])("%s", (format) => {
  const items = Array.from({ length: 5_000 }, (_, i) => {
    return { petId: 2n ** 60n + BigInt(i), quantity: i, status: "available" } as const;
  });

  test("of 5 MB no more than one chunk is read ahead of the rows that were given, in batches of a bounded size", async () => {
    const writer = openRowWriter(format);
    const first = bytesOf(writer.page(items));
    const next = bytesOf(writer.page(items));
    const pages = Math.floor((5 * MB) / next.length);
    const source = new CountedSource(repeated({ first, next, times: pages, last: bytesOf(writer.end()) }));
    let rows = 0;
    let largestBatch = 0;
    let aheadMax = 0;
    for await (const batch of readRows(source, format)) {
      expect(batch.problems).toEqual([]);
      rows += batch.rows.length;
      largestBatch = Math.max(largestBatch, batch.rows.length);
      aheadMax = Math.max(aheadMax, source.bytesPulled - batch.bytesRead);
    }
    expect(rows).toBe(items.length * (pages + 1));
    expect(largestBatch).toBeLessThan(5_100);
    expect(aheadMax).toBeLessThan(next.length);
    expect(source.bytesPulled).toBeGreaterThan(4 * MB);
  }, 30_000);

  test("a file of 20 MB without a line break ends in one problem", async () => {
    const chunk = new Uint8Array(1_048_576).fill(0x20);
    const start = bytesOf({ csv: "petId,quantity\n1", ndjson: '{"petId":1', json: "[1" }[format]);
    const source = new CountedSource(repeated({ first: start, next: chunk, times: 19, last: chunk }));
    const problems: string[] = [];
    for await (const batch of readRows(source, format)) problems.push(...batch.problems.map(describeProblem));
    expect(problems).toEqual([
      {
        csv: "line 2: the row is longer than 65536 bytes",
        ndjson: "line 1: the line is longer than 65536 bytes",
        json: "line 1: the item is longer than 65536 bytes: is a bracket or a double quote not closed?",
      }[format],
    ]);
    expect(source.closed).toBe(true);
  }, 30_000);
});

test("nothing is read before the first batch is requested, and the source is closed when the caller stops", async () => {
  const row = bytesOf("1,2\n".repeat(4_000));
  const source = new CountedSource(
    repeated({ first: bytesOf("petId,quantity\n"), next: row, times: 1_000, last: row }),
  );
  const batches = readRows(source, "csv");
  expect(source.bytesPulled).toBe(0);
  await batches.next();
  expect(source.bytesPulled).toBeLessThan(3 * row.length);
  await batches.return();
  expect(source.closed).toBe(true);
});

test("a file with a fatal problem is not read to its end", async () => {
  const chunk = bytesOf("1,2\n".repeat(10_000));
  const source = new CountedSource(repeated({ first: chunk, next: chunk, times: 1_000, last: chunk }));
  for await (const batch of readRows(source, "csv")) expect(batch.problems).toHaveLength(1);
  expect(source.bytesPulled).toBe(chunk.length);
  expect(source.closed).toBe(true);
});

test("an error of the source is thrown after the rows before it were given", async () => {
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield bytesOf(`petId,quantity\n${"1,2\n".repeat(2_000)}`);
    throw new Error("the disk is gone");
  }
  let rows = 0;
  const reading = (async () => {
    for await (const batch of readRows(failing(), "csv")) rows += batch.rows.length;
  })();
  await expect(reading).rejects.toThrow("the disk is gone");
  expect(rows).toBe(2_000);
});

test("there is a batch for at least each megabyte, even without rows, so that progress is shown", async () => {
  const blank = bytesOf("\n".repeat(100_000));
  const source = new CountedSource(
    repeated({ first: bytesOf("petId,quantity"), next: blank, times: 30, last: blank }),
  );
  let bytesBefore = 0;
  for await (const { bytesRead } of readRows(source, "csv")) {
    expect(bytesRead - bytesBefore).toBeLessThan(1.1 * MB);
    bytesBefore = bytesRead;
  }
  expect(bytesBefore).toBe(source.bytesPulled);
});

function* repeated({
  first,
  next,
  times,
  last,
}: {
  first: Uint8Array;
  next: Uint8Array;
  times: number;
  last: Uint8Array;
}): Generator<Uint8Array> {
  yield first;
  for (let i = 0; i < times; i++) yield next;
  yield last;
}
