// petstock labels: import and export of labels on both engines, completely or not at all, as one revision that leaves the stock alone.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { TRANSFER_FORMATS } from "../../src/transfer/format.ts";
import { EngineDatabase, ENGINES, moveArgs } from "./engine-database.ts";
import { expectRefusal, Inventory } from "./inventory.ts";

setDefaultTimeout(60_000);

const LABELS = `petId,name,kind,code,low
-5,Mia,"cat, grey",,
1,"Rex ""the"" dog",dog,0012,2
9007199254740993,,,,0
`;

const COUNTS = { kind: "applied", created: 0, updated: 0, removed: 0, unchanged: 0, dryRun: false } as const;

describe.each(ENGINES)("%s", (engine) => {
  test("labels are imported, exported, merged and replaced, and the inventory stays as it was", async () => {
    await using database = await EngineDatabase.of(engine, "1,1,available");
    const before = await database.csv();
    const importLabels = (csv: string, ...flags: string[]) =>
      database.runOrThrow(["labels", "import", "-", "--format", "csv", "--json", ...flags], csv);
    const exported = async () => (await database.runOrThrow(["labels", "export"])).stdout;

    const dry = await importLabels(LABELS, "--dry-run");
    expect(JSON.parse(dry.stdout)).toEqual({ ...COUNTS, created: 3, revision: 1, dryRun: true });
    expect(dry.stderr).toBe("Would be: 3 created, 0 updated, 0 removed, 0 unchanged (at revision 1).\n");
    expect(await exported()).toBe("petId,name,kind,code,low\n");
    const first = await importLabels(LABELS);
    expect(JSON.parse(first.stdout)).toEqual({ ...COUNTS, created: 3, revision: 2 });
    expect(first.stderr).toBe(
      "Imported labels: 3 created, 0 updated, 0 removed, 0 unchanged (revision 2).\n",
    );
    expect(await exported()).toBe(LABELS);

    // Without the other columns these stay.
    const merged = await importLabels("petId,name\n1,Max\n7,Tom\n9007199254740993,\n");
    expect(JSON.parse(merged.stdout)).toEqual({
      ...COUNTS,
      created: 1,
      updated: 1,
      unchanged: 1,
      revision: 3,
    });
    const names =
      'petId,name,kind,code,low\n-5,Mia,"cat, grey",,\n1,Max,dog,0012,2\n7,Tom,,,\n9007199254740993,,,,0\n';
    expect(await exported()).toBe(names);

    const replaced = await importLabels("petId,name\n1,Max\n", "--replace");
    expect(JSON.parse(replaced.stdout)).toEqual({ ...COUNTS, updated: 1, removed: 3, revision: 4 });
    expect(await exported()).toBe("petId,name,kind,code,low\n1,Max,,,\n");
    const same = await importLabels("petId,name\n1,Max\n");
    expect(JSON.parse(same.stdout)).toEqual({ ...COUNTS, unchanged: 1, revision: 4 });
    expect((await database.state()).csv).toBe(before);
  });

  test("an import of labels is in the history, with each label before and after, and is undone", async () => {
    await using database = await EngineDatabase.of(engine, "1,1,available");
    const put = (csv: string) => database.runOrThrow(["labels", "import", "-", "--format", "csv"], csv);
    await put(LABELS);
    const before = await database.runOrThrow(["labels", "export"]);
    await put("petId,name,code\n1,Max,\n7,Tom,\n");
    const { stdout } = await database.runOrThrow(["history", "--revision", "3"]);
    const [, first, second] = stdout.split("\n");
    expect(first).toContain(
      '1 available  1 available  name "Rex \\"the\\" dog" to "Max", code "0012" to -  import',
    );
    expect(second).toMatch(/ 7 +- +- +name - to "Tom" +import +cli:/);
    const json = await database.runOrThrow(["history", "1", "--limit", "1", "--json"]);
    const rest = { kind: "dog", low: 2 };
    expect(JSON.parse(json.stdout)).toMatchObject({
      revision: 3,
      before: { quantity: 1 },
      after: { quantity: 1 },
      label: {
        before: { name: 'Rex "the" dog', code: "0012", ...rest },
        after: { name: "Max", code: null, ...rest },
      },
      reason: "import",
    });
    const undone = await database.runOrThrow(["undo", "3"]);
    expect(undone.stderr).toBe(
      "Reverted revision 3: 0 created, 0 updated, 0 removed, 2 labels changed (revision 4).\n",
    );
    expect((await database.runOrThrow(["labels", "export"])).stdout).toBe(before.stdout);
    await database.state();
  });
});

test.each(ENGINES.flatMap((from) => ENGINES.map((to) => [from, to] as const)))(
  "a move from %s to %s takes the labels along",
  async (from, to) => {
    await using source = await EngineDatabase.of(from, "1,1,available");
    await source.runOrThrow(["labels", "import", "-", "--format", "csv"], LABELS);
    await using target = await EngineDatabase.empty(to);
    await target.runOrThrow(moveArgs(source, target));
    expect((await target.runOrThrow(["labels", "export"])).stdout).toBe(LABELS);
    await target.runOrThrow(["labels", "import", "-", "--format", "csv"], "petId,name\n1,Max\n");
    expectRefusal(await source.run(["labels", "import", "-", "--format", "csv"], "petId,name\n1,Max\n"), {
      exitCode: 1,
      words: ["moved"],
    });
  },
);

