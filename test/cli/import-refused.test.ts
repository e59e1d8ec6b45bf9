// petstock import: an invalid file changes nothing, and every problem is named.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { petstock, petstockOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";
import { csvOf, expectRefusal, manyRows } from "./inventory.ts";

setDefaultTimeout(60_000);

const service = shared(await TestService.start({ rows: ["1,1,available", "2,2,sold"] }));
const key = await service.makeKey();
const before = await listed();

/** The state that must not change; the tag has the revision, and a nonce that is new with every commit. */
async function listed() {
  const { text, headers } = await service.list(key);
  return { text, tag: headers.get("ETag") };
}

function runImport(file: string, ...flags: string[]): ReturnType<typeof petstock> {
  return petstock(["import", file, ...flags, "--database", service.databaseUrl], {
    cwd: service.folder.path,
  });
}

/** Imports a file that must be refused; resolves with the lines of stderr before the last one. */
async function problemsOf(
  { name, content }: { name: string; content: string },
  ...flags: string[]
): Promise<readonly string[]> {
  await Bun.write(service.folder.file(name), content);
  const { exitCode, stdout, stderr } = await runImport(name, ...flags);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
  expect(await listed()).toEqual(before);
  const lines = stderr.trimEnd().split("\n");
  const last = lines.pop();
  expect(last).toMatch(new RegExp(`^petstock: ${name}: ${lines.length} problems?; nothing was changed\\.`));
  return lines;
}

describe("an invalid row is named by line, column, value and rule, and nothing is changed", () => {
  test("in the last line of a large file", async () => {
    const rows = manyRows(100_000, (petId) => petId % 1_000);
    const problems = await problemsOf({
      name: "large.csv",
      content: csvOf([...rows, "100001,-1,available"]),
    });
    expect(problems).toEqual(['line 100002, column quantity: "-1" is not an integer from 0 to 2147483647']);
  });

  test("all of them, in the order of the file", async () => {
    const rows = ["1,1.5,available", "+3,4,gone", "4,,sold", "5,1", "6,1,Sold", "7,2147483648,sold"];
    const problems = await problemsOf({ name: "bad.csv", content: csvOf(rows) });
    expect(problems).toEqual([
      expect.stringMatching(/^line 2, column quantity: "1\.5" is not an integer/),
      expect.stringMatching(/^line 3, column petId: "\+3" is not an integer/),
      expect.stringMatching(/^line 3, column status: "gone" is not a status/),
      expect.stringMatching(/^line 4, column quantity: the cell is empty/),
      expect.stringMatching(/^line 5: "5,1" has 2 cells where the header has 3/),
      'line 6, column status: "Sold" is not a status: write "sold"',
      expect.stringMatching(/^line 7, column quantity: "2147483648" is not an integer/),
    ]);
  });

  test.each([
    ["csv", "petId,quantity\n", "x,y\n"],
    ["csv", "petId,quantity\n1,1\n", "1,1\n"],
    ["ndjson", "", "{}\n"],
    ["json", "[", "{},"],
  ])("of many the first hundred, and their number: %s", async (format, begin, row) => {
    const rows = 20_000;
    const content = begin + row.repeat(rows) + (format === "json" ? "{}]" : "");
    const name = `many.${format}`;
    await Bun.write(service.folder.file(name), content);
    const { exitCode, stdout, stderr } = await runImport(name, "--json");
    const lines = stderr.trimEnd().split("\n");
    expect(lines).toHaveLength(101);
    expect(lines.pop()).toMatch(
      new RegExp(
        `^petstock: ${name}: [24]0,00[02] problems, of which the first 100 are shown; nothing was changed`,
      ),
    );
    const { problems, ...facts } = JSON.parse(stdout);
    const described = problems.map(
      ({ line, column, value, rule }: Record<string, string | null>) =>
        `line ${line}${column === null ? "" : `, column ${column}`}: ${value === null ? "" : `"${value}" `}${rule}`,
    );
    expect(described).toEqual(lines);
    expect(facts).toEqual({ kind: "bad_rows", problemCount: expect.any(Number), dryRun: false });
    expect(exitCode).toBe(1);
    expect(await listed()).toEqual(before);
  });

  test("a pet that is in the file twice, also far apart and among other problems", async () => {
    const rows = [...manyRows(20_000, () => 1), "7,2,sold", "20001,x,sold", "8,2,sold"];
    const problems = await problemsOf({ name: "twice.csv", content: csvOf(rows) });
    expect(problems).toEqual([
      'line 20002, column petId: "7" is in line 8 already; keep one of the two',
      'line 20003, column quantity: "x" is not an integer from 0 to 2147483647',
      'line 20004, column petId: "8" is in line 9 already; keep one of the two',
    ]);
  });

  test("with --dry-run and --replace as well", async () => {
    const content = csvOf(["3,x,sold"]);
    expect(await problemsOf({ name: "bad.csv", content }, "--dry-run")).toHaveLength(1);
    expect(await problemsOf({ name: "bad.csv", content }, "--replace")).toHaveLength(1);
  });

  test("a hostile cell does not control the terminal", async () => {
    const content = csvOf(["3,\u001b]0;pwned\u0007\u001b[2J,sold"]);
    const [problem] = await problemsOf({ name: "hostile.csv", content });
    expect(problem).toStartWith('line 2, column quantity: "\\u001b]0;pwned\\u0007\\u001b[2J" is not');
    expect(problem).not.toMatch(/[\u0000-\u001f]/);
  });
});

describe("anything but a file of rows is refused with one line, and nothing is changed", () => {
  test.each<[what: string, args: [file: string, ...flags: string[]], words: string]>([
    ["a missing file", ["missing.csv"], "missing.csv: there is no such file"],
    ["a folder", ["folder.csv"], "folder.csv is a folder; name a file"],
    ["a header alone with --replace", ["header.csv", "--replace"], "would remove every pet"],
    ["an empty array with --replace", ["none.json", "--replace"], "would remove every pet"],
    ["a blank file with --replace", ["none.ndjson", "--replace"], "would remove every pet"],
  ])("%s", async (_, args, words) => {
    await Bun.write(service.folder.file("header.csv"), csvOf([]));
    await Bun.write(service.folder.file("none.json"), "[]");
    await Bun.write(service.folder.file("none.ndjson"), "\n");
    mkdirSync(service.folder.file("folder.csv"), { recursive: true });
    expectRefusal(await runImport(...args), { exitCode: 1, words: [words] });
    expect(await listed()).toEqual(before);
  });

  test("a header alone, without --replace, is a valid file without rows", async () => {
    await Bun.write(service.folder.file("header.csv"), csvOf([]));
    const { exitCode, stderr } = await runImport("header.csv");
    expect(stderr).toBe("Imported: 0 created, 0 updated, 0 removed, 0 unchanged (revision 1).\n");
    expect(exitCode).toBe(0);
    expect(await listed()).toEqual(before);
  });
});

test("after all these imports the ledger has the first one alone", async () => {
  const { stdout } = await petstockOrThrow(["verify", "--json", "--database", service.databaseUrl]);
  expect(JSON.parse(stdout)).toMatchObject({ pets: 2, movements: 2, position: { revision: 1 } });
});
