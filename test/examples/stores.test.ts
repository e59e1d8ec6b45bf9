// The script for all stores of a machine, with the services of twenty.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { petstockOrThrow } from "../support/petstock.ts";
import { Fleet } from "./fleet.ts";

setDefaultTimeout(300_000);

const STORES = Array.from({ length: 20 }, (_, index) => `store-${String(index + 1).padStart(2, "0")}`);

const keysIn = async (database: string) =>
  JSON.parse((await petstockOrThrow(["keys", "list", "--json", "--database", `sqlite:${database}`])).stdout);

describe("twenty stores", () => {
  const fleet = new Fleet(STORES);
  const [backups, keys] = [fleet.makeFolder("backups"), fleet.makeFolder("keys")];
  const newer = fleet.makeProgram("newer", "second");

  beforeAll(() => fleet.startAll());
  afterAll(() => fleet[Symbol.asyncDispose]());

  const keyOf = (store: string) => readFileSync(join(keys, `${store}.key`), "utf8").trim();
  const listsWithItsKey = async (store: string) =>
    (await fleet.service(store).list(keyOf(store))).status === 200;

  test("all are ready", async () => {
    const listed = await fleet.run("list");
    expect(listed).toEqual({
      exitCode: 0,
      stdout: `${STORES.map((store) => `${store}: ${fleet.service(store).url} is ready.\n`).join("")}20 of 20 stores: done.\n`,
      stderr: "",
    });
  });

  test.each([
    ["backup", ["backup", backups], "would be backed up to"],
    ["keys", ["keys", "till-1", "clerk", keys], "would get the key till-1 (clerk) in"],
    ["upgrade", ["upgrade", newer], "would be restarted"],
  ])("%s --dry-run says what it would do to each, and changes nothing", async (_, args, plan) => {
    const files = fleet.files();
    const { exitCode, stdout, stderr } = await fleet.run(...args, "--dry-run");
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    for (const store of STORES) expect(stdout).toContain(`${store}: ${plan}`);
    expect(stdout).toEndWith("20 of 20 stores: nothing was changed.\n");
    expect(fleet.files()).toEqual(files);
    expect(fleet.restarted).toEqual([]);
    expect(await keysIn(fleet.databaseOf(STORES[0]!))).toEqual([]);
  });

  test("each gets a key of its own, which only the owner of the file can read; a second run keeps it", async () => {
    const made = await fleet.run("keys", "till-1", "clerk", keys);
    expect({ ...made, stdout: made.stdout.split("\n").at(-2) }).toEqual({
      exitCode: 0,
      stdout: "20 of 20 stores: done.",
      stderr: "",
    });
    for (const store of STORES) {
      expect(statSync(join(keys, `${store}.key`)).mode & 0o777).toBe(0o600);
      expect(made.stdout).not.toContain(keyOf(store));
      expect(await listsWithItsKey(store)).toBe(true);
    }
    expect((await fleet.service(STORES[0]!).list(keyOf(STORES[1]!))).status).toBe(401);

    const texts = STORES.map(keyOf);
    expect((await fleet.run("keys", "till-1", "clerk", keys)).exitCode).toBe(0);
    expect(STORES.map(keyOf)).toEqual(texts);
    expect(await keysIn(fleet.databaseOf(STORES[0]!))).toHaveLength(1);
  });

  test("each gets a backup of its own database", async () => {
    expect(await fleet.run("backup", backups)).toMatchObject({ exitCode: 0, stderr: "" });
    const files = readdirSync(backups).toSorted();
    expect(files.map((file) => file.replace(/-\d{4}-\d\d-\d\dT\d{6}Z\.db$/, ""))).toEqual(STORES);
    for (const [index, store] of STORES.entries()) {
      const [saved] = await keysIn(join(backups, files[index]!));
      const [current] = await keysIn(fleet.databaseOf(store));
      expect(saved.id).toBe(current.id);
    }
  });

  test("an upgrade passes over a store with a damaged database, restarts the others in turn, and names it", async () => {
    const broken = STORES[6]!;
    const others = STORES.filter((store) => store !== broken);
    await fleet.service(broken).stop();
    writeFileSync(fleet.databaseOf(broken), "no database");
    const before = new Map(STORES.map((store) => [store, fleet.service(store).pid]));
    const failures = [
      expect.stringMatching(new RegExp(`^${broken}: FAILED: petstock: .*file is not a database`)),
      `stores.sh: failed: ${broken}`,
      "",
    ];

    const planned = await fleet.run("upgrade", newer, "--dry-run");
    expect([planned.exitCode, planned.stderr.split("\n")]).toEqual([1, failures]);
    expect(planned.stdout).toContain("19 of 20 stores: nothing was changed.");
    expect(fleet.restarted).toEqual([]);

    const upgraded = await fleet.run("upgrade", newer);
    expect([upgraded.exitCode, upgraded.stderr.split("\n")]).toEqual([1, failures]);
    expect(upgraded.stdout).toContain("19 of 20 stores: done.");
    expect(upgraded.stdout).toContain(`To go back: mv ${fleet.program}.previous ${fleet.program},`);
    expect(fleet.restarted).toEqual(others);
    expect(readFileSync(fleet.program, "utf8")).toContain("# second");
    expect(readFileSync(`${fleet.program}.previous`, "utf8")).toContain("# first");
    for (const store of others) {
      expect([store, fleet.service(store).pid === before.get(store)]).toEqual([store, false]);
      expect(await listsWithItsKey(store)).toBe(true);
      expect(fleet.filesFrom(`${fleet.databaseOf(store)}.before-upgrade-`)).toHaveLength(1);
    }
    expect(existsSync(`${fleet.program}.new`)).toBe(false);
  });
});

