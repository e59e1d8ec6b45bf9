// petstock undo: reverts one change or one import, also while a server is running, or says why it does not.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { CLI_ACTOR } from "../support/login-name.ts";
import { petstockOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { expectRefusal, Inventory, manyRows } from "./inventory.ts";
import { CountingClients } from "./counting-clients.ts";

setDefaultTimeout(60_000);

const BEFORE = ["-5,2,pending", "1,1,available", "9007199254740993,3,sold"];

test("an import is reverted, and so is the undo", async () => {
  using inventory = await Inventory.of(...BEFORE);
  const before = await inventory.csv();
  const file = await inventory.write("new.csv", "petId,quantity\n1,9\n2,9\n");
  await inventory.runOrThrow(["import", file, "--replace"]);
  const imported = await inventory.csv();
  const dry = await inventory.runOrThrow(["undo", "2", "--dry-run", "--json"]);
  expect(dry.stderr).toBe("Would revert revision 2: 2 created, 1 updated, 1 removed.\n");
  const report = { kind: "undone", created: 2, updated: 1, removed: 1, relabelled: 0 };
  expect(JSON.parse(dry.stdout)).toEqual({ ...report, revision: 2, dryRun: true });
  expect(await inventory.csv()).toBe(imported);
  const { stdout, stderr } = await inventory.runOrThrow(["undo", "2", "--json"]);
  expect(stderr).toBe("Reverted revision 2: 2 created, 1 updated, 1 removed (revision 3).\n");
  expect(JSON.parse(stdout)).toEqual({ ...report, revision: 3, dryRun: false });
  expect(await inventory.csv()).toBe(before);
  await inventory.runOrThrow(["undo", "3"]);
  expect(await inventory.csv()).toBe(imported);
  const history = await inventory.runOrThrow(["history", "2", "--limit", "1"]);
  expect(history.stdout).toMatch(new RegExp(`\\n4 .* undo of 3 +${CLI_ACTOR} +- +-\\n$`));
  const json = await inventory.runOrThrow(["history", "2", "--limit", "1", "--json"]);
  expect(JSON.parse(json.stdout)).toMatchObject({ revision: 4, reason: "undo", undoes: 3 });
  await inventory.state();
});

test("an import whose column of names had slipped is reverted, and every name is back", async () => {
  using inventory = await Inventory.of(...BEFORE);
  const names = "petId,name,kind,code,low\n-5,Mia,cat,,\n1,Rex,dog,0012,2\n7,Tom,,,\n";
  await inventory.write("names.csv", names);
  await inventory.runOrThrow(["labels", "import", "names.csv"]);
  const labels = async () => (await inventory.runOrThrow(["labels", "export"])).stdout;
  const before = await inventory.csv();
  const slipped = "petId,quantity,name\n-5,3,Rex\n1,,Tom\n7,,\n8,4,Mia\n";
  const imported = await inventory.runOrThrow(["import", "-", "--format", "csv", "--json"], {
    stdin: slipped,
  });
  expect(imported.stderr).toBe(
    "Imported: 1 created, 1 updated, 0 removed, 0 unchanged, 4 labels changed (revision 3).\n",
  );
  expect(JSON.parse(imported.stdout)).toMatchObject({ created: 1, relabelled: 4, unchanged: 0 });
  // A sale since does not keep a name from coming back: only the pets whose stock the import changed must be as it left them.
  await inventory.runOrThrow(["adjust", "1", "--by", "1"]);
  const dry = await inventory.runOrThrow(["undo", "3", "--dry-run", "--json"]);
  expect(dry.stderr).toBe("Would revert revision 3: 0 created, 1 updated, 1 removed, 4 labels changed.\n");
  expect(JSON.parse(dry.stdout)).toMatchObject({ relabelled: 4, dryRun: true });
  expect(await labels()).not.toBe(names);
  const undone = await inventory.runOrThrow(["undo", "3"]);
  expect(undone.stderr).toBe(
    "Reverted revision 3: 0 created, 1 updated, 1 removed, 4 labels changed (revision 5).\n",
  );
  expect(await labels()).toBe(names);
  expect(await inventory.csv()).toBe(before.replace("1,1,available", "1,2,available"));
  await inventory.state();
});

test("--skip-changed reverts the others, and names the pets that it leaves out", async () => {
  using inventory = await Inventory.of(...BEFORE);
  await inventory.runOrThrow(["adjust", "9007199254740993", "--by", "1"]);
  const dry = await inventory.runOrThrow(["undo", "1", "--skip-changed", "--dry-run"]);
  const left = "; 1 pet changed since, left as they are";
  const others = BEFORE.length - 1;
  expect(dry.stderr).toContain(`${others} removed${left}`);
  const { stdout, stderr } = await inventory.runOrThrow(["undo", "1", "--skip-changed", "--json"]);
  expect(stderr).toContain(`${others} removed${left} (revision 3)`);
  expect(stdout).toContain('"skipped":{"count":1,"pets":[{"petId":9007199254740993,"revision":2}]}');
  expect((await inventory.csv()).trim().split("\n")).toHaveLength(2);
});

describe("a refused undo changes nothing", () => {
  test("a pet that has changed since is named with its newer revision; the exit code is 3", async () => {
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

  test("of many pets that have changed since, five are named", async () => {
    using inventory = await Inventory.of(...manyRows(30, () => 1));
    const file = await inventory.write(
      "new.csv",
      ["petId,quantity", ...manyRows(26, () => 2)].join("\n").replaceAll(",available", ""),
    );
    await inventory.runOrThrow(["import", file]);
    const words = ["pet 1 in 2, pet 2 in 2, pet 3 in 2, pet 4 in 2, pet 5 in 2 and 21 more pets."];
    expectRefusal(await inventory.run(["undo", "1"]), { exitCode: 3, words });
  });

  test("a future revision ends with 1", async () => {
    using inventory = await Inventory.of(...BEFORE);
    expectRefusal(await inventory.run(["undo", "2"]), {
      exitCode: 1,
      words: ["there is no revision 2 yet", "the newest is 1"],
    });
  });
});

test("while clients update, it never reverts a newer change, and all updates are answered 200", async () => {
  await using service = await TestService.start({ rows: manyRows(20, () => 1) });
  const key = await service.makeKey();
  const clients = await CountingClients.start(service, key, [1, 2, 3]);
  const onIts = (...args: string[]) => petstockOrThrow([...args, "--database", service.databaseUrl]);
  for (let round = 1; round <= 4; round++) {
    const at = clients.updates;
    await until("updates beside it", () => clients.updates > at + 10);
    await onIts("adjust", String(round + 10), "--by", "5");
    const { stdout } = await onIts("history", String(round + 10), "--limit", "1", "--json");
    await onIts("undo", String(JSON.parse(stdout).revision));
    const { text } = await service.list(key);
    expect(text).toContain(`{"petId":${round + 10},"quantity":1,`);
  }
  await clients.stop();
});
