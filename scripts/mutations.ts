// Shows that each fact stands once: `npm run mutations` changes one at a time in a copy of the tree, and prints which compile errors
// or failed tests tell of it. Fails if a change stays unnoticed. Takes two minutes.

import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TemporaryFolder } from "../test/support/temporary-folder.ts";
import { type Mutation, MUTATIONS, TESTS } from "./mutations/facts.ts";

const ROOT = join(import.meta.dir, "..");
const PROJECTS = ["tsconfig.json", "tsconfig.client.json", "src/dashboard"];
const COMPILE_ERROR = /^(\S+)\((\d+),\d+\): error /gm;
/** The heading of a test file, or a failed test below it. */
const FAILED_TEST = /^(?:(test\/\S+\.ts):|\(fail\) (.+?)(?: \[[\d.]+ms\])?)$/gm;
/** Of the findings of one mutation; all of them would hide the others' rows. */
const SHOWN_MAX = 6;

/** What tells of a change in the copy; empty: nothing does. Throws if tests fail without a name, such as for a missing file. */
function findings(copy: string): readonly string[] {
  const errors = PROJECTS.flatMap((project) =>
    [...run(copy, "check", "--no-script", "-p", project).output.matchAll(COMPILE_ERROR)].map(
      ([, file, line]) => `${file}:${line}`,
    ),
  );
  if (errors.length > 0) return [...new Set(errors)].map((place) => `compile error: ${place}`);
  const { output, passed } = run(copy, "test", ...TESTS);
  const failed = failedTests(output);
  if (!passed && failed.length === 0) throw new Error(output);
  return failed;
}

/** Without the summary at the end, which repeats them without their files. */
function failedTests(output: string): readonly string[] {
  const [tests = ""] = output.split(/^\d+ tests? failed:$/m);
  let file = "";
  const failed: string[] = [];
  for (const [, heading, name] of tests.matchAll(FAILED_TEST)) {
    if (heading !== undefined) file = heading;
    else failed.push(`failed test: ${file}: ${name}`);
  }
  return failed;
}

function run(copy: string, ...args: readonly string[]): { output: string; passed: boolean } {
  const { stdout, stderr, success } = Bun.spawnSync([process.execPath, ...args], { cwd: copy });
  return { output: `${stdout}\n${stderr}`, passed: success };
}

/** Gives the findings of the mutated copy, and takes the mutation back. */
function findingsOf({ name, file, from, to }: Mutation, copy: string): readonly string[] {
  const path = join(copy, file);
  const text = readFileSync(path, "utf8");
  if (text.split(from).length !== 2) throw new Error(`${name}: ${file} must have the text once: ${from}`);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  const found = findings(copy);
  writeFileSync(path, text);
  return found;
}

/** Copies the files of the tree, changed and new ones included. */
function copyTree(copy: string): void {
  const listed = Bun.spawnSync(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
  });
  const files = listed.stdout.toString().split("\0");
  for (const file of files.filter((each) => each !== "")) cpSync(join(ROOT, file), join(copy, file));
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
}

using folder = new TemporaryFolder();
copyTree(folder.path);
const unchanged = findings(folder.path);
if (unchanged.length > 0) throw new Error(`without a mutation: ${unchanged.join("; ")}`);
let survived = 0;
console.log("| mutation | caught by |\n| --- | --- |");
for (const mutation of MUTATIONS) {
  const found = findingsOf(mutation, folder.path);
  if (found.length === 0) survived += 1;
  const more = found.length > SHOWN_MAX ? [`and ${found.length - SHOWN_MAX} more`] : [];
  const cell = [...found.slice(0, SHOWN_MAX), ...more].join("<br>");
  console.log(`| ${mutation.name} | ${cell || "NOTHING"} |`);
}
process.exitCode = survived > 0 ? 1 : 0;
