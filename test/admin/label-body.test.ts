// The body of all labels while they change: one state of them, or a visible failure, never a mixture.

import { expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import { LabelBodies, type LabelBody } from "../../src/admin/label-body.ts";
import type { LabelStore } from "../../src/inventory/label-store.ts";
import { SqliteStore } from "../../src/sqlite/store.ts";
import { label, put } from "../store/labels-suite.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";

const LABELS = 2_500;
const JSON_FORM = { format: "json", encoding: "identity" } as const;

/** A store of many labels; after each page `change` may change one behind it. */
class Setting implements AsyncDisposable {
  readonly #folder: TemporaryFolder;
  readonly #store: SqliteStore;
  pages = 0;
  change: (page: number) => boolean = () => false;

  private constructor(folder: TemporaryFolder, store: SqliteStore) {
    this.#folder = folder;
    this.#store = store;
  }

  static async make(): Promise<Setting> {
    const folder = new TemporaryFolder();
    const path = folder.file("petstock.db");
    const store = await SqliteStore.open({ path, lockTimeoutMs: 5_000, create: true });
    const setting = new Setting(folder, store);
    await put(
      store.labels,
      Array.from({ length: LABELS }, (_, i) => label(BigInt(i), { name: `Pet ${i}` })),
    );
    return setting;
  }

  get labels(): Pick<LabelStore, "counter" | "page"> {
    const { labels } = this.#store;
    return {
      counter: () => labels.counter(),
      page: async (options) => {
        const page = await labels.page(options);
        this.pages += 1;
        if (this.change(this.pages)) await this.rename(`Change ${this.pages}`);
        return page;
      },
    };
  }

  /** Changes the label behind all others. */
  async rename(name: string): Promise<void> {
    await put(this.#store.labels, [label(BigInt(LABELS), { name })]);
  }

  async body(bodies: LabelBodies, form: Parameters<LabelBodies["body"]>[0]): Promise<LabelBody> {
    return bodies.body(form, await this.#store.labels.counter());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#store[Symbol.asyncDispose]();
    this.#folder[Symbol.dispose]();
  }
}

/** Of a body in one piece, as it is sent. */
function bytesOf({ body }: LabelBody): Uint8Array<ArrayBuffer> {
  if ("blob" in body) return body.bytes;
  throw new Error("the body is sent in pages");
}

const textOf = (made: LabelBody) => Buffer.from(bytesOf(made)).toString();

test.each(["identity", "gzip"] as const)(
  "a body that is not sent yet begins again, as %s",
  async (encoding) => {
    await using setting = await Setting.make();
    setting.change = (page) => page === 2;
    const made = await setting.body(new LabelBodies(setting.labels), { format: "json", encoding });
    const text = encoding === "gzip" ? gunzipSync(bytesOf(made)).toString() : textOf(made);
    expect(JSON.parse(text).labels).toHaveLength(LABELS + 1);
    expect(made.counter).toBe(await setting.labels.counter());
  },
);

test("labels that always change are refused, not mixed", async () => {
  await using setting = await Setting.make();
  setting.change = () => true;
  await expect(setting.body(new LabelBodies(setting.labels), JSON_FORM)).rejects.toMatchObject({
    code: "unavailable",
  });
});

test("a body is kept until the labels change, and each form is its own", async () => {
  await using setting = await Setting.make();
  const bodies = new LabelBodies(setting.labels);
  const first = await setting.body(bodies, JSON_FORM);
  const { pages } = setting;
  expect((await setting.body(bodies, JSON_FORM)).body).toBe(first.body);
  expect(setting.pages).toBe(pages);
  expect(textOf(await setting.body(bodies, { ...JSON_FORM, format: "csv" }))).toStartWith("petId,");
  await setting.rename("Change");
  expect(textOf(await setting.body(bodies, JSON_FORM))).toContain("Change");
});
