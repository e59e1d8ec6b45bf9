// A power cut while the log is written: wherever the log ends, the database opens at the end of a group, with all groups
// before it and no part of the next.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import type { InventoryItem } from "../../src/inventory/item.ts";
import type { InventoryStore } from "../../src/inventory/store.ts";
import {
  createPet,
  expectConsistent,
  importRows,
  itemsOf,
  positionOf,
  rows,
  setTo,
} from "../store/engine.ts";
import { InventoryModel } from "../store/inventory-model.ts";
import { SEED, sized } from "../support/sizes.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { openSqlite, runSql } from "../sqlite/embedded.ts";

const GROUPS = 40;
const CUTS = sized({ quick: 20, hours: 2_000 });
/** Cuts around every frame in the long form, around some in the quick one. */
const FRAME_STEP = sized({ quick: 150, hours: 1 });
/** Cuts within the frame that commits a group: every length in the long form. */
const BYTE_STEP = sized({ quick: 500, hours: 1 });
setDefaultTimeout(60_000 + sized({ quick: 0, hours: 600_000 }));

/** https://sqlite.org/fileformat2.html#the_write_ahead_log */
const LOG_HEADER_BYTES = 32;
const FRAME_BYTES = 24 + 4096;

/** The content of the database once this many bytes of its log are on disk. */
interface Boundary {
  readonly logBytes: number;
  readonly revision: number;
  readonly items: readonly InventoryItem[];
}

/** A history on disk: the file, its log at the beginning, and its log at the end. */
interface History {
  readonly database: Buffer;
  readonly oldLog: Buffer;
  readonly log: Buffer;
  readonly boundaries: readonly Boundary[];
}

/** Commits groups, and copies the files while the store is open. The log is new, or overwrites an old one. */
async function makeHistory({ overOldLog }: { overOldLog: boolean }): Promise<History> {
  using folder = new TemporaryFolder();
  const path = folder.file("petstock.db");
  await using store = await openSqlite(path);
  const model = new InventoryModel();
  if (overOldLog) {
    for (let group = 0; group < GROUPS; group++) await makeGroup(store, model, 100 + group);
    // All pages are in the file now, so the next group overwrites the log from its beginning.
    runSql(path, "PRAGMA wal_checkpoint(PASSIVE)");
  }
  const readLog = () => readFileSync(`${path}-wal`);
  const [database, oldLog] = [readFileSync(path), overOldLog ? readLog() : Buffer.alloc(0)];
  const boundaries: Boundary[] = [{ logBytes: 0, revision: model.revision, items: model.items }];
  for (let group = 0; group < GROUPS; group++) {
    await makeGroup(store, model, group);
    const logBytes = writtenBytes(readLog(), oldLog);
    boundaries.push({ logBytes, revision: model.revision, items: model.items });
  }
  expect(readFileSync(path).equals(database)).toBe(true);
  return { database, oldLog, log: readLog().subarray(0, boundaries.at(-1)!.logBytes), boundaries };
}

/** Groups of very different sizes; every tenth is an import. */
async function makeGroup(store: InventoryStore, model: InventoryModel, group: number): Promise<void> {
  const size = group % 7 === 6 ? 500 : 1 + (group % 5);
  if (group % 10 === 9) {
    const wanted = rows(...Array.from({ length: size }, (_, i) => [BigInt(i), group] as const));
    const options = { replace: true, dryRun: false };
    expect(await importRows(store, wanted, options)).toEqual(model.import(wanted, options));
    return;
  }
  const changes = Array.from({ length: size }, (_, i) => [
    createPet(BigInt(i), group + i),
    setTo(BigInt((i * 7) % 11), 1000 + group),
  ]).flat();
  expect(await store.commit(changes)).toEqual(model.commit(changes));
}

/** The written length of a log, in whole frames: up to the last byte that differs from the old log. */
function writtenBytes(log: Buffer, oldLog: Buffer): number {
  let last = log.length - 1;
  while (last >= 0 && last < oldLog.length && log[last] === oldLog[last]) last -= 1;
  return LOG_HEADER_BYTES + Math.ceil((last + 1 - LOG_HEADER_BYTES) / FRAME_BYTES) * FRAME_BYTES;
}

