// Runs one half of the suite, or its files in some folders: `bun test/run.ts quick`, `bun test/run.ts long test/faults/`.
// Test files run in parallel, and share an executable of the program, which starts six times as fast as the source, and a
// PostgreSQL server.

import { chmodSync } from "node:fs";
import { availableParallelism } from "node:os";
import { filesOf, FIRST, type Half } from "./halves.ts";
import { runFiles, type Totals } from "./support/bun-test.ts";
import { removeServers, startShared } from "./support/postgres-database.ts";
import { sharing } from "./support/postgres-server.ts";
import { TemporaryFolder } from "./support/temporary-folder.ts";

/** One more than there are cores, because tests also wait: for timers, for disks, for processes that end. */
const WORKERS = Number(process.env["PETSTOCK_TEST_WORKERS"] ?? availableParallelism() + 1);
const SLOWEST = 10;

const [chosen, ...within] = process.argv.slice(2);
if (chosen !== "quick" && chosen !== "long") throw new Error("usage: bun test/run.ts quick|long [PATH]...");
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

/** Prints failures, the slowest files and the sums, which .ci/run reads; gives the exit code. */
function report(half: Half, { passed, failed, skipped, files, failures }: Totals, tookMs: number): number {
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  const lines = [
    "",
    "the slowest files:",
    ...slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${name}`),
    ...failures.map((name) => `failed: ${name}`),
    `${half} half: ${passed} passed, ${failed} failed, ${skipped} skipped, in ${Math.round(tookMs / 1_000)} s`,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return failed === 0 && passed > 0 ? 0 : 1;
}
