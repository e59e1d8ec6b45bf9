// petstock man: the manual page is complete, and the tools that read it report no problem.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { manPage } from "../../src/cli/man-page.ts";
import { SETTINGS } from "../../src/config.ts";
import { petstockOrThrow } from "../support/petstock.ts";
import { everyCommand, program } from "./every-command.ts";

setDefaultTimeout(60_000);

/** Tools that check the page: the problems that each reports. */
const TOOLS = {
  mandoc: ["mandoc", "-T", "lint"],
  groff: ["groff", "-man", "-T", "utf8", "-ww", "-z"],
} as const;

test("it names every command with its arguments and options, every variable, and the version", async () => {
  const { stdout } = await petstockOrThrow(["man"]);
  const page = stdout.replaceAll("\\-", "-");
  const commands = everyCommand().map(([, command]) => command);
  for (const command of commands.filter((each) => each.commands.length === 0)) {
    const section = page
      .split(/^\.S[SH] /m)
      .find((each) => each.startsWith(command.createHelp().commandUsage(command)));
    expect(section).toBeDefined();
    const own = command.options.filter(({ long }) => long !== "--help");
    for (const { long } of own) expect(section).toContain(long!);
  }
  for (const { flag, env } of Object.values(SETTINGS)) {
    expect(page).toContain(`.TP\n\\fB${flag} `);
    expect(page).toContain(`.TP\n\\fB${env}\\fR\n`);
  }
  expect(page).not.toMatch(/^\.S[SH] help/m);
  expect(page).toMatch(/^\.TH PETSTOCK 1 "" "petstock \d+\.\d+\.\d+\S*" "User Commands"$/m);
  expect(stdout).not.toMatch(/[^\n\x20-\x7e]/);
});

for (const name of [...Object.keys(TOOLS), "man"].filter((each) => Bun.which(each) === null))
  process.stderr.write(`test/cli/man: ${name} is not installed, so the page is not shown to it\n`);

async function run(command: readonly string[]): Promise<string> {
  const page = new Blob([manPage(program, "1.2.3")]);
  const child = Bun.spawn([...command], {
    stdin: page,
    stdout: "pipe",
    stderr: "pipe",
    env: { PATH: process.env["PATH"] ?? "", LC_ALL: "C.UTF-8", MANWIDTH: "100" },
  });
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return stdout + stderr;
}

describe("the tools that read it", () => {
  const there = Object.entries(TOOLS).filter(([name]) => Bun.which(name) !== null);
  test.each(there)("%s reports no problem", async (_, command) => {
    const complaints = (await run(command)).split("\n").filter((line) => line !== "");
    // The page has no date, but a version.
    expect(complaints.filter((line) => !line.includes("missing date"))).toEqual([]);
  });

  test.each(Bun.which("man") === null ? [] : ["man"])("%s shows it", async () => {
    const text = await run(["man", "-P", "cat", "-l", "-"]);
    expect(text).toContain("petstock - pet store inventory service");
    expect(text).toContain("petstock set [options] <petId>");
    expect(text).toContain("PETSTOCK_SHUTDOWN_TIMEOUT");
  });
});
