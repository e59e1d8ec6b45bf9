// --reason and --note of the commands that change stock or labels, and their place in the ledger.

import { expect, setDefaultTimeout, test } from "bun:test";
import { makeKey } from "../../src/keys/format.ts";
import { Inventory } from "./inventory.ts";

setDefaultTimeout(60_000);

const FLAGS = ["--reason", "counted", "--note", "shelf 3 „Ω“"];

test.each([
  ["set", ["set", "1", "--quantity", "8"]],
  ["adjust", ["adjust", "1", "--by", "2"]],
  ["remove", ["remove", "1"]],
])("%s writes reason and note to the ledger", async (_, args) => {
  using inventory = await Inventory.of("1,5,available");
  await inventory.runOrThrow([...args, ...FLAGS]);
  const { stdout } = await inventory.runOrThrow(["history", "--reason", "counted", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({ petId: 1, reason: "counted", note: "shelf 3 „Ω“" });
  const table = await inventory.runOrThrow(["history"]);
  expect(table.stdout.split("\n")[1]).toMatch(/ counted .* shelf 3 „Ω“$/);
});

test("import writes them to each movement", async () => {
  using inventory = await Inventory.of("1,5,available");
  const csv = "petId,quantity,status\n1,7,available\n2,3,sold\n";
  const args = ["import", "-", "--format", "csv", "--reason", "received", "--note", "order 7"];
  await inventory.runOrThrow(args, { stdin: csv });
  const { stdout } = await inventory.runOrThrow(["history", "--reason", "received", "--json"]);
  const lines = stdout.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { petId: 1, note: "order 7" },
    { petId: 2, note: "order 7" },
  ]);
});

test("labels import writes them to the change of each label", async () => {
  using inventory = await Inventory.of("1,5,available");
  const args = [
    "labels",
    "import",
    "-",
    "--format",
    "csv",
    "--reason",
    "correction",
    "--note",
    "names of May",
  ];
  await inventory.runOrThrow(args, { stdin: "petId,name\n1,Rex\n2,Tom\n" });
  const { stdout } = await inventory.runOrThrow(["history", "--reason", "correction", "--json"]);
  const lines = stdout.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { petId: 1, note: "names of May", label: { after: { name: "Rex" } } },
    { petId: 2, note: "names of May", label: { after: { name: "Tom" } } },
  ]);
});

test.each([
  [["--reason", "update"], /--reason: "update" is not one of received, returned, sold, counted/],
  [["--note", ""], /--note: "" must have at least 1 character/],
  [["--note", "x".repeat(201)], /--note: "x{40}" must have at most 200 characters; it has 201/],
  [["--note", "a\nb"], /--note: .* has a line break or another control character: remove it/],
  [["--note", "a\u202eb"], /--note: "a\\u202eb" has an invisible character/],
  [["--note", `see ${makeKey()}`], /--note: "see …" holds an API key, which must not be stored/],
])("%j is refused, and nothing changes", async (flags, message) => {
  using inventory = await Inventory.of("1,5,available");
  const { exitCode, stderr } = await inventory.run(["set", "1", "--quantity", "8", ...flags]);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(message);
  expect((await inventory.runOrThrow(["history", "--json"])).stdout).not.toContain('"set"');
});