describe("some stores", () => {
  test("an executable that starts neither of the first two is given to no other store", async () => {
    await using fleet = new Fleet(["a", "b", "c", "d"]);
    await fleet.startAll();
    const { exitCode, stdout, stderr } = await fleet.run("upgrade", fleet.makeProgram("bad", "bad", false));
    expect(exitCode).toBe(1);
    expect(fleet.restarted).toEqual(["a", "b"]);
    expect(stdout).toContain("0 of 4 stores: done.");
    for (const store of ["c", "d"]) {
      expect(stderr).toContain(
        `${store}: FAILED: was not restarted, because no store before it became ready\n`,
      );
      expect((await fleet.service(store).ask("GET", "/readyz")).status).toBe(200);
    }
    expect(stderr).toEndWith("stores.sh: failed: a b c d\n");
  });

  test("with systemd a stopped store stays so; a second upgrade keeps the executable from before the first", async () => {
    await using fleet = new Fleet(["running", "stopped"]);
    await fleet.startAll();
    await fleet.stop("stopped");
    const newer = fleet.makeProgram("newer", "second");
    for (const _ of [1, 2]) {
      const { exitCode, stdout } = await fleet.runWithSystemctl("upgrade", newer);
      expect(exitCode).toBe(0);
      expect(stdout).toContain("stopped: is stopped, and stays so\n2 of 2 stores: done.\n");
    }
    expect(fleet.restarted).toEqual(["running", "running"]);
    expect(readFileSync(`${fleet.program}.previous`, "utf8")).toContain("# first");
  });

  test("names are those that systemd gives to instances", async () => {
    const [odd, good] = [["-x@1:a", String.raw`caf\xc3\xa9`, String.raw`north\x20east`], "good"];
    await using fleet = new Fleet([...odd, "a b", "a*", good]);
    const keys = fleet.makeFolder("keys");
    await fleet.startAll();
    fleet.configureSingleService();
    const { exitCode, stdout, stderr } = await fleet.run("keys", "till 1", "reader", keys);
    expect(exitCode).toBe(1);
    expect(stdout).toContain("4 of 6 stores: done.");
    expect(stderr).toContain("a b: FAILED: no instance of a unit has this name");
    expect(stderr).toEndWith("stores.sh: failed: a b a*\n");
    expect(readdirSync(keys).toSorted()).toEqual([...odd, good].map((store) => `${store}.key`).toSorted());
  });

  test("a key that cannot be made leaves nothing", async () => {
    await using fleet = new Fleet(["started", "absent"]);
    const keys = fleet.makeFolder("keys");
    await fleet.start("started");
    rmSync(dirname(fleet.databaseOf("absent")), { recursive: true });
    const files = fleet.files();
    const { exitCode, stderr } = await fleet.run("keys", "till-1", "boss", keys);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("absent: FAILED: there is no folder ");
    expect(stderr).toContain('started: FAILED: petstock: --role: "boss" is not one of');
    expect(fleet.files()).toEqual(files);
  });

  test("calls that are wrong as a whole change nothing", async () => {
    await using fleet = new Fleet(["only"]);
    const files = fleet.files();
    for (const [exitCode, message, args] of [
      [2, "stores.sh upgrade EXECUTABLE ", []],
      [2, "stores.sh backup FOLDER ", ["backup", ".", "--dryrun"]],
      [1, "absent", ["backup", "absent"]],
      [1, "absent does not run on this machine", ["upgrade", "absent"]],
    ] as const) {
      const finished = await fleet.run(...args);
      expect({ args, ...finished }).toMatchObject({
        args,
        exitCode,
        stderr: expect.stringContaining(message),
      });
    }
    expect(fleet.files()).toEqual(files);
    await using empty = new Fleet([]);
    expect(await empty.run("list")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("there is no store"),
    });
  });
});
