// The body of all labels: one state of them, read once for all readers, whose pages are kept while they are needed and within the
// cap of slow readers.

import { expect, setDefaultTimeout, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import { LabelBodies, type LabelBody, type LabelForm } from "../../src/admin/label-body.ts";
import { labelStage } from "../../src/inventory/import.ts";
import type { LabelStore } from "../../src/inventory/label-store.ts";
import type { Position } from "../../src/inventory/position.ts";
import { noMetrics } from "../../src/inventory/metrics.ts";
import { ReaderMemory } from "../../src/snapshot/reader-memory.ts";
import type { SqliteStore } from "../../src/sqlite/store.ts";
import { silent } from "../snapshot/model-inventory.ts";
import { openSqlite } from "../sqlite/embedded.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(30_000);

const FEW = 200;
/** A body of 1.5 MB. */
const MANY = 12_000;
const JSON_FORM = { format: "json", encoding: "identity" } as const;
const ENCODINGS = ["identity", "gzip"] as const;

/** A store of labels; `beforeEnd` runs when the first page of a reading was taken. */
class Setting implements AsyncDisposable {
  readonly #folder: TemporaryFolder;
  readonly #store: SqliteStore;
  readonly memory: ReaderMemory;
  readonly bodies: LabelBodies;
  readings = 0;
  beforeEnd: () => Promise<void> = async () => {};

  private constructor(folder: TemporaryFolder, store: SqliteStore, heldBytesMax: number) {
    this.#folder = folder;
    this.#store = store;
    this.memory = new ReaderMemory(heldBytesMax);
    this.bodies = new LabelBodies(this.#labels, {
      readerMemory: this.memory,
      log: silent,
      metrics: noMetrics,
    });
  }

  static async make(count: number, heldBytesMax = Number.POSITIVE_INFINITY): Promise<Setting> {
    const folder = new TemporaryFolder();
    const setting = new Setting(folder, await openSqlite(folder.file("petstock.db")), heldBytesMax);
    const name = "a name that makes the body long ".repeat(2);
    await setting.#put(Array.from({ length: count }, (_, i) => `${i} ${name}`));
    return setting;
  }

  get #labels(): Pick<LabelStore, "position" | "readAll"> {
    const { labels } = this.#store;
    return {
      position: () => labels.position(),
      readAll: (onPage) => {
        this.readings += 1;
        return labels.readAll(async (page) => {
          await onPage(page);
          await this.beforeEnd();
        });
      },
    };
  }

  async position(): Promise<Position> {
    return this.#store.labels.position();
  }

  /** Names of the pets from 0 on. */
  async #put(names: readonly string[]): Promise<void> {
    await using stage = await this.#store.stageImport();
    await labelStage(stage, false).add(names.map((name, i) => ({ petId: BigInt(i), name, line: i + 1 })));
    const by = { actor: "test", keyId: null, requestId: null };
    await stage.apply({ dryRun: false, replace: false, reason: "import", by });
  }

  /** Changes the first label. */
  async rename(name: string): Promise<void> {
    await this.#put([name]);
  }

  body(form: LabelForm = JSON_FORM): Promise<LabelBody> {
    return this.bodies.body(form);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#store[Symbol.asyncDispose]();
    this.#folder[Symbol.dispose]();
  }
}

function piecesOf({ body }: LabelBody) {
  if ("blob" in body) throw new Error("the body is in one piece");
  return body;
}

async function textOf(made: LabelBody, encoding: LabelForm["encoding"] = "identity"): Promise<string> {
  const bytes = "blob" in made.body ? made.body.bytes : Buffer.concat(await Array.fromAsync(piecesOf(made)));
  return (encoding === "gzip" ? gunzipSync(bytes) : Buffer.from(bytes)).toString();
}

function labelsIn(text: string): { petId: number; name: string }[] {
  return JSON.parse(text).labels;
}

