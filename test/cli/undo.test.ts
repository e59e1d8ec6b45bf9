// petstock undo: one change or one import taken back, beside a running server as well, or refused in clear words.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { petstockOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { expectRefusal, Inventory, manyRows } from "./inventory.ts";
import { Tills } from "./tills.ts";

setDefaultTimeout(60_000);

const BEFORE = ["-5,2,pending", "1,1,available", "9007199254740993,3,sold"];

test("an import is taken back, and so is that", async () => {
  using inventory = await Inventory.of(...BEFORE);
  const before = await inventory.csv();
  const file = await inventory.write("new.csv", "petId,quantity\n1,9\n2,9\n");
  await inventory.runOrThrow(["import", file, "--replace"]);
  const imported = await inventory.csv();
  const dry = await inventory.runOrThrow(["undo", "2", "--dry-run", "--json"]);
  expect(dry.stderr).toBe("Would revert revision 2: 2 created, 1 updated, 1 removed.\n");
  const report = { kind: "undone", created: 2, updated: 1, removed: 1 };
  expect(JSON.parse(dry.stdout)).toEqual({ ...report, revision: 2, dryRun: true });
  expect(await inventory.csv()).toBe(imported);
  const { stdout, stderr } = await inventory.runOrThrow(["undo", "2", "--json"]);
  expect(stderr).toBe("Reverted revision 2: 2 created, 1 updated, 1 removed (revision 3).\n");
  expect(JSON.parse(stdout)).toEqual({ ...report, revision: 3, dryRun: false });
  expect(await inventory.csv()).toBe(before);
  await inventory.runOrThrow(["undo", "3"]);
  expect(await inventory.csv()).toBe(imported);
  const history = await inventory.runOrThrow(["history", "2", "--limit", "1"]);
  expect(history.stdout).toMatch(/\n4 .* undo +cli:tester +revision:3\n$/);
  await inventory.state();
});

describe("what it refuses changes nothing", () => {
  test("a pet that has changed since is named with its newer revision, and the end is 3", async () => {
    using inventory = await Inventory.of(...BEFORE);
    await inventory.runOrThrow(["adjust", "9007199254740993", "--by", "1"]);
    const before = await inventory.state();
    const finished = await inventory.run(["undo", "1"]);
    const words = [
      "pets of revision 1 have changed since: pet 9007199254740993 in 2.",
      "Nothing was changed",
    ];
    expectRefusal(finished, { exitCode: 3, words });
    const { stdout, exitCode } = await inventory.run(["undo", "1", "--json"]);
    expect({ report: JSON.parse(stdout), exitCode }).toEqual({
      report: {
        kind: "changed_since",
        count: 1,
        pets: [{ petId: expect.any(Number), revision: 2 }],
        dryRun: false,
      },
      exitCode: 3,
    });
    expect(stdout).toContain('"petId":9007199254740993,');
    expect(await inventory.state()).toEqual(before);
  });

  test("of many that have changed since it names five", async () => {
    using inventory = await Inventory.of(...manyRows(30, () => 1));
    const file = await inventory.write(
      "new.csv",
      ["petId,quantity", ...manyRows(26, () => 2)].join("\n").replaceAll(",available", ""),
    );
    await inventory.runOrThrow(["import", file]);
    const words = ["pet 1 in 2, pet 2 in 2, pet 3 in 2, pet 4 in 2, pet 5 in 2 and 21 more pets."];
    expectRefusal(await inventory.run(["undo", "1"]), { exitCode: 3, words });
  });

  test("a revision that is not there yet ends with 1", async () => {
    using inventory = await Inventory.of(...BEFORE);
    expectRefusal(await inventory.run(["undo", "2"]), {
      exitCode: 1,
      words: ["there is no revision 2 yet", "the newest is 1"],
    });
  });
});

test("while clients update, it never takes a newer change back, and their updates are all answered 200", async () => {
  await using service = await TestService.start({ rows: manyRows(20, () => 1) });
  const key = await service.makeKey();
  const tills = new Tills(service, key, [1, 2, 3]);
  const counting = tills.run();
  const onIts = (...args: string[]) => petstockOrThrow([...args, "--database", service.databaseUrl]);
  for (let round = 1; round <= 4; round++) {
    const at = tills.updates;
    await until("updates beside it", () => tills.updates > at + 10);
    await onIts("adjust", String(round + 10), "--by", "5");
    const { stdout } = await onIts("history", String(round + 10), "--limit", "1", "--json");
    await onIts("undo", String(JSON.parse(stdout).revision));
    const { text } = await service.list(key);
    expect(text).toContain(`{"petId":${round + 10},"quantity":1,`);
  }
  tills.close();
  await counting;
  expect(tills.refused).toEqual([]);
  const items: { quantity: number }[] = JSON.parse((await service.list(key)).text);
  const quantities = items.slice(0, 3).map(({ quantity }) => quantity);
  expect(quantities).toEqual([1, 2, 3].map((petId) => tills.lastOf.get(petId)!));
  await onIts("verify");
});
