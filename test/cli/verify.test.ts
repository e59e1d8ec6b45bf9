// petstock verify: a ledger that folds is a success; anything that was tampered with is named.

import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { Inventory } from "./inventory.ts";

setDefaultTimeout(60_000);

const ROWS = ["-5,2,pending", "1,1,available", "9007199254740993,3,sold"];

/** An inventory of ROWS in which pet 1 was set once. */
async function twoRevisions(): Promise<Inventory> {
  const inventory = await Inventory.of(...ROWS);
  await inventory.runOrThrow(["set", "1", "--quantity", "4"]);
  return inventory;
}

/** The same, with labels: revision 3 names pets -5 and 1, revision 4 renames pet 1. */
async function fourRevisions(): Promise<Inventory> {
  const inventory = await twoRevisions();
  for (const stdin of ["petId,name\n-5,Mia\n1,Rex\n", "petId,name\n1,Max\n"])
    await inventory.runOrThrow(["labels", "import", "-", "--format", "csv"], { stdin });
  return inventory;
}

test("a correct ledger ends with 0 and reports how much was checked", async () => {
  using inventory = await twoRevisions();
  const plain = await inventory.runOrThrow(["verify"]);
  expect(plain.stdout).toBe("");
  expect(plain.stderr).toBe("The ledger folds to stock and labels: 3 pets, 4 movements, revision 2.\n");
  const { stdout } = await inventory.runOrThrow(["verify", "--json"]);
  expect(JSON.parse(stdout)).toEqual({
    position: { revision: 2, nonce: expect.stringMatching(/^[0-9a-f]{16}$/) },
    pets: 3,
    movements: 4,
    problems: [],
    missingIndexes: [],
  });
});

test("an empty inventory folds as well", async () => {
  using inventory = await Inventory.of();
  const { stderr } = await inventory.runOrThrow(["verify"]);
  expect(stderr).toBe("The ledger folds to stock and labels: 0 pets, 0 movements, revision 0.\n");
});

const LARGE = "9007199254740993";

test.each([
  [
    "a changed quantity",
    `UPDATE inventory SET quantity = quantity + 1 WHERE pet_id = ${LARGE}`,
    `pet ${LARGE}`,
  ],
  ["a changed status", "UPDATE inventory SET status = 'sold' WHERE pet_id = -5", "pet -5"],
  ["a changed revision", "UPDATE inventory SET revision = 1 WHERE pet_id = 1", "pet 1"],
  ["an added pet", "INSERT INTO inventory VALUES (77, 1, 'sold', 2, 0, NULL)", "pet 77"],
  ["a deleted pet", `DELETE FROM inventory WHERE pet_id = ${LARGE}`, `pet ${LARGE}`],
  ["a pet marked as removed", "UPDATE inventory SET removed = 1 WHERE pet_id = -5", "pet -5"],
  [
    "a changed end of a movement",
    "UPDATE ledger_entry SET quantity_after = 9 WHERE revision = 1 AND pet_id = 1",
    "pet 1",
  ],
  [
    "a changed start of a movement",
    "UPDATE ledger_entry SET quantity_before = 9 WHERE revision = 2",
    "pet 1",
  ],
  ["a deleted movement", `DELETE FROM ledger_entry WHERE pet_id = ${LARGE}`, `pet ${LARGE}`],
  ["a deleted revision", "DELETE FROM ledger_entry WHERE revision = 2", "pet 1"],
  [
    "an added commit",
    "INSERT INTO commit_mark VALUES (3, '0123456789abcdef', 0, 0, 0, 0, 0, 0, 0, 0, 0)",
    "revision",
  ],
])("%s ends with 1 and is named", async (_, sql, named) => {
  using inventory = await twoRevisions();
  const db = new Database(inventory.path, { readwrite: true });
  expect(db.run(sql).changes).toBe(1);
  db.close();
  const { exitCode, stdout, stderr } = await inventory.run(["verify", "--json"]);
  expect(exitCode).toBe(1);
  const lines = stderr.trimEnd().split("\n");
  expect(lines.at(-1)).toStartWith("petstock: the ledger does not fold to the stock (");
  const problems: string[] = JSON.parse(stdout).problems;
  expect(lines.slice(0, -1)).toEqual(problems);
  expect(problems.some((problem) => problem.includes(named))).toBe(true);
  // Nothing else is reported.
  for (const other of ["pet -5", "pet 1", `pet ${LARGE}`].filter((pet) => pet !== named)) {
    expect(problems.filter((problem) => problem.startsWith(`${other}:`))).toEqual([]);
  }
});

test("changes of labels fold, too", async () => {
  using inventory = await fourRevisions();
  const { stderr } = await inventory.runOrThrow(["verify"]);
  expect(stderr).toBe("The ledger folds to stock and labels: 3 pets, 7 movements, revision 4.\n");
});

test.each([
  ["a label that is gone", "UPDATE inventory SET label_revision = NULL WHERE pet_id = 1", "pet 1"],
  ["an earlier label", "UPDATE inventory SET label_revision = 3 WHERE pet_id = 1", "pet 1"],
  ["a deleted change of a label", "DELETE FROM label_entry WHERE revision = 3 AND pet_id = 1", "pet 1"],
  [
    "an added change of a label",
    `INSERT INTO label_entry VALUES (2, -5, 'Eve', NULL, NULL, NULL, NULL)`,
    "pet -5",
  ],
])("%s ends with 1 and is named", async (_, sql, named) => {
  using inventory = await fourRevisions();
  const db = new Database(inventory.path, { readwrite: true });
  expect(db.run(sql).changes).toBe(1);
  db.close();
  const { exitCode, stdout } = await inventory.run(["verify", "--json"]);
  expect(exitCode).toBe(1);
  const problems: string[] = JSON.parse(stdout).problems;
  expect(problems.some((problem) => problem.startsWith(`${named}:`))).toBe(true);
  // No other pet is reported; a revision may be, which says how many labels it changed.
  expect(
    problems.filter((problem) => !problem.startsWith("revision") && !problem.startsWith(`${named}:`)),
  ).toEqual([]);
});