test.each([0, FEW, MANY])("%d labels are the same in each encoding, and as CSV", async (count) => {
  await using setting = await Setting.make(count);
  const [plain, compressed] = await Promise.all(
    ENCODINGS.map(async (encoding) => textOf(await setting.body({ format: "json", encoding }), encoding)),
  );
  expect(labelsIn(plain!).map(({ petId }) => petId)).toEqual(Array.from({ length: count }, (_, id) => id));
  expect(compressed === plain).toBe(true);
  const csv = await textOf(await setting.body({ format: "csv", encoding: "identity" }));
  expect(csv.split("\n")).toHaveLength(count + 2);
});

test("labels that change while they are read give one state, and the next request gets the change", async () => {
  await using setting = await Setting.make(MANY);
  const before = await setting.position();
  setting.beforeEnd = async () => {
    setting.beforeEnd = async () => {};
    await setting.rename("changed");
  };
  const made = await setting.body();
  expect(made.position).toEqual(before);
  expect(labelsIn(await textOf(made))[0]?.name).toStartWith("0 a name");
  const next = await setting.body();
  expect(next.position).toEqual(await setting.position());
  expect(labelsIn(await textOf(next))[0]?.name).toBe("changed");
});

test("a small body is kept until the labels change", async () => {
  await using setting = await Setting.make(FEW);
  const first = await setting.body();
  expect((await setting.body()).body).toBe(first.body);
  expect(setting.readings).toBe(1);
  await setting.rename("changed");
  expect(await textOf(await setting.body())).toContain("changed");
  expect(setting.readings).toBe(2);
});

test("a large body is read once for all readers, and its pages are shared and compressed once", async () => {
  await using setting = await Setting.make(MANY);
  const bodies = await Promise.all(
    Array.from({ length: 20 }, () => setting.body({ format: "json", encoding: "gzip" })),
  );
  bodies.push(await setting.body({ format: "json", encoding: "gzip" }));
  // The header of gzip, and a page, which all of them come to while it is being compressed.
  for (const made of bodies) await piecesOf(made).next();
  const pages = await Promise.all(
    bodies.map(async (made) => (await piecesOf(made).next()).value as Uint8Array),
  );
  expect(setting.readings).toBe(1);
  expect(new Set(pages).size).toBe(1);
  expect(setting.memory.count).toBe(bodies.length);
  for (const made of bodies) await piecesOf(made).return(undefined);
  expect(setting.memory.count).toBe(0);
});

test("a large body that is not sent any more is not kept", async () => {
  await using setting = await Setting.make(MANY);
  await sent(setting);
  await until("the body to be collected", async () => {
    Bun.gc(true);
    await sent(setting);
    return setting.readings > 1;
  });
});

/** A separate function, so that the test's stack does not keep the body. */
async function sent(setting: Setting): Promise<void> {
  await textOf(await setting.body());
}

test("a slow reader gets one state of the labels, although they change meanwhile", async () => {
  await using setting = await Setting.make(MANY);
  const slow = piecesOf(await setting.body());
  const first = (await slow.next()).value as Uint8Array;
  await setting.rename("changed");
  expect(labelsIn(await textOf(await setting.body()))[0]?.name).toBe("changed");
  expect(setting.memory.heldBytes).toBeGreaterThan(1024 * 1024);
  const rest = await Array.fromAsync(slow);
  const labels = labelsIn(Buffer.concat([first, ...rest]).toString());
  expect([labels.length, labels[0]?.name.slice(0, 8)]).toEqual([MANY, "0 a name"]);
  expect([setting.memory.count, setting.memory.heldBytes]).toEqual([0, 0]);
});

test("beyond the cap of superseded pages the oldest readers are cut off, visibly, and no others", async () => {
  await using setting = await Setting.make(MANY, 4_000_000);
  const readers: ReturnType<typeof piecesOf>[] = [];
  for (let version = 0; version < 5; version++) {
    await setting.rename(`version ${version}`);
    const reader = piecesOf(await setting.body());
    await reader.next();
    readers.push(reader);
    expect(setting.memory.heldBytes).toBeLessThanOrEqual(4_000_000);
  }
  const ends = await Promise.all(
    readers.map((reader) => Array.fromAsync(reader).then(() => "whole", String)),
  );
  expect(ends[0]).toContain("cut off: the reader was too slow");
  expect(ends.slice(-2)).toEqual(["whole", "whole"]);
});
