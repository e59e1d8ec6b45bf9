// npm run bench: measures the service beside its limits and its peers on this machine, and prints a table for each theme.
// bench/RESULTS.md has the newest run on an idle machine, and the method.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { removePostgres } from "../test/support/postgres-server.ts";
import type { Bench } from "./bench.ts";
import { Children } from "./children.ts";
import { chooseLoadGenerator, LOAD_GENERATORS } from "./load/choose.ts";
import { machineFacts } from "./machine.ts";
import { FULL, QUICK } from "./pace.ts";
import { writeResults } from "./report/results.ts";
import { reportText } from "./report/report.ts";
import { runThemes, THEMES } from "./run.ts";
import { Samples } from "./samples.ts";
import { InventoryDatabases } from "./databases.ts";
import type { ThemeResult } from "./theme.ts";
import { reasonOf } from "./reason.ts";

const NAMES = THEMES.map(({ name }) => name);
const HELP = `Usage: npm run bench -- [options]

  --quick             under two minutes: most of it, and only roughly
  --only <theme>      ${NAMES.join(", ")}; may be given several times
  --write             write bench/RESULTS.md and the plots of docs/performance.md; a full run, on an idle machine
  --load <program>    ${LOAD_GENERATORS.join(" or ")}; wrk where it is installed
  --folder <path>     where the databases lie; the disk that is measured (default: ${tmpdir()})
`;

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: [] },
    write: { type: "boolean", default: false },
    load: { type: "string" },
    folder: { type: "string", default: tmpdir() },
    help: { type: "boolean", default: false },
  },
});

/** Returns the exit code. */
async function main(): Promise<number> {
  const unknown = options.only.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw new Error(`there is no theme ${unknown}, only ${NAMES.join(", ")}`);
  if (options.write && (options.quick || options.only.length > 0))
    throw new Error("the results are those of a full run: --write without --quick and --only");
  const themes = THEMES.filter(({ name }) => options.only.length === 0 || options.only.includes(name));
  const folder = mkdtempSync(join(options.folder, "petstock-bench-"));
  const children = new Children(folder);
  try {
    const generator = await chooseLoadGenerator(options.load, { children, folder });
    const bench: Bench = {
      children,
      facts: new Set(machineFacts(folder, generator.name)),
      folder,
      generator,
      pace: options.quick ? QUICK : FULL,
      samples: new Samples(),
      databases: new InventoryDatabases(children, folder),
      say: sayer(),
    };
    const results = await runThemes(bench, themes, stopSignal(bench.pace.deadlineSeconds));
    await report(bench, results);
    return results.some(({ failure }) => failure !== undefined) ? 1 : 0;
  } finally {
    await children[Symbol.asyncDispose]();
    await removePostgres();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function report(bench: Bench, results: readonly ThemeResult[]): Promise<void> {
  process.stdout.write(`${reportText(bench, results)}\n`);
  if (options.write) await writeResults(bench, results);
}

/** Aborted by Ctrl+C, SIGTERM, or when the run takes far too long. */
function stopSignal(seconds: number): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"])
    process.once(signal, () => controller.abort(new Error(`stopped by ${signal}`)));
  setTimeout(() => controller.abort(new Error(`not done after ${seconds} s`)), seconds * 1_000).unref();
  return controller.signal;
}

/** Writes messages to stderr, with the seconds since the start. */
function sayer(): Bench["say"] {
  const started = performance.now();
  return (message) => {
    const seconds = Math.round((performance.now() - started) / 1_000);
    process.stderr.write(`${String(seconds).padStart(4)} s  ${message}\n`);
  };
}

if (options.help) {
  process.stdout.write(HELP);
} else {
  main().then(
    (code) => process.exit(code),
    (error: unknown) => {
      process.stderr.write(`bench: ${reasonOf(error)}\n`);
      process.exit(1);
    },
  );
}
