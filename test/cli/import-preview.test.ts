// petstock import --dry-run shows the first rows of each kind: as JSON, and on a terminal as a table.

import { expect, setDefaultTimeout, test } from "bun:test";
import { shared } from "../support/shared.ts";
import { Inventory } from "./inventory.ts";
import { onTerminal } from "./on-terminal.ts";

setDefaultTimeout(60_000);

const inventory = shared(await Inventory.of("1,5,available", "2,2,available", "3,3,sold"));
await inventory.write("stock.csv", "petId,quantity,name,low\n1,5,Rex,2\n2,7,,\n9,1,,\n");
const ARGS = ["import", "stock.csv", "--dry-run", "--replace"];

const available = (quantity: number) => ({ quantity, status: "available" });

test("the report as JSON has the lines of the file, and pets that are removed without one", async () => {
  const before = await inventory.state();
  const { stdout } = await inventory.runOrThrow([...ARGS, "--json"]);
  const { preview } = JSON.parse(stdout) as { preview: object };
  expect(preview).toEqual({
    created: [{ petId: 9, line: 4, before: null, after: available(1) }],
    updated: [{ petId: 2, line: 3, before: available(2), after: available(7) }],
    removed: [{ petId: 3, before: { quantity: 3, status: "sold" }, after: null }],
    relabelled: [
      {
        petId: 1,
        line: 2,
        before: available(5),
        after: available(5),
        label: { before: null, after: { name: "Rex", kind: null, code: null, low: 2 } },
      },
    ],
    unchanged: [],
  });
  expect(await inventory.state()).toEqual(before);
});

test("at most ten rows of a kind are shown", async () => {
  const rows = Array.from({ length: 12 }, (_, i) => `${100 + i},1`).join("\n");
  await inventory.write("many.csv", `petId,quantity\n${rows}\n`);
  const { stdout } = await inventory.runOrThrow(["import", "many.csv", "--dry-run", "--json"]);
  const { created, preview } = JSON.parse(stdout) as { created: number; preview: { created: object[] } };
  expect([created, preview.created.length]).toEqual([12, 10]);
  expect(preview.created[9]).toMatchObject({ petId: 109, line: 11 });
});

test("a terminal gets a table before the summary, and a pipe the summary alone", async () => {
  const { text } = await onTerminal(ARGS, {
    cwd: inventory.folder.path,
    env: { DATABASE_URL: inventory.url },
    last: /Would be:/,
  });
  const lines = text.slice(text.indexOf("WHAT")).split("\r\n");
  expect(lines.slice(0, -1).map((line) => line.split(/ {2,}/))).toEqual([
    ["WHAT", "LINE", "PET", "FROM", "TO", "LABEL"],
    ["created", "4", "9", "-", "1 available", "-"],
    ["updated", "3", "2", "2 available", "7 available", "-"],
    ["removed", "-", "3", "3 sold", "-", "-"],
    ["relabelled", "2", "1", "5 available", "5 available", 'name - to "Rex", low - to 2'],
    [expect.stringMatching(/^Would be: /)],
  ]);
  expect((await inventory.runOrThrow(ARGS)).stdout).toBe("");
});
