// Checks the source, tests and documents against the rules.

import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { dependencyViolations, linkViolations } from "./document-rules.ts";
import { LINES_MAX } from "./rules.ts";
import {
  floorViolations,
  barrelViolations,
  homeViolations,
  importCycles,
  importViolations,
  lengthViolations,
  nameViolations,
  openingViolations,
  packageViolations,
  switchedOffViolations,
  unfinishedViolations,
} from "./source-rules.ts";
import { type Source, source } from "./source.ts";

const ROOT = join(import.meta.dir, "../..");

function pathsIn(folder: string, pattern = "**/*.{ts,tsx}"): string[] {
  const root = join(ROOT, folder);
  return existsSync(root) ? [...new Bun.Glob(pattern).scanSync(root)].toSorted() : [];
}

function sourcesIn(folder: string): Source[] {
  return pathsIn(folder).map((path) => source(path, read(join(folder, path))));
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** The files that git tracks, or would after `git add`. */
function markdownFiles(): { path: string; text: string }[] {
  const list = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", "*.md"];
  const { stdout, success } = Bun.spawnSync(list, { cwd: ROOT });
  if (!success) throw new Error("git ls-files failed: run this test in a clone");
  const paths = stdout
    .toString()
    .split("\0")
    .filter((path) => path !== "" && existsSync(join(ROOT, path)));
  return paths.map((path) => ({ path, text: read(path) }));
}

function expectNone(violations: readonly string[]): void {
  if (violations.length > 0) throw new Error(`${violations.length} to mend:\n  ${violations.join("\n  ")}`);
}

const SOURCES = sourcesIn("src");
const TESTS = sourcesIn("test").map((file) => ({ ...file, path: `test/${file.path}` }));
const ALL_CODE = ["src", "test", "bench", "scripts"].flatMap((folder) =>
  pathsIn(folder).map((path) => ({ path: `${folder}/${path}`, text: read(join(folder, path)) })),
);

describe("the source", () => {
  test("is found", () => {
    expect(SOURCES.map(({ path }) => path)).toContain("inventory/item.ts");
    expect(SOURCES.find(({ path }) => path === "contract/validate.ts")?.imports).toContain("./document.ts");
  });

  test("imports only in the direction of the architecture", () => expectNone(importViolations(SOURCES)));

  test("imports in the dashboard run down its floors, and keep the tasks of its users apart", () =>
    expectNone(floorViolations(SOURCES)));

  test("has one home for each technology", () => expectNone(homeViolations(SOURCES)));

  test("imports no package without a home, and none in code for any platform", () =>
    expectNone(packageViolations(SOURCES)));

  test("has no import cycles", () => expectNone(importCycles(SOURCES)));

  test("has no barrels", () => expectNone(barrelViolations(SOURCES)));

  test("has names in kebab-case, and no vague folder names", () =>
    expectNone(nameViolations(ALL_CODE.map(({ path }) => path))));

  test("opens each file with a comment", () => expectNone(openingViolations(SOURCES)));

  test(`has no file of more than ${LINES_MAX} lines`, () => expectNone(lengthViolations(SOURCES)));

  test("has no notes of unfinished work", () => expectNone(unfinishedViolations(ALL_CODE)));
});

describe("the tests", () => {
  test("all run", () => expectNone(switchedOffViolations(TESTS)));
});

describe("the documents", () => {
  test("justify exactly the dependencies of package.json", () => {
    const { dependencies, devDependencies } = JSON.parse(read("package.json"));
    const path = "docs/dependencies.md";
    const document = existsSync(join(ROOT, path)) ? read(path) : undefined;
    expectNone(dependencyViolations(Object.keys({ ...dependencies, ...devDependencies }), document));
  });

  test("link only to files that exist", () =>
    expectNone(linkViolations(markdownFiles(), (path) => existsSync(join(ROOT, path)))));
});
