// Runs test files with `bun test` and reads its report.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { TemporaryFolder } from "./temporary-folder.ts";

export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly Failure[];
  readonly files: readonly Timed[];
  readonly tests: readonly Timed[];
}

export interface Failure {
  /** The test's name, with its file. */
  readonly name: string;
  /** The error's text and stack; empty where bun reports none. */
  readonly message: string;
}

export interface Timed {
  readonly name: string;
  readonly seconds: number;
}

export interface RunOptions {
  /** Processes that run files side by side; with one of them the files run one after the other. */
  readonly workers: number;
  /** Files that start before the others. */
  readonly first: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Ends the run, which counts as a failure. */
  readonly signal: AbortSignal;
}

/** Generous, for a busy machine: a test that waits for a condition has its own limit. */
const TEST_TIMEOUT_MS = 60_000;
const NOTHING: Totals = { passed: 0, failed: 0, skipped: 0, failures: [], files: [], tests: [] };

/** Runs the files; the output of bun is this process's output. */
export async function runFiles(
  files: readonly string[],
  { workers, first, env, signal }: RunOptions,
): Promise<Totals> {
  if (files.length === 0) return NOTHING;
  using folder = new TemporaryFolder();
  const report = folder.file("report.xml");
  // Without isolation a worker evaluates modules once, as `bun test` without workers does.
  const parallel = workers > 1 ? [`--parallel=${workers}`, "--no-isolate"] : [];
  const timings = folder.file("timings.json");
  writeFileSync(timings, JSON.stringify({ version: 1, files: timingsOf(files, first) }));
  const reporting = ["--reporter=junit", `--reporter-outfile=${report}`];
  const options = [`--timeout=${TEST_TIMEOUT_MS}`, ...parallel, `--timings=${timings}`, ...reporting];
  const child = Bun.spawn([process.execPath, "test", ...options, ...files.map((file) => `./${file}`)], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
    signal,
  });
  const exitCode = await child.exited;
  const totals = existsSync(report) ? totalsOf(readFileSync(report, "utf8")) : NOTHING;
  // A worker that crashed, or an error outside of every test.
  return exitCode !== 0 && totals.failed === 0 ? { ...totals, failed: 1 } : totals;
}

/** The duration of each file in ms, in bun's format: bun starts the longest files first. */
function timingsOf(files: readonly string[], first: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(files.map((file) => [file, first.includes(file) ? 20_000 : 1_000]));
}

/** Reads bun's report in JUnit's form; it has no other that names failures. */
export function totalsOf(xml: string): Totals {
  // Bun leaves out all other characters that XML cannot have.
  const root = Bun.XML.parse(xml.replaceAll(/[\ufffe\uffff]/g, "\ufffd"), { compact: false });
  const [all, failed, skipped] = ["tests", "failures", "skipped"].map((name) =>
    Number(root.attributes[name]),
  );
  const tests = testsIn(root);
  return {
    passed: all! - failed! - skipped!,
    failed: failed!,
    skipped: skipped!,
    failures: tests.flatMap((test) =>
      elementsOf(test, "failure").map(({ attributes, children }) => ({
        name: testName(test),
        // A test that took too long has a message alone.
        message: children.join("").trim() || (attributes["message"] ?? ""),
      })),
    ),
    files: elementsOf(root, "testsuite").map((file) => timed(file.attributes["name"]!, file)),
    tests: tests.map((test) => timed(testName(test), test)),
  };
}

function elementsOf({ children }: Bun.XML.Node, name: string): readonly Bun.XML.Node[] {
  return children.filter((child): child is Bun.XML.Node => (child as Bun.XML.Node).name === name);
}

/** Those of a file and of each `describe` in it. */
function testsIn(suite: Bun.XML.Node): readonly Bun.XML.Node[] {
  return [...elementsOf(suite, "testsuite").flatMap(testsIn), ...elementsOf(suite, "testcase")];
}

function testName({ attributes: { file, classname, name } }: Bun.XML.Node): string {
  return `${file}: ${[classname, name].filter(Boolean).join(" > ")}`;
}

function timed(name: string, { attributes }: Bun.XML.Node): Timed {
  return { name, seconds: Number(attributes["time"]) };
}
