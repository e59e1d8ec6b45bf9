// A long list sent to a slow reader: it gets one complete version, even if everything changes meanwhile, or a broken body, never
// a truncated list.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import { ReaderMemory } from "../../src/snapshot/reader-memory.ts";
import { Readers } from "../../src/snapshot/readers.ts";
import { Snapshot } from "../../src/snapshot/snapshot.ts";
import { until } from "../support/until.ts";
import { itemOf, ModelInventory, silent } from "./model-inventory.ts";

setDefaultTimeout(60_000);

const PETS = 20_000;
const CAP = 3_000_000;

type Body = AsyncGenerator<Uint8Array<ArrayBuffer>>;

class LongList {
  readonly model = new ModelInventory();
  readonly readers = new Readers(new ReaderMemory(CAP));
  readonly snapshot = new Snapshot(this.model, { log: silent, readers: this.readers });
  #quantity = 0;

  constructor() {
    this.changeAll();
  }

  /** Every page is replaced. */
  changeAll(): void {
    this.#quantity += 1;
    this.model.apply(
      Array.from({ length: PETS }, (_, at) => ({
        petId: BigInt(at),
        item: itemOf(BigInt(at), this.#quantity),
      })),
    );
  }

  async open(encoding: "identity" | "gzip"): Promise<{ body: Body; text: string }> {
    const version = await this.snapshot.current();
    return { body: this.snapshot.body(version, encoding) as Body, text: this.model.text };
  }

  /** Changes the whole list until readers hold more than the cap. */
  async overflow(): Promise<void> {
    for (let bytes = 0; bytes <= CAP + this.model.text.length; bytes += this.model.text.length) {
      this.changeAll();
      await this.snapshot.current();
      // A reader of each version holds its pages.
      await (await this.open("identity")).body.next();
    }
  }
}

async function restOf(body: Body): Promise<{ bytes: Buffer; failure: unknown }> {
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of body) pieces.push(piece);
    return { bytes: Buffer.concat(pieces), failure: undefined };
  } catch (failure) {
    return { bytes: Buffer.concat(pieces), failure };
  }
}

describe.each(["identity", "gzip"] as const)("a reader of %s", (encoding) => {
  test("gets one complete version, even if everything changes meanwhile", async () => {
    const list = new LongList();
    const { body, text } = await list.open(encoding);
    const first = (await body.next()).value as Uint8Array;
    for (let round = 0; round < 2; round++) {
      list.changeAll();
      await list.snapshot.current();
    }
    expect(list.readers.heldBytes).toBeGreaterThan(text.length - 10_000);
    const { bytes, failure } = await restOf(body);
    expect(failure).toBeUndefined();
    const all = Buffer.concat([first, bytes]);
    expect((encoding === "gzip" ? gunzipSync(all) : all).toString("latin1") === text).toBe(true);
    expect([list.readers.count, list.readers.heldBytes]).toEqual([0, 0]);
  });

  test("gets a broken body if it is too slow, without effect on others", async () => {
    const list = new LongList();
    const slow = await list.open(encoding);
    await slow.body.next();
    await list.overflow();
    const present = await list.open(encoding);
    const [lost, whole] = [await restOf(slow.body), await restOf(present.body)];
    expect(lost.failure).toBeInstanceOf(Error);
    expect(lost.bytes.length).toBeLessThan(slow.text.length / 2);
    expect(whole.failure).toBeUndefined();
    const text = (encoding === "gzip" ? gunzipSync(whole.bytes) : whole.bytes).toString("latin1");
    expect(text === present.text).toBe(true);
    expect(list.readers.heldBytes).toBeLessThanOrEqual(CAP);
  });

  test("that disconnects holds no pages", async () => {
    const list = new LongList();
    const { body } = await list.open(encoding);
    await body.next();
    list.changeAll();
    await list.snapshot.current();
    expect(list.readers.heldBytes).toBeGreaterThan(0);
    await body.return(undefined);
    expect([list.readers.count, list.readers.heldBytes]).toEqual([0, 0]);
  });
});

test("a reader that compresses superseded pages does not increase their counted size", async () => {
  const list = new LongList();
  const { pages } = await list.snapshot.current();
  const { body } = await list.open("gzip");
  // The head and two pages; the third is being compressed when it is superseded.
  for (let piece = 0; piece < 3; piece++) await body.next();
  const third = body.next();
  list.changeAll();
  await list.snapshot.current();
  const held = list.readers.heldBytes;
  await third;
  for (let piece = 0; piece < 10; piece++) await body.next();
  const bytes = pages.reduce((sum, page) => sum + page.bytes.length + (page.deflated?.length ?? 0), 0);
  expect([list.readers.heldBytes, bytes]).toEqual([held, held]);
  expect(pages.filter(({ deflated }) => deflated !== undefined).length).toBeGreaterThanOrEqual(2);
  await body.return(undefined);
});

test("the pages of a cut-off reader are collected, even if it never reads again", async () => {
  const list = new LongList();
  const slow = await list.open("identity");
  await slow.body.next();
  const pages = await weakPages(list);
  await list.overflow();
  // `slow` keeps its body to the end, like a stuck client that keeps its connection.
  const alive = await until("the pages to be collected", () => {
    Bun.gc(true);
    const left = pages.filter((page) => page.deref() !== undefined).length;
    return left < pages.length / 10 ? { left } : undefined;
  });
  expect(alive.left).toBeLessThan(pages.length / 10);
  expect((await restOf(slow.body)).failure).toBeInstanceOf(Error);
});

/** A separate function, so that the test's stack does not keep the pages. */
async function weakPages({ snapshot }: LongList): Promise<WeakRef<object>[]> {
  const { pages } = await snapshot.current();
  expect(pages.length).toBeGreaterThan(30);
  return pages.map((page) => new WeakRef(page));
}
