// Runs one half of the suite, or its files in some folders: `bun test/run.ts quick`, `bun test/run.ts long test/faults/`.
// `--times` (`npm test -- --times`) prints how long each file and each slow test took.
// Test files run in parallel, and share an executable of the program, which starts six times as fast as the source, and a
// PostgreSQL server.

import { chmodSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { filesOf, FIRST, type Half } from "./halves.ts";
import { type Failure, runFiles, type Timed, type Totals } from "./support/bun-test.ts";
import { removeServers, startShared } from "./support/postgres-database.ts";
import { sharing } from "./support/postgres-server.ts";
import { TemporaryFolder } from "./support/temporary-folder.ts";
import { buildWriter } from "./support/writer-worker.ts";

/** One more than there are cores: tests also wait, for timers, disks and processes that end. With more, deadlines are missed. */
const WORKERS = Number(process.env["PETSTOCK_TEST_WORKERS"] ?? availableParallelism() + 1);
const SLOWEST = 10;
const SLOW_TEST_SECONDS = 1;
const MESSAGE_LINES_MAX = 30;

const { values, positionals } = parseArgs({
  options: { times: { type: "boolean" } },
  allowPositionals: true,
});
const [chosen, ...within] = positionals;
if (chosen !== "quick" && chosen !== "long")
  throw new Error("usage: bun test/run.ts quick|long [--times] [PATH]...");
process.exitCode = await runHalf(chosen, within);

/** On a signal, ends the tests, so that this process removes its files and servers and reports the results so far. */
function abortOnSignals(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"]) process.once(name, () => controller.abort());
  return controller.signal;
}

async function runHalf(half: Half, paths: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  using folder = new TemporaryFolder();
  const signal = abortOnSignals();
  const env = {
    PETSTOCK_TEST_SIZE: half,
    PETSTOCK_BUILT: await buildProgram(folder),
    PETSTOCK_WRITER: await buildWriter(folder.path),
    ...sharing(await startShared()),
  };
  const isSelected = (file: string) => paths.length === 0 || paths.some((path) => file.startsWith(path));
  const all = [...new Bun.Glob("test/**/*.test.ts").scanSync()].toSorted();
  const files = filesOf(half, all).filter(isSelected);
  const totals = await runFiles(files, { workers: WORKERS, first: FIRST, env, signal });
  await removeServers();
  return report(half, totals, performance.now() - startedAt);
}

async function buildProgram(folder: TemporaryFolder): Promise<string> {
  // Some tests start the program as a user who is not root.
  chmodSync(folder.path, 0o755);
  const path = folder.file("petstock");
  const build = Bun.spawn([process.execPath, "scripts/build.ts", "--outfile", path], { stdin: "ignore" });
  if ((await build.exited) !== 0) throw new Error("the program does not build");
  return path;
}

/** Prints times, failures and the sums, which .ci/run reads; gives the exit code. */
function report(half: Half, totals: Totals, tookMs: number): number {
  const { passed, failed, skipped, files, tests, failures } = totals;
  const slowTests = tests.filter(({ seconds }) => seconds >= SLOW_TEST_SECONDS);
  const times = values.times
    ? ["the slow tests:", ...slowestFirst(slowTests), "", "the files:", ...slowestFirst(files)]
    : ["the slowest files:", ...slowestFirst(files).slice(0, SLOWEST)];
  const lines = [
    "",
    ...times,
    ...failures.map(({ name }) => `failed: ${name}`),
    ...failures.flatMap(messageOf),
    `${half} half: ${passed} passed, ${failed} failed, ${skipped} skipped, in ${Math.round(tookMs / 1_000)} s`,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

/** The error of a failed test, cut off so that the errors of many tests fit into the last lines of a log. */
function messageOf({ name, message }: Failure): readonly string[] {
  return ["", `${name}:`, ...message.split("\n").slice(0, MESSAGE_LINES_MAX)];
}

function slowestFirst(timed: readonly Timed[]): readonly string[] {
  const sorted = timed.toSorted((a, b) => b.seconds - a.seconds);
  return sorted.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${name}`);
}
