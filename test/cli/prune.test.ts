// petstock prune: removes the old part of the ledger and keeps the inventory, also while a service is in use.

import { expect, setDefaultTimeout, test } from "bun:test";
import { petstockOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { age } from "./age.ts";
import { csvOf, expectRefusal, Inventory, manyRows } from "./inventory.ts";
import { CountingClients } from "./counting-clients.ts";

setDefaultTimeout(60_000);

const DAY_MS = 24 * 60 * 60 * 1000;

/** Three revisions from a hundred days ago, and one from today. */
async function withOldHistory(): Promise<Inventory> {
  const inventory = await Inventory.of("1,1,available", "2,2,available", "3,3,available");
  await inventory.runOrThrow(["adjust", "1", "--by", "1"]);
  await inventory.runOrThrow(["remove", "3"]);
  age(inventory.path, 100);
  await inventory.runOrThrow(["adjust", "1", "--by", "1"]);
  return inventory;
}

test("older movements are removed and counted; a dry run counts them and changes nothing", async () => {
  using inventory = await withOldHistory();
  const before = await inventory.state();
  const gone = "3 movements, 3 commits, 1 removed pet, 0 expired results";
  const dry = await inventory.runOrThrow(["prune", "--before", "90d", "--dry-run"]);
  expect(dry.stderr).toContain(`: ${gone}. The history would begin after revision 3.`);
  expect(await inventory.state()).toEqual(before);
  const { stdout, stderr } = await inventory.runOrThrow(["prune", "--before", "90d", "--json"]);
  expect(stderr).toContain(`: ${gone}. The history begins after revision 3.`);
  const counts = { movements: 3, commits: 3, removedPets: 1, idempotencyRecords: 0 };
  expect(JSON.parse(stdout)).toEqual({ before: expect.any(Number), begins: 3, ...counts, dryRun: false });
  expect(await inventory.state()).toEqual({ ...before, movements: 3 });
  expectRefusal(await inventory.run(["undo", "3"]), {
    exitCode: 1,
    words: ["revision 3 was pruned", "the history begins after revision 3"],
  });
  await inventory.runOrThrow(["undo", "4"]);
  expect(await inventory.csv()).toBe(csvOf(["1,2,available", "2,2,available"]));
});

test("a date is the start of a day in UTC", async () => {
  using inventory = await withOldHistory();
  const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
  const [early, late] = [day(102), day(98)];
  const first = await inventory.runOrThrow(["prune", "--before", early, "--json"]);
  expect(JSON.parse(first.stdout)).toMatchObject({ before: Date.parse(`${early}T00:00:00Z`), begins: 0 });
  const second = await inventory.runOrThrow(["prune", "--before", `${late}T12:00`, "--json"]);
  expect(JSON.parse(second.stdout)).toMatchObject({ before: Date.parse(`${late}T12:00:00Z`), begins: 3 });
});

test("a move and an export of the rest are complete", async () => {
  using inventory = await withOldHistory();
  await inventory.runOrThrow(["prune", "--before", "90d"]);
  const before = await inventory.state();
  const copy = `sqlite:${inventory.folder.file("copy.db")}`;
  await inventory.runOrThrow(["move", "--from", inventory.url, "--to", copy, "--keep-source"]);
  const { stdout } = await petstockOrThrow(["export", "--database", copy]);
  expect(stdout).toBe(before.csv);
  const verified = await petstockOrThrow(["verify", "--json", "--database", copy]);
  expect(JSON.parse(verified.stdout)).toMatchObject({ movements: before.movements, problems: [] });
  expectRefusal(await inventory.run(["undo", "3", "--database", copy]), {
    exitCode: 1,
    words: ["was pruned"],
  });
});

test("while a service is in use, no request fails, and its lists stay correct", async () => {
  const PETS = 15_000;
  await using service = await TestService.start({ rows: manyRows(PETS, () => 1) });
  const database = ["--database", service.databaseUrl];
  await petstockOrThrow(["import", "-", "--format", "csv", ...database], {
    stdin: csvOf(manyRows(PETS, () => 2)),
  });
  age(service.databasePath, 100);
  const key = await service.makeKey();
  const clients = await CountingClients.start(service, key, [1, 2, 3, 4]);
  const { stdout } = await petstockOrThrow(["prune", "--before", "90d", "--json", ...database]);
  expect(JSON.parse(stdout)).toMatchObject({ begins: 2, movements: PETS, commits: 2 });
  const [others, rest] = [(await clients.stop()).slice(4), Array<number>(PETS - 4).fill(2)];
  expect(others.map(({ quantity }) => quantity)).toEqual(rest);
});
