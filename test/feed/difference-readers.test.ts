// The memory that readers of large differences hold is capped together with that of all lists: the oldest are cut off, visibly.

import { expect, test } from "bun:test";
import { Difference } from "../../src/feed/difference.ts";
import { DifferenceReaders } from "../../src/feed/difference-readers.ts";
import { noMetrics } from "../../src/inventory/metrics.ts";
import { ReaderMemory } from "../../src/snapshot/reader-memory.ts";
import type { Pieces } from "../../src/snapshot/pieces.ts";
import { silent } from "../snapshot/model-inventory.ts";

const BYTES = 200_000;
const CAP = 2.5 * BYTES;

function readersOf() {
  const ends = { cutOff: 0 };
  const readerMemory = new ReaderMemory(CAP);
  const metrics = { ...noMetrics, readerCutOff: () => void (ends.cutOff += 1) };
  return { readerMemory, ends, readers: new DifferenceReaders({ readerMemory, log: silent, metrics }) };
}

function differenceOf(revision: number): Difference {
  const text = { items: ["1".repeat(BYTES)], removed: [], labels: [], unlabeled: [] };
  return Difference.of({ revision, nonce: "0" }, text);
}

async function rest(pieces: Pieces): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += new TextDecoder().decode(piece);
  return text;
}

test("a difference is sent whole, and is held until its last reader has it", async () => {
  const { readers, readerMemory } = readersOf();
  const difference = differenceOf(1);
  const [one, two] = [readers.piecesOf(difference), readers.piecesOf(difference)];
  await one.next();
  await two.next();
  // Both share its bytes.
  expect([readerMemory.heldBytes, readerMemory.count]).toEqual([difference.json.length, 2]);
  await one.return(undefined);
  expect(await rest(readers.piecesOf(difference))).toBe(new TextDecoder().decode(difference.json));
  expect(readerMemory.heldBytes).toBe(difference.json.length);
  await rest(two);
  expect([readerMemory.heldBytes, readerMemory.count]).toEqual([0, 0]);
});

test("beyond the cap the readers of the oldest difference are cut off, and get an error instead of an end", async () => {
  const { readers, readerMemory, ends } = readersOf();
  const sent = [1, 2, 3].map((revision) => readers.piecesOf(differenceOf(revision)));
  for (const pieces of sent) await pieces.next();
  expect(ends.cutOff).toBe(1);
  expect(readerMemory.heldBytes).toBeLessThan(CAP);
  const [oldest, ...others] = sent;
  expect(rest(oldest as Pieces)).rejects.toThrow("cut off");
  for (const pieces of others) expect((await rest(pieces)).length).toBeGreaterThan(0);
  expect(readerMemory.heldBytes).toBe(0);
});

test("a body that is never sent is not held", async () => {
  const { readers, readerMemory } = readersOf();
  const pieces = readers.piecesOf(differenceOf(1));
  expect(readerMemory.heldBytes).toBe(0);
  await pieces.return(undefined);
  expect(readerMemory.count).toBe(0);
});
