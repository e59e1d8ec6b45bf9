// Many readers of large bodies at once, by one key: fast ones all get them whole, and stalled readers of labels share one body.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { petstockOrThrow } from "../support/petstock.ts";
import { MemoryGrowth } from "../support/process-figures.ts";
import { RawConnection, requestOf } from "../support/raw-http.ts";
import { TestService } from "../support/service.ts";

setDefaultTimeout(120_000);

const PETS = 100_000;
/** A body of 15 MB: more than the kernel holds for a reader. */
const LABELS = 60_000;
const NAME = "x".repeat(180);
const READERS = 40;
/** By the default limit of a key. */
const STALLED = 80;
/** With a body of its own each reader cost 3 MB, with a stream of its own 1 MB. */
const GROWTH_MB_MAX = 100;

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await TestService.start({
    rows: Array.from({ length: PETS }, (_, petId) => `${petId},0,available`),
  });
  key = await service.makeKey("--role", "reader");
  const rows = Array.from({ length: LABELS }, (_, petId) => `${petId},${NAME}\n`);
  const options = ["--format", "csv", "--database", service.databaseUrl];
  await petstockOrThrow(["labels", "import", "-", ...options], { stdin: `petId,name\n${rows.join("")}` });
});

afterAll(() => service?.[Symbol.asyncDispose]());

/** The SHA-256 of a body. */
async function hashOf(path: string): Promise<string> {
  const response = await fetch(service.url + path, { headers: { Authorization: `Bearer ${key}` } });
  expect(response.status).toBe(200);
  const hash = new Bun.CryptoHasher("sha256");
  for await (const piece of response.body!) hash.update(piece);
  return hash.digest("hex");
}

test.each(["/v1/inventory", "/admin/v1/labels"])(
  "readers of %s at once, by one key, all get it whole",
  async (path) => {
    const expected = await hashOf(path);
    const hashes = await Promise.all(Array.from({ length: READERS }, () => hashOf(path)));
    expect(hashes).toEqual(hashes.map(() => expected));
  },
);

test("stalled readers of labels cost little more than one body, in any form", async () => {
  const path = "/admin/v1/labels";
  const growth = new MemoryGrowth(service);
  using readers = new DisposableStack();
  for (let at = 0; at < STALLED; at++) {
    const reader = readers.use(await RawConnection.open(service.url));
    const headers = [
      ["Authorization", `Bearer ${key}`],
      ["Accept", at % 2 === 0 ? "application/json" : "text/csv"],
    ] as const;
    reader.send(requestOf({ method: "GET", path }, headers));
    await reader.stall();
  }
  growth.look();
  growth.expectBelow(GROWTH_MB_MAX, `${STALLED} stalled readers of labels`);
});