/** Opens the files as the cut left them, and compares their content with the groups on disk by then. */
async function expectWholeGroups(
  { database, boundaries }: History,
  { log, cut }: { log: Uint8Array; cut: number },
) {
  using folder = new TemporaryFolder();
  const path = folder.file("petstock.db");
  writeFileSync(path, database);
  writeFileSync(`${path}-wal`, log);
  await using store = await openSqlite(path);
  const expected = boundaries.findLast(({ logBytes }) => logBytes <= cut)!;
  expect((await positionOf(store)).revision).toBe(expected.revision);
  expect(await itemsOf(store)).toEqual([...expected.items]);
  await expectConsistent(store);
  const [outcome] = await store.commit([createPet(5_000n, 1)]);
  expect(outcome).toMatchObject({ kind: "updated", revision: expected.revision + 1 });
}

/** The log on disk for a cut at each of these lengths. */
async function cutAt(history: History, cuts: readonly number[]): Promise<void> {
  for (const cut of cuts) {
    const log = Buffer.concat([history.log.subarray(0, cut), history.oldLog.subarray(cut)]);
    await expectWholeGroups(history, { log, cut: reachOf(log, history, cut) });
  }
}

/** The effective length: if the old bytes behind the cut equal the new ones, the cut lies behind them. */
function reachOf(log: Uint8Array, { log: whole }: History, cut: number): number {
  let same = cut;
  while (same < whole.length && log[same] === whole[same]) same += 1;
  return same;
}

/** Most cuts fall anywhere, some just around the end of a group. */
function cutsOf({ log, boundaries }: History): fc.Arbitrary<number> {
  const ends = boundaries.map(({ logBytes }) => logBytes);
  const nearEnd = fc.tuple(fc.constantFrom(...ends), fc.integer({ min: -1, max: 1 }));
  return fc.oneof(
    { weight: 3, arbitrary: fc.nat(log.length) },
    { weight: 1, arbitrary: nearEnd.map(([end, by]) => Math.max(0, Math.min(log.length, end + by))) },
  );
}

describe.each([
  ["a new log", { overOldLog: false }],
  ["a log that is written over an old one", { overOldLog: true }],
])("in %s", (where, options) => {
  const made = makeHistory(options);

  test("the log holds the groups one after the other", async () => {
    const history = await made;
    const ends = history.boundaries.map(({ logBytes }) => logBytes);
    expect(ends).toHaveLength(GROUPS + 1);
    expect(ends).toEqual([...new Set(ends)].toSorted((a, b) => a - b));
    expect(history.oldLog.length > 0).toBe(options.overOldLog);
    await expectWholeGroups(history, { log: history.log, cut: history.log.length });
  });

  test("a cut anywhere leaves all groups that were completely on disk, and verify passes", async () => {
    const history = await made;
    await fc.assert(
      fc.asyncProperty(cutsOf(history), (cut) => cutAt(history, [cut])),
      { numRuns: CUTS, seed: SEED },
    );
  });

  test("so does a cut at a frame's edges, within its header and within its page", async () => {
    const history = await made;
    const inFrame = [0, 1, 8, 23, 24, 25, 2_000, FRAME_BYTES - 1];
    const cuts = [0, 1, LOG_HEADER_BYTES - 1];
    for (let at = LOG_HEADER_BYTES; at < history.log.length; at += FRAME_STEP * FRAME_BYTES) {
      cuts.push(...inFrame.map((offset) => at + offset));
    }
    // The frame that commits the second group, which is a small one.
    const end = history.boundaries[2]!.logBytes;
    for (let back = FRAME_BYTES; back >= 0; back -= BYTE_STEP) cuts.push(end - back);
    cuts.push(end);
    await cutAt(history, cuts);
    console.log(
      `power cut in ${where}: ${cuts.length} lengths of a log of ${history.log.length} bytes; seed ${SEED}`,
    );
  });

  test("torn bytes after the cut are no group", async () => {
    const history = await made;
    const tail = fc.record({
      length: fc.integer({ min: 1, max: 20_000 }),
      byte: fc.constantFrom(0, 0xff, 0xa5),
    });
    await fc.assert(
      fc.asyncProperty(cutsOf(history), tail, (cut, { length, byte }) => {
        const torn = Buffer.concat([history.log.subarray(0, cut), Buffer.alloc(length, byte)]);
        return expectWholeGroups(history, { log: torn, cut: reachOf(torn, history, cut) });
      }),
      { numRuns: CUTS / 2, seed: SEED },
    );
  });
});
