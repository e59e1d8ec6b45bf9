// petstock import: the effect of a valid file, in every format, and of the flags.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { csvOf, expectRefusal, Inventory, manyRows } from "./inventory.ts";

setDefaultTimeout(60_000);

const BEFORE = ["-5,2,pending", "1,1,available", "9007199254740993,3,sold"];
/** Pet 1 changes; pet 2 is new, without a status. */
const FILES = {
  "stock.csv": "petId,quantity\n1,7\n2,0\n",
  "stock.ndjson": '{"petId":1,"quantity":7}\n{"petId":2,"quantity":0}\n',
  "stock.jsonl": '{"petId":1,"quantity":7}\n{"petId":2,"quantity":0}\n',
  "stock.json": '[{"petId":1,"quantity":7},{"petId":2,"quantity":0}]',
};
const AFTER = csvOf(["-5,2,pending", "1,7,available", "2,0,available", "9007199254740993,3,sold"]);

describe("a file updates the pets it names and creates those it does not find", () => {
  test.each(Object.entries(FILES))("%s", async (name, content) => {
    using inventory = await Inventory.of(...BEFORE);
    await inventory.write(name, content);
    const { stdout, stderr } = await inventory.runOrThrow(["import", name]);
    expect(stdout).toBe("");
    expect(stderr).toBe("Imported: 1 created, 1 updated, 0 removed, 0 unchanged (revision 2).\n");
    expect(await inventory.csv()).toBe(AFTER);
  });

  test.each([
    ["ndjson", FILES["stock.ndjson"]],
    ["json", FILES["stock.json"]],
  ])("standard input with --format %s", async (format, stdin) => {
    using inventory = await Inventory.of(...BEFORE);
    await inventory.runOrThrow(["import", "-", "--format", format], { stdin });
    expect(await inventory.csv()).toBe(AFTER);
  });

  test("--format takes precedence over the file's name", async () => {
    using inventory = await Inventory.of(...BEFORE);
    await inventory.write("stock.csv", FILES["stock.json"]);
    await inventory.runOrThrow(["import", "stock.csv", "--format", "json"]);
    expect(await inventory.csv()).toBe(AFTER);
  });
});

