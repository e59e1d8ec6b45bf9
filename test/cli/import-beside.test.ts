// petstock import is atomic for concurrent clients.

import { expect, setDefaultTimeout, test } from "bun:test";
import { petstockProcessOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { csvOf, manyRows } from "./inventory.ts";
import { CountingClients, type Item } from "./counting-clients.ts";

setDefaultTimeout(180_000);

const BESIDE_ROWS = 100_000;
const CLIENTS = 16;

test("an import while a server is under load fails none of its updates, and the next list shows all of its rows", async () => {
  const half = BESIDE_ROWS / 2;
  await using service = await TestService.start({ rows: manyRows(BESIDE_ROWS, () => 1) });
  const key = await service.makeKey();
  // The import changes even pets and new ones, the clients odd ones.
  const old = Array.from({ length: half }, (_, i) => `${2 * i + 2},2,sold`);
  const fresh = Array.from({ length: half }, (_, i) => `${BESIDE_ROWS + 1 + i},2,sold`);
  const counted = Array.from({ length: CLIENTS }, (_, client) => 2 * client + 1);
  const clients = await CountingClients.start(service, key, counted);
  const args = ["import", "-", "--format", "csv", "--database", service.databaseUrl];
  const before = clients.updates;
  const { stderr } = await petstockProcessOrThrow(args, { stdin: csvOf([...old, ...fresh]) });
  const next = JSON.parse((await service.list(key)).text) as Item[];
  expect(clients.updates).toBeGreaterThan(before);
  await clients.stop();
  expect(stderr).toContain(`${half} created, ${half} updated, 0 removed`);
  expect(next).toHaveLength(BESIDE_ROWS + half);
  const isImports = (petId: number) => petId % 2 === 0 || petId > BESIDE_ROWS;
  expect(next.filter((each) => isImports(each.petId) && !isImported(each))).toEqual([]);
});

function isImported({ quantity, status }: Item): boolean {
  return quantity === 2 && status === "sold";
}
