// petstock adjust and petstock remove: changes of one pet.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { petstockOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { csvOf, expectRefusal, Inventory } from "./inventory.ts";

setDefaultTimeout(60_000);

const BEFORE = ["-5,2,pending", "1,1,available", "9007199254740993,3,sold"];

describe("adjust", () => {
  test("adds to and subtracts from the current quantity, and reports the new one", async () => {
    using inventory = await Inventory.of(...BEFORE);
    const more = await inventory.runOrThrow(["adjust", "-5", "--by", "3"]);
    expect(more).toMatchObject({ stdout: "", stderr: "Pet -5: 5 pending (revision 2).\n" });
    const less = await inventory.runOrThrow(["adjust", "9007199254740993", "--by", "-3", "--json"]);
    expect(less.stdout).toBe('{"petId":9007199254740993,"quantity":0,"status":"sold"}\n');
    await inventory.runOrThrow(["adjust", "1", "--by=+2147483646"]);
    expect(await inventory.csv()).toBe(
      csvOf(["-5,5,pending", "1,2147483647,available", "9007199254740993,0,sold"]),
    );
    const { stdout } = await inventory.runOrThrow(["history", "-5", "--limit", "1", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ reason: "adjust", before: { quantity: 2 } });
  });

  test.each([
    ["1 --by -2", ["pet 1 has only 1 left, and 2 were asked for; nothing was changed"]],
    ["1 --by 2147483647", ["pet 1 has quantity 1, and 2147483648 is above 2147483647"]],
    ["2 --by 1", ["there is no pet 2"]],
  ])("petstock adjust %s is refused, and nothing changes", async (args, words) => {
    using inventory = await Inventory.of(...BEFORE);
    const before = await inventory.state();
    const finished = await inventory.run(["adjust", ...args.split(" "), "--json"]);
    expectRefusal(finished, { exitCode: 1, words });
    expect(await inventory.state()).toEqual(before);
  });

  test("many concurrent adjustments all count", async () => {
    using inventory = await Inventory.of(...BEFORE);
    await Promise.all(Array.from({ length: 4 }, () => inventory.runOrThrow(["adjust", "1", "--by", "10"])));
    expect(await inventory.csv()).toContain("\n1,41,available\n");
  });
});

describe("remove", () => {
  test("removes the pet, reports its last stock, and keeps its ledger", async () => {
    using inventory = await Inventory.of(...BEFORE);
    const { stdout, stderr } = await inventory.runOrThrow(["remove", "9007199254740993", "--json"]);
    expect(stdout).toBe('{"petId":9007199254740993,"quantity":3,"status":"sold"}\n');
    expect(stderr).toBe("Pet 9007199254740993: 3 sold (removed in revision 2).\n");
    expect(await inventory.csv()).toBe(csvOf(BEFORE.slice(0, 2)));
    const history = await inventory.runOrThrow(["history", "9007199254740993", "--json"]);
    expect(JSON.parse(history.stdout.split("\n")[0]!)).toMatchObject({ reason: "remove", after: null });
    expect((await inventory.state()).movements).toBe(4);
    const again = await inventory.run(["remove", "9007199254740993"]);
    expectRefusal(again, { exitCode: 1, words: ["there is no pet 9007199254740993"] });
  });

  test("the next list of a running server lacks it, and an update of it is 404; undo restores it", async () => {
    await using service = await TestService.start({ rows: BEFORE });
    const key = await service.makeKey();
    const before = await service.list(key);
    await petstockOrThrow(["remove", "1", "--database", service.databaseUrl]);
    expect((await service.list(key)).text).not.toContain('"petId":1,');
    expect((await service.update(key, 1, 5)).status).toBe(404);
    await petstockOrThrow(["undo", "2", "--database", service.databaseUrl]);
    const after = await service.list(key);
    expect(after.text).toBe(before.text);
    expect(after.headers.get("ETag")).not.toBe(before.headers.get("ETag"));
    expect((await service.update(key, 1, 5)).status).toBe(200);
  });
});