test.each(ENGINES)("a database on %s that has labels alone refuses a move into it", async (engine) => {
  await using source = await EngineDatabase.of("SQLite", "1,1,available");
  await using target = await EngineDatabase.empty(engine);
  await target.runOrThrow(["labels", "import", "-", "--format", "csv"], LABELS);
  await target.runOrThrow(["labels", "import", "-", "--format", "csv"], "petId,name\n1,Max\n");
  expectRefusal(await target.run(moveArgs(source, target)), {
    exitCode: 1,
    words: ["is not empty", "at revision 2"],
  });
  expect((await target.runOrThrow(["labels", "export"])).stdout).toContain("1,Max,dog,0012,2\n");
});

test("the undo of another revision, prune and verify leave labels alone, also of a pet that is removed", async () => {
  using inventory = await Inventory.of("1,1,available");
  await inventory.runOrThrow(["labels", "import", "-", "--format", "csv"], { stdin: LABELS });
  await inventory.runOrThrow(["remove", "1"]);
  await inventory.runOrThrow(["undo", "3"]);
  await inventory.runOrThrow(["remove", "1"]);
  await inventory.runOrThrow(["prune", "--before", "1h"]);
  await inventory.runOrThrow(["verify"]);
  expect((await inventory.runOrThrow(["labels", "export"])).stdout).toBe(LABELS);
});

describe.each([...TRANSFER_FORMATS])("as %s", (format) => {
  test("an export is imported back exactly, and a second export has the same bytes", async () => {
    using inventory = new Inventory();
    using empty = new Inventory();
    await inventory.write("labels.csv", LABELS);
    await inventory.runOrThrow(["labels", "import", "labels.csv"]);
    const { stdout, stderr } = await inventory.runOrThrow(["labels", "export", "--format", format]);
    expect(stderr).toBe("Exported 3 labels.\n");
    await empty.write(`labels.${format}`, stdout);
    await empty.runOrThrow(["labels", "import", `labels.${format}`, "--replace"]);
    expect((await empty.runOrThrow(["labels", "export", "--output", `out.${format}`])).stdout).toBe("");
    expect(await empty.read(`out.${format}`)).toBe(stdout);
  });
});

describe("an invalid file changes nothing, and every problem is named", () => {
  const BAD = "petId,name\n1,Max\n1,Tom\nx,Mia\n";
  const PROBLEMS = [
    'line 3, column petId: "1" is in line 2 already; keep one of the two',
    expect.stringContaining('line 4, column petId: "x" is not an integer'),
  ];

  test("as lines, and as JSON", async () => {
    using inventory = new Inventory();
    await inventory.write("labels.csv", LABELS);
    await inventory.runOrThrow(["labels", "import", "labels.csv"]);
    await inventory.write("bad.csv", BAD);
    const { exitCode, stdout, stderr } = await inventory.run(["labels", "import", "bad.csv", "--json"]);
    expect(exitCode).toBe(1);
    expect(stderr.trimEnd().split("\n")).toEqual([
      ...PROBLEMS,
      "petstock: bad.csv: 2 problems; nothing was changed. Correct the file, then import it again",
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ kind: "bad_rows", problemCount: 2, dryRun: false });
    expect((await inventory.runOrThrow(["labels", "export"])).stdout).toBe(LABELS);
  });

  test.each([
    [["labels", "import", "labels.txt"], 2, ["does not show the format"]],
    [["labels", "import", "missing.csv"], 1, ["there is no such file"]],
    [["labels", "import", "none.csv", "--replace"], 1, ["no rows", "remove every label"]],
  ])("%j is refused", async (args, exitCode, words) => {
    using inventory = new Inventory();
    await inventory.write("none.csv", "petId,name\n");
    await inventory.write("labels.txt", LABELS);
    expectRefusal(await inventory.run(args), { exitCode, words });
  });
});

describe("backups", () => {
  test("a restore brings the labels back, and those that came later are in the file that it keeps", async () => {
    using inventory = await Inventory.of("1,1,available");
    const exported = async () => (await inventory.runOrThrow(["labels", "export"])).stdout;
    await inventory.runOrThrow(["labels", "import", "-", "--format", "csv"], { stdin: LABELS });
    await inventory.runOrThrow(["backup", "stock.backup"]);
    const later = "petId,name,kind,code,low\n8,Later,,,\n";
    await inventory.runOrThrow(["labels", "import", "-", "--format", "csv", "--replace"], { stdin: later });
    await inventory.runOrThrow(["restore", "stock.backup", "--yes"]);
    expect(await exported()).toBe(LABELS);
    const kept = inventory.folder.file(
      (await Array.fromAsync(new Bun.Glob("*.before-restore-*").scan(inventory.folder.path)))[0]!,
    );
    const before = await inventory.runOrThrow(["labels", "export", "--database", `sqlite:${kept}`]);
    expect(before.stdout).toBe(later);
  });

  test("a restore where there is no database has the labels of the backup", async () => {
    using inventory = await Inventory.of("1,1,available");
    using empty = new Inventory();
    await inventory.runOrThrow(["labels", "import", "-", "--format", "csv"], { stdin: LABELS });
    const backup = empty.folder.file("stock.backup");
    await inventory.runOrThrow(["backup", backup]);
    await empty.runOrThrow(["restore", backup, "--yes"]);
    expect((await empty.runOrThrow(["labels", "export"])).stdout).toBe(LABELS);
  });
});
