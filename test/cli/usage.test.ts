// Wrong usage: exit code 2 and one line that names the mistake. Help is a success.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync } from "node:fs";
import { petstock } from "../support/petstock.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { everyCommand, program } from "./every-command.ts";
import { expectRefusal } from "./inventory.ts";

setDefaultTimeout(60_000);

const MISTAKES: readonly (readonly [line: string, named: string])[] = [
  ["bogus", "'bogus'"],
  ["serv", "Did you mean serve?"],
  ["help bogus", "bogus"],
  ["keys bogus", "'bogus'"],
  ["--bogus", "'--bogus'"],
  ["serve --bogus", "'--bogus'"],
  ["verify --quickstart", "'--quickstart'"],
  ["serve extra", "'serve'"],
  ["set", "'petId'"],
  ["set 1", "--quantity"],
  ["set 1 2 --quantity 3", "'set'"],
  ["set 1 --quantity", "'--quantity <number>'"],
  ["set 01 --quantity 3", '"01"'],
  ["set 9223372036854775808 --quantity 3", '"9223372036854775808"'],
  ["import", "'file'"],
  ["import stock.txt", "--format csv|ndjson|json"],
  ["import -", "--format csv|ndjson|json"],
  ["import stock.csv --format xml", "'xml'"],
  ["export --format xml", "'xml'"],
  ["list 1", "'list'"],
  ["list --status lost", '"lost"'],
  ["history --limit 0", '--limit: "0"'],
  ["history --limit 1000000001", '--limit: "1000000001"'],
  ["history --since yesterday", '--since: "yesterday"'],
  ["history --until 2026-02-31", '--until: "2026-02-31"'],
  ["history --revision 20-17", '--revision: "20-17"'],
  ["history --revision -5", "--revision"],
  ["history --revision 17--", '--revision: "17--"'],
  ["history --reason mistake", "'mistake'"],
  ["adjust 1", "'--by <number>'"],
  ["adjust 1 --by 0", '--by: "0"'],
  ["adjust 1 --by 1.5", '--by: "1.5"'],
  ["adjust 1 --by -2147483648", '--by: "-2147483648"'],
  ["adjust 01 --by 1", '"01"'],
  ["remove", "'petId'"],
  ["remove 1.0", '"1.0"'],
  ["undo", "'revision'"],
  ["undo 0", "revision: 0"],
  ["undo 1.5", 'revision: "1.5"'],
  ["prune", "'--before <time>'"],
  ["prune --before soon", '--before: "soon"'],
  ["prune --before 59m", '--before: "59m"'],
  ["prune --before 2999-01-01", '--before: "2999-01-01"'],
  ["history all", '"all"'],
  ["keys create", "--name"],
  ["keys create --name till --expires 90", '--expires: "90"'],
  ["keys revoke", "'id'"],
  ["keys rotate", "'id'"],
  ["keys rotate abc --overlap 24", '--overlap: "24"'],
  ["keys rotate abc --overlap 367d", '--overlap: "367d"'],
  ["ready --url petstock.example", '--url: "petstock.example"'],
  ["ready --url ftp://petstock.example", '--url: "ftp://petstock.example"'],
  ["ready --wait soon", '--wait: "soon"'],
  ["version 2", "'version'"],
  ["completion", "'shell'"],
  ["completion tcsh", "bash, zsh, fish"],
  ["man page", "'man'"],
  ["--version --bogus", "'--bogus'"],
  ["move --from sqlite:a.db", "'--to <url>'"],
  ["move --to sqlite:a.db", "'--from <url>'"],
  ["move --from sqlite:a.db --to sqlite:./a.db", "the same database"],
  ["backup", "'file'"],
  ["restore --yes", "'file'"],
  ["restore a.backup", "--yes"],
];

describe("a mistake ends with 2 and one line that names it, and creates no file", () => {
  test.each(MISTAKES)("petstock %s", async (line, named) => {
    using folder = new TemporaryFolder();
    const finished = await petstock(line.split(" "), { cwd: folder.path });
    expectRefusal(finished, { exitCode: 2, words: [named] });
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test.each([
    "",
    " till",
    "x".repeat(65),
    "a\u001b[31mb",
    "a\u2028b",
    "a\u202eb",
    "a\u2066b",
    "a\u200bb",
    "\u0301a",
    "\u200da",
    "a\u200d",
    "a\u200d\u200db",
    "1\u200d2",
    "\u3164",
    "a\u2800b",
    "a\u009b2Jb",
    "a\u061cb",
  ])("petstock keys create --name %j", async (name) => {
    using folder = new TemporaryFolder();
    const run = { cwd: folder.path, env: { DATABASE_URL: "sqlite:new.db" } };
    const finished = await petstock(["keys", "create", "--name", name], run);
    expectRefusal(finished, { exitCode: 2, words: ["--name"] });
    expect(finished.stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u2028\u202e\u2066]/);
  });
});

describe("a duration beyond its limits is refused with the limits", () => {
  test.each([
    ["serve --shutdown-delay 10m", "from 0s to 5m"],
    ["serve --shutdown-timeout 61m", "from 1ms to 1h"],
    ["verify --lock-timeout 5m", "from 1ms to 60s"],
    ["keys create --name till --expires 0s", "from 1s to 36500d"],
    ["keys create --name till --expires 90000d", "from 1s to 36500d"],
    ["keys rotate abc --overlap 367d", "from 0s to 366d"],
    ["ready --wait 12h", "from 0s to 1h"],
  ])("petstock %s", async (line, limits) => {
    const args = line.split(" ");
    const [flag = "", span = ""] = args.slice(-2);
    const finished = await petstock(args);
    expectRefusal(finished, { exitCode: 2, words: [`${flag}: ${JSON.stringify(span)}`, limits] });
    // The refused duration is not given as an example.
    expect(finished.stderr.split(span)).toHaveLength(2);
  });
});

describe("help goes to stdout and is a success", () => {
  test.each(everyCommand().map(([words]) => words))("petstock %s --help", async (words) => {
    const { exitCode, stdout, stderr } = await petstock([...words.split(" "), "--help"]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).toStartWith(`Usage: petstock ${words}`);
  });

  test.each(["copy --help", "help copy"])("petstock %s shows the help of move", async (line) => {
    const { exitCode, stdout, stderr } = await petstock(line.split(" "));
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).toStartWith("Usage: petstock move|copy");
  });

  test("petstock --help lists every command", async () => {
    const { exitCode, stdout, stderr } = await petstock(["--help"]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    for (const command of program.commands.filter((each) => !each.name().startsWith("__")))
      expect(stdout).toMatch(new RegExp(`^  ${command.name()}\\b`, "m"));
  });

  test.each([[[]], [["keys"]]])(
    "without a command, %j, the help is on stderr and the exit code is 2",
    async (args) => {
      const { exitCode, stdout, stderr } = await petstock(args);
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
      expect(stderr).toStartWith("Usage: petstock");
    },
  );
});
