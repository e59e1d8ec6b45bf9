// petstock set: quantity and status of one pet.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { csvOf, expectRefusal, Inventory } from "./inventory.ts";

setDefaultTimeout(60_000);

const BEFORE = ["-5,2,pending", "1,1,available", "9007199254740993,3,sold"];

describe("set", () => {
  test.each([
    ["1 --quantity 7", "1,7,available"],
    ["1 --quantity 0", "1,0,available"],
    ["1 --quantity 2147483647", "1,2147483647,available"],
    ["1 --quantity 1e3", "1,1000,available"],
    ["1 --status sold", "1,1,sold"],
    ["1 --status pending --quantity 4", "1,4,pending"],
  ])("petstock set %s", async (args, row) => {
    using inventory = await Inventory.of(...BEFORE);
    const { stdout, stderr } = await inventory.runOrThrow(["set", ...args.split(" ")]);
    expect(stdout).toBe("");
    const [petId, quantity, status] = row.split(",");
    expect(stderr).toBe(`Pet ${petId}: ${quantity} ${status} (revision 2).\n`);
    expect(await inventory.csv()).toBe(csvOf([BEFORE[0]!, row, BEFORE[2]!]));
  });

  test("--json prints the item as the API does, with every digit of its id", async () => {
    using inventory = await Inventory.of(...BEFORE);
    const { stdout } = await inventory.runOrThrow(["set", "9007199254740993", "--quantity", "4", "--json"]);
    expect(stdout).toBe('{"petId":9007199254740993,"quantity":4,"status":"sold"}\n');
  });

  test("a negative id is an id, not a flag", async () => {
    using inventory = await Inventory.of(...BEFORE);
    await inventory.runOrThrow(["set", "-5", "--quantity", "1"]);
    await inventory.runOrThrow(["set", "-9223372036854775808", "--quantity", "6", "--create"]);
    await inventory.runOrThrow(["set", "--create", "--quantity", "7", "--", "-7"]);
    const rows = ["-9223372036854775808,6,available", "-7,7,available", "-5,1,pending"];
    expect(await inventory.csv()).toBe(csvOf([...rows, ...BEFORE.slice(1)]));
  });

  test("--create creates a pet that is available with quantity 0, unless given", async () => {
    using inventory = await Inventory.of(...BEFORE);
    await inventory.runOrThrow(["set", "2", "--status", "pending", "--create"]);
    await inventory.runOrThrow(["set", "3", "--quantity", "8", "--create"]);
    expect(await inventory.csv()).toBe(
      csvOf([...BEFORE.slice(0, 2), "2,0,pending", "3,8,available", BEFORE[2]!]),
    );
  });

  test("a value that is already set takes no revision", async () => {
    using inventory = await Inventory.of(...BEFORE);
    const before = await inventory.state();
    const args = ["set", "1", "--quantity", "1", "--status", "available", "--create", "--json"];
    const { stdout, stderr } = await inventory.runOrThrow(args);
    expect(stderr).toBe("Pet 1: 1 available (unchanged).\n");
    expect(stdout).toBe('{"petId":1,"quantity":1,"status":"available"}\n');
    expect(await inventory.state()).toEqual(before);
  });
});

describe("a refused command changes nothing", () => {
  test("an unknown pet ends with 1", async () => {
    using inventory = await Inventory.of(...BEFORE);
    const before = await inventory.state();
    const finished = await inventory.run(["set", "2", "--quantity", "1", "--json"]);
    expectRefusal(finished, { exitCode: 1, words: ["there is no pet 2", "--create"] });
    expect(await inventory.state()).toEqual(before);
  });

  test.each([
    ["1 --create", "nothing to set"],
    ["1 --quantity -1", '--quantity: "-1"'],
    ["1 --quantity 2147483648", '--quantity: "2147483648"'],
    ["1 --quantity 1.5", '--quantity: "1.5"'],
    ["1 --quantity 2147483647.0000000001", '--quantity: "2147483647.0000000001"'],
    ["1 --quantity 0x10", '--quantity: "0x10"'],
    ["1 --quantity=", '--quantity: ""'],
    ["1 --quantity many", '--quantity: "many"'],
    ["1 --status gone", '--status: "gone"'],
    ["1 --quantity 7 --status Sold", '--status: "Sold"'],
    ["+1 --quantity 7", 'petId: "+1"'],
    ["-0 --quantity 7", 'petId: "-0"'],
  ])("petstock set %s ends with 2", async (args, words) => {
    using inventory = await Inventory.of(...BEFORE);
    const bytes = await Bun.file(inventory.path).bytes();
    expectRefusal(await inventory.run(["set", ...args.split(" ")]), { exitCode: 2, words: [words] });
    expect(await Bun.file(inventory.path).bytes()).toEqual(bytes);
  });
});
