// petstock export --output: where it writes. A regular file is replaced and keeps its rights; a link leads to its file; a pipe
// or standard output is written to and stays what it is.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, lstatSync, mkdirSync, readlinkSync, rmSync, statSync, symlinkSync } from "node:fs";
import { environment, PROGRAM } from "../support/petstock.ts";
import { until } from "../support/until.ts";
import { csvOf, Inventory, manyRows } from "./inventory.ts";

setDefaultTimeout(30_000);

const ROWS = ["1,1,available", "2,2,sold"];
const MODE = 0o777;

/** The words of an export that is done. */
const told = (pets: string) => new RegExp(`^Exported ${pets} pets as of revision 1 [^\n]+\n$`);

describe("a file that was there", () => {
  test.each(["600", "640", "664"])("keeps its mode: %s", async (digits) => {
    const mode = Number.parseInt(digits, 8);
    using inventory = await Inventory.of(...ROWS);
    await inventory.write("out.csv", "old\n");
    chmodSync(inventory.folder.file("out.csv"), mode);
    await inventory.runOrThrow(["export", "--output", "out.csv"]);
    expect(statSync(inventory.folder.file("out.csv")).mode & MODE).toBe(mode);
    expect(await inventory.read("out.csv")).toBe(csvOf(ROWS));
  });

  test("and none that was not: a new one has the mode that the shell's umask leaves", async () => {
    using inventory = await Inventory.of(...ROWS);
    const { exitCode } = await inventory.throughShell('umask 027; "$@" export --output out.csv');
    expect(exitCode).toBe(0);
    expect(statSync(inventory.folder.file("out.csv")).mode & MODE).toBe(0o640);
  });
});

describe("a link stays one, and the export is in the file that it leads to", () => {
  test.each([
    ["that is there", "there/old.csv"],
    ["that is not there yet", "there/new.csv"],
  ])("%s", async (_, target) => {
    using inventory = await Inventory.of(...ROWS);
    const { folder } = inventory;
    mkdirSync(folder.file("there"));
    mkdirSync(folder.file("links"));
    await inventory.write("there/old.csv", "old\n");
    // Through two links, and relative ones, which count from where they lie.
    symlinkSync(`../${target}`, folder.file("links/inner.csv"));
    symlinkSync("links/inner.csv", folder.file("out.csv"));
    await inventory.runOrThrow(["export", "--output", "out.csv"]);
    expect(readlinkSync(folder.file("out.csv"))).toBe("links/inner.csv");
    expect(readlinkSync(folder.file("links/inner.csv"))).toBe(`../${target}`);
    expect(await inventory.read(target)).toBe(csvOf(ROWS));
    expect(inventory.files()).toEqual(["links", "out.csv", "there"]);
  });
});

describe("what is no regular file is written to", () => {
  test("a named pipe, which stays one", async () => {
    using inventory = await Inventory.of(...manyRows(50_000, (petId) => petId));
    const { exitCode, stderr } = await inventory.throughShell(
      'mkfifo pipe; cat pipe > read.csv & "$@" export --output pipe; code=$?; wait; exit $code',
    );
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringMatching(told("50,000")) });
    expect((await inventory.read("read.csv")) === csvOf(manyRows(50_000, (petId) => petId))).toBe(true);
    expect(lstatSync(inventory.folder.file("pipe")).isFIFO()).toBe(true);
    expect(inventory.files()).toEqual(["pipe", "read.csv"]);
  });

  test("standard output by its name, where it is a pipe", async () => {
    using inventory = await Inventory.of(...ROWS);
    // By a link of our own: whoever replaces it has not replaced the system's.
    symlinkSync("/dev/stdout", inventory.folder.file("out"));
    const { stdout, stderr } = await inventory.throughShell('"$@" export --output out | cat');
    expect({ stdout, stderr }).toEqual({
      stdout: csvOf(ROWS),
      stderr: expect.stringMatching(told("2")),
    });
    expect(lstatSync(inventory.folder.file("out")).isSymbolicLink()).toBe(true);
  });

  test("standard output by its name, where the shell adds it to a file", async () => {
    using inventory = await Inventory.of(...ROWS);
    symlinkSync("/dev/stdout", inventory.folder.file("out"));
    await inventory.write("all.csv", "before\n");
    const { stderr } = await inventory.throughShell('{ "$@" export --output out; echo behind; } >> all.csv');
    expect(stderr).toMatch(told("2"));
    expect(await inventory.read("all.csv")).toBe(`before\n${csvOf(ROWS)}behind\n`);
    expect(inventory.files()).toEqual(["all.csv", "out"]);
  });

  test("a reader of a pipe that has seen enough is no failure", async () => {
    using inventory = await Inventory.of(...manyRows(50_000, (petId) => petId));
    const { exitCode, stdout, stderr } = await inventory.throughShell(
      'mkfifo pipe; head -1 pipe & "$@" export --output pipe; code=$?; wait; exit $code',
    );
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 0,
      stdout: "petId,quantity,status\n",
      stderr: "",
    });
  });
});

describe("an export that is interrupted leaves nothing behind, and the file that was there as it was", () => {
  test.each(["SIGINT", "SIGTERM"] as const)("by %s", async (signal) => {
    const rows = manyRows(200_000, (petId) => petId);
    using inventory = await Inventory.of(...rows);
    await inventory.write("out.csv", "the old file\n");
    const child = await frozenInExport(inventory, csvOf(rows).length);
    child.kill(signal);
    child.kill("SIGCONT");
    expect(await child.stderr.text()).toBe("petstock: it was interrupted; out.csv was not written\n");
    expect(await child.exited).toBe(1);
    expect(await inventory.read("out.csv")).toBe("the old file\n");
    expect(inventory.files()).toEqual(["out.csv"]);
  });
});

/** An export to out.csv that is stopped before it has written half of it. */
async function frozenInExport(inventory: Inventory, bytes: number) {
  for (;;) {
    const child = Bun.spawn([...PROGRAM, "export", "--output", "out.csv"], {
      cwd: inventory.folder.path,
      env: environment({ DATABASE_URL: inventory.url }),
      stdin: "ignore",
      stdout: "ignore",
      stderr: "pipe",
    });
    const partial = () => inventory.files().find((name) => name.endsWith(".partial"));
    await until("its file", () => partial() !== undefined || child.exitCode !== null);
    child.kill("SIGSTOP");
    const name = partial();
    if (name !== undefined && statSync(inventory.folder.file(name)).size < bytes / 2) return child;
    // Too late: the machine did something else meanwhile.
    child.kill("SIGKILL");
    await child.exited;
    if (name !== undefined) rmSync(inventory.folder.file(name));
    await inventory.write("out.csv", "the old file\n");
  }
}