describe("the flags", () => {
  test("--dry-run reports the same difference and changes nothing", async () => {
    using inventory = await Inventory.of(...BEFORE);
    const before = await inventory.state();
    await inventory.write("stock.csv", FILES["stock.csv"]);
    const args = ["import", "stock.csv", "--dry-run", "--replace", "--json"];
    const { stderr, stdout } = await inventory.runOrThrow(args);
    expect(stderr).toBe("Would be: 1 created, 1 updated, 2 removed, 0 unchanged (at revision 1).\n");
    const counts = { created: 1, updated: 1, removed: 2, relabelled: 0, unchanged: 0 };
    const { preview, ...report } = JSON.parse(stdout);
    expect(report).toEqual({ kind: "applied", ...counts, revision: 1, dryRun: true });
    const shown = Object.entries<unknown[]>(preview).map(([group, rows]) => [group, rows.length]);
    expect(Object.fromEntries(shown)).toEqual({ ...counts, unchanged: 0 });
    expect(await inventory.state()).toEqual(before);
  });

  test("--replace removes the pets that are not in the file; without it they stay", async () => {
    using inventory = await Inventory.of(...BEFORE);
    await inventory.write("stock.csv", csvOf(["1,1,available", "2,5,sold"]));
    const { stderr } = await inventory.runOrThrow(["import", "stock.csv", "--replace"]);
    expect(stderr).toBe("Imported: 1 created, 0 updated, 2 removed, 1 unchanged (revision 2).\n");
    const { csv } = await inventory.state();
    expect(csv).toBe(csvOf(["1,1,available", "2,5,sold"]));
    // An update of a removed pet is 404; the next import with the pet restores it.
    const gone = await inventory.run(["set", "-5", "--quantity", "1"]);
    expectRefusal(gone, { exitCode: 1, words: ["-5"] });
    await inventory.write("back.csv", csvOf(["-5,9,available"]));
    await inventory.runOrThrow(["import", "back.csv"]);
    expect((await inventory.state()).csv).toBe(csvOf(["-5,9,available", "1,1,available", "2,5,sold"]));
  });

  test("--if-unchanged-since imports at that revision, and ends with 3 at any other", async () => {
    using inventory = await Inventory.of(...BEFORE);
    await inventory.write("stock.csv", FILES["stock.csv"]);
    await inventory.runOrThrow(["set", "1", "--quantity", "4"]);
    const before = await inventory.state();
    const args = ["import", "stock.csv", "--if-unchanged-since"];
    const late = await inventory.run([...args, "1"]);
    expectRefusal(late, { exitCode: 3, words: ["revision 2", "nothing was changed"] });
    const dry = await inventory.run([...args, "1", "--dry-run", "--json"]);
    expect(dry.exitCode).toBe(3);
    expect(JSON.parse(dry.stdout)).toEqual({ kind: "changed_since", revision: 2, dryRun: true });
    expect(await inventory.state()).toEqual(before);
    await inventory.runOrThrow([...args, "2"]);
    expect(await inventory.csv()).toBe(AFTER);
  });

  test("--if-unchanged-since a future revision ends with 1 and says so", async () => {
    using inventory = await Inventory.of(...BEFORE);
    await inventory.write("stock.csv", FILES["stock.csv"]);
    const args = ["import", "stock.csv", "--if-unchanged-since", "99"];
    const words = ["there is no revision 99 yet; the newest is 1", "nothing was changed"];
    expectRefusal(await inventory.run(args), { exitCode: 1, words });
    const { exitCode, stdout } = await inventory.run([...args, "--json"]);
    expect({ exitCode, stdout }).toEqual({
      exitCode: 1,
      stdout: '{"kind":"future","newest":1,"dryRun":false}\n',
    });
    expect(await inventory.csv()).toBe(csvOf(BEFORE));
  });

  test("--if-unchanged-since a position that export printed refuses another history with the same revision", async () => {
    using inventory = await Inventory.of(...BEFORE);
    await inventory.runOrThrow(["backup", "a.backup"]);
    await inventory.runOrThrow(["set", "1", "--quantity", "4"]);
    const exported = await inventory.runOrThrow(["export", "--output", "stock.csv"]);
    const [, seen = ""] = /\((--if-unchanged-since [^)]+)\)/.exec(exported.stderr) ?? [];
    await inventory.runOrThrow(["restore", "a.backup", "--yes"]);
    await inventory.runOrThrow(["set", "1", "--quantity", "70"]);
    const before = await inventory.state();
    expect(before.position.revision).toBe(2);
    const refused = await inventory.run(["import", "stock.csv", ...seen.split(" ")]);
    const words = ["it is now at revision 2, and of another history", "nothing was changed"];
    expectRefusal(refused, { exitCode: 3, words });
    expect(await inventory.state()).toEqual(before);

    await inventory.write("stock.csv", csvOf(["1,71,available"]));
    const present = `2-${before.position.nonce}`;
    await inventory.runOrThrow(["import", "stock.csv", "--if-unchanged-since", present]);
    expect((await inventory.state()).position.revision).toBe(3);
  });

  test("--json prints the report on stdout as one line", async () => {
    using inventory = await Inventory.of(...BEFORE);
    await inventory.write("stock.csv", FILES["stock.csv"]);
    const { stdout } = await inventory.runOrThrow(["import", "stock.csv", "--json"]);
    expect(stdout).toBe(
      '{"kind":"applied","created":1,"updated":1,"removed":0,"relabelled":0,"unchanged":0,"revision":2,"dryRun":false}\n',
    );
  });

  test.each(["x", "-1", "9007199254740993", "", "1-", "1-2", "1-0123456789ABCDEF"])(
    "--if-unchanged-since=%s is a usage error, and nothing changes",
    async (revision) => {
      using inventory = await Inventory.of(...BEFORE);
      await inventory.write("stock.csv", FILES["stock.csv"]);
      const finished = await inventory.run(["import", "stock.csv", `--if-unchanged-since=${revision}`]);
      expectRefusal(finished, { exitCode: 2, words: ["--if-unchanged-since", JSON.stringify(revision)] });
      expect(await inventory.csv()).toBe(csvOf(BEFORE));
    },
  );
});

describe("the ledger", () => {
  test("a whole import is one revision, each pet one movement of it", async () => {
    using inventory = await Inventory.of(...manyRows(3_000, () => 1));
    await inventory.write("stock.csv", csvOf(manyRows(3_000, (petId) => (petId % 3 === 0 ? 1 : 2))));
    await inventory.runOrThrow(["import", "stock.csv", "--replace"]);
    const { stdout } = await inventory.runOrThrow(["history", "--limit", "10000", "--json"]);
    const movements = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(movements.filter(({ revision }) => revision === 2)).toHaveLength(2_000);
    expect(movements).toHaveLength(5_000);
    for (const { reason, by } of movements) {
      expect(reason).toBe("import");
      expect(by).toEqual({ actor: expect.stringMatching(/^cli:./), keyId: null, requestId: null });
    }
  });

  test("an import that changes nothing takes no revision", async () => {
    using inventory = await Inventory.of(...BEFORE);
    const before = await inventory.state();
    await inventory.write("same.csv", before.csv);
    const { stderr } = await inventory.runOrThrow(["import", "same.csv", "--replace"]);
    expect(stderr).toBe("Imported: 0 created, 0 updated, 0 removed, 3 unchanged (revision 1).\n");
    expect(await inventory.state()).toEqual(before);
  });
});
