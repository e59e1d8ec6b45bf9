// What came in and went out by reason, read from the ledger of a real service.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { PetstockAdmin } from "../../src/client/client.ts";
import { readReasonSums } from "../../src/dashboard/trends/reason-sums.ts";
import { TestService } from "../support/service.ts";

let service: TestService;
let admin: PetstockAdmin;

beforeAll(async () => {
  service = await TestService.start({ rows: ["1,5,available", "2,0,sold"] });
  admin = new PetstockAdmin({ url: service.url, apiKey: await service.makeKey("--role", "manager") });
  await admin.applyChanges({ reason: "received", changes: [{ petId: 1, by: 7 }] });
  await admin.applyChanges({ reason: "sold", changes: [{ petId: 1, by: -2 }] });
  await admin.applyChanges({ reason: "received", changes: [{ petId: 2, by: 1 }] });
  await admin.applyChanges({ changes: [{ petId: 2, status: "available" }] });
});

afterAll(() => service[Symbol.asyncDispose]());

const read = (max: number) => {
  const options = { since: new Date(0), max, signal: new AbortController().signal, onProgress: () => {} };
  return readReasonSums(admin, options);
};

test("the sums by reason are those of all movements of the period, the largest first", async () => {
  expect(await read(1000)).toEqual({
    sums: [
      { reason: "received", in: 8, out: 0 },
      { reason: "import", in: 5, out: 0 },
      { reason: "sold", in: 0, out: 2 },
    ],
    movements: 6,
    readSince: undefined,
  });
});

test("movements before the period are left out", async () => {
  const options = { max: 1000, signal: new AbortController().signal, onProgress: () => {} };
  const tomorrow = new Date(Date.now() + 86_400_000);
  expect(await readReasonSums(admin, { ...options, since: tomorrow })).toMatchObject({
    sums: [],
    movements: 0,
  });
});
