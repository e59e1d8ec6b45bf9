// The list's bytes are the inventory, plain and compressed, small and large; also after a change, when only changed pages are
// encoded again.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import { petstockOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";

setDefaultTimeout(60_000);

/** Leaves unused ids between two pets, for new pets. */
const ID_STEP = 10;

describe.each([1, 100, 20_000])("a list of %d pets is the inventory, plain and compressed,", async (pets) => {
  /** Quantities by id: the inventory as it should be. */
  const inventory = new Map<number, number>();

  for (let index = 0; index < pets; index++) inventory.set((index - 50) * ID_STEP, index);
  const service = shared(await TestService.start({ rows: rows() }));
  const key = await service.makeKey();

  function rows(): string[] {
    return [...inventory].map(([id, quantity]) => `${id},${quantity},available`);
  }

  async function bodyAs(encoding: "identity" | "gzip"): Promise<string> {
    const response = await fetch(`${service.url}/v1/inventory`, {
      headers: { Authorization: `Bearer ${key}`, "Accept-Encoding": encoding },
      decompress: false,
    });
    expect(response.headers.get("Content-Encoding")).toBe(encoding === "gzip" ? "gzip" : null);
    const bytes = await response.bytes();
    return (encoding === "gzip" ? gunzipSync(bytes) : Buffer.from(bytes)).toString();
  }

  async function expectInventory(): Promise<void> {
    const ascending = [...inventory].toSorted(([a], [b]) => a - b);
    const items = ascending.map(
      ([id, quantity]) => `{"petId":${id},"quantity":${quantity},"status":"available"}`,
    );
    const list = `[${items.join(",")}]`;
    // Not toBe, which would print a difference of a megabyte.
    const [plain, gzip] = [await bodyAs("identity"), await bodyAs("gzip")];
    expect([plain.length, plain === list]).toEqual([list.length, true]);
    expect([gzip.length, gzip === list]).toEqual([list.length, true]);
  }

  async function update(id: number, quantity: number): Promise<void> {
    expect((await service.update(key, id, quantity)).status).toBe(200);
    inventory.set(id, quantity);
  }

  async function create(id: number): Promise<void> {
    const options = ["--quantity", "7", "--create", "--database", service.databaseUrl];
    await petstockOrThrow(["set", ...options, "--", `${id}`]);
    inventory.set(id, 7);
  }

  const ids = () => [...inventory.keys()].toSorted((a, b) => a - b);

  test("as it was imported", expectInventory);

  test("and has the length that HEAD gives", async () => {
    const { headers } = await service.ask("HEAD", "/v1/inventory", {
      key,
      headers: { "Accept-Encoding": "identity" },
    });
    const length = (await bodyAs("identity")).length;
    expect(Number(headers.get("Content-Length") ?? length)).toBe(length);
  });

  test("after updates of the first, the last, and pets in between", async () => {
    const all = ids();
    for (const at of [0, -1, Math.floor(all.length / 2), Math.floor(all.length / 3), 0]) {
      // Another number of digits each time, so that the bytes after it move.
      await update(all.at(at)!, 10 ** Math.floor(Math.random() * 10) - 1);
      await expectInventory();
    }
  });

  test("after many concurrent updates", async () => {
    const all = ids();
    const each = Math.max(1, Math.floor(all.length / 200));
    await Promise.all(all.filter((_, at) => at % each === 0).map((id) => update(id, id + 100_000)));
    await expectInventory();
  });

  test("after a new pet before the first", async () => {
    await create(ids()[0]! - 1);
    await expectInventory();
  });

  test("after a new pet after the last", async () => {
    await create(ids().at(-1)! + 1);
    await expectInventory();
  });

  test("after a new pet in the middle", async () => {
    await create(ids()[Math.floor(inventory.size / 2)]! + 2);
    await expectInventory();
  });

  test("after an import that added and removed hundreds, at the beginning and at the end", async () => {
    const all = ids();
    for (const id of [...all.slice(0, 700), ...all.slice(-3)]) inventory.delete(id);
    for (let index = 1; index <= 1_100; index++) inventory.set(all.at(-1)! + index, index);
    inventory.set(all[0]! - 5, 1);
    const stdin = ["petId,quantity,status", ...rows()].join("\n");
    const options = ["--format", "csv", "--replace", "--database", service.databaseUrl];
    await petstockOrThrow(["import", "-", ...options], { stdin });
    await expectInventory();
  });

  test("and after a further update", async () => {
    await update(ids()[0]!, 12_345);
    await expectInventory();
  });
});
