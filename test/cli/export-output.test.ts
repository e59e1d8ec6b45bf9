// petstock export --output: a regular file is replaced and keeps its rights; a link is followed; a pipe or standard output is
// written to and not replaced.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, lstatSync, mkdirSync, readlinkSync, rmSync, statSync, symlinkSync } from "node:fs";
import { environment, PROGRAM } from "../support/petstock.ts";
import { until } from "../support/until.ts";
import { csvOf, Inventory, manyRows } from "./inventory.ts";

setDefaultTimeout(60_000);

const ROWS = ["1,1,available", "2,2,sold"];
const MODE = 0o777;

/** The report of an export. */
const reportOf = (pets: string) => new RegExp(`^Exported ${pets} pets as of revision 1 [^\n]+\n$`);

describe("an existing file", () => {
  test.each(["600", "640", "664"])(
    "is replaced, keeps its mode (%s), and no other file is left",
    async (digits) => {
      const mode = Number.parseInt(digits, 8);
      using inventory = await Inventory.of(...ROWS);
      await inventory.write("out.csv", `${"old,".repeat(1_000)}\n`);
      chmodSync(inventory.folder.file("out.csv"), mode);
      await inventory.runOrThrow(["export", "--output", "out.csv"]);
      expect(statSync(inventory.folder.file("out.csv")).mode & MODE).toBe(mode);
      expect(await inventory.read("out.csv")).toBe(csvOf(ROWS));
      expect(inventory.files()).toEqual(["out.csv"]);
    },
  );

  test("keeps its mode; a new file has the mode of the shell's umask", async () => {
    using inventory = await Inventory.of(...ROWS);
    const { exitCode } = await inventory.throughShell('umask 027; "$@" export --output out.csv');
    expect(exitCode).toBe(0);
    expect(statSync(inventory.folder.file("out.csv")).mode & MODE).toBe(0o640);
  });
});

describe("a link stays a link, and the export is in its target", () => {
  test.each([
    ["that is there", "there/old.csv"],
    ["that is not there yet", "there/new.csv"],
  ])("%s", async (_, target) => {
    using inventory = await Inventory.of(...ROWS);
    const { folder } = inventory;
    mkdirSync(folder.file("there"));
    mkdirSync(folder.file("links"));
    await inventory.write("there/old.csv", "old\n");
    // Two links in a row, and relative links, which start at their own folder.
    symlinkSync(`../${target}`, folder.file("links/inner.csv"));
    symlinkSync("links/inner.csv", folder.file("out.csv"));
    await inventory.runOrThrow(["export", "--output", "out.csv"]);
    expect(readlinkSync(folder.file("out.csv"))).toBe("links/inner.csv");
    expect(readlinkSync(folder.file("links/inner.csv"))).toBe(`../${target}`);
    expect(await inventory.read(target)).toBe(csvOf(ROWS));
    expect(inventory.files()).toEqual(["links", "out.csv", "there"]);
  });
});

describe("anything but a regular file is written to directly", () => {
  test("a named pipe, which stays a pipe", async () => {
    using inventory = await Inventory.of(...manyRows(50_000, (petId) => petId));
    const { exitCode, stderr } = await inventory.throughShell(
      'mkfifo pipe; cat pipe > read.csv & "$@" export --output pipe; code=$?; wait; exit $code',
    );
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringMatching(reportOf("50,000")) });
    expect((await inventory.read("read.csv")) === csvOf(manyRows(50_000, (petId) => petId))).toBe(true);
    expect(lstatSync(inventory.folder.file("pipe")).isFIFO()).toBe(true);
    expect(inventory.files()).toEqual(["pipe", "read.csv"]);
  });

  test("/dev/stdout that is a pipe", async () => {
    using inventory = await Inventory.of(...ROWS);
    // Through a link of our own, so that a replacement would not replace the system's.
    symlinkSync("/dev/stdout", inventory.folder.file("out"));
    const { stdout, stderr } = await inventory.throughShell('"$@" export --output out | cat');
    expect({ stdout, stderr }).toEqual({
      stdout: csvOf(ROWS),
      stderr: expect.stringMatching(reportOf("2")),
    });
    expect(lstatSync(inventory.folder.file("out")).isSymbolicLink()).toBe(true);
  });

  test("/dev/stdout that the shell appends to a file", async () => {
    using inventory = await Inventory.of(...ROWS);
    symlinkSync("/dev/stdout", inventory.folder.file("out"));
    await inventory.write("all.csv", "before\n");
    const { stderr } = await inventory.throughShell('{ "$@" export --output out; echo after; } >> all.csv');
    expect(stderr).toMatch(reportOf("2"));
    expect(await inventory.read("all.csv")).toBe(`before\n${csvOf(ROWS)}after
`);
    expect(inventory.files()).toEqual(["all.csv", "out"]);
  });

  test("a reader that closes the pipe early is not a failure", async () => {
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

describe("an interrupted export leaves no file behind, and the existing file unchanged", () => {
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

/** An export to out.csv that is stopped before it has written half of the file. */
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
    // The export ended before this check: try again.
    child.kill("SIGKILL");
    await child.exited;
    if (name !== undefined) rmSync(inventory.folder.file(name));
    await inventory.write("out.csv", "the old file\n");
  }
}
