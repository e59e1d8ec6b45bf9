// npm run bench: measures the service beside its limits on this machine, and prints one table. See docs/performance.md.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { removePostgres } from "../test/support/postgres-server.ts";
import type { Bench } from "./bench.ts";
import { Children } from "./children.ts";
import { watchOthers } from "./disturbance.ts";
import { writeDocument } from "./document.ts";
import { chooseLoadGenerator, LOAD_GENERATORS } from "./load/load.ts";
import { machineFacts } from "./machine.ts";
import { FULL, QUICK } from "./pace.ts";
import { noise, reportTable } from "./report.ts";
import { run } from "./run.ts";
import { Samples } from "./samples.ts";

const HELP = `Usage: npm run bench -- [options]

  --quick             under two minutes, and less sure
  --write             write docs/performance.md too
  --load <program>    ${LOAD_GENERATORS.join(" or ")}; wrk where it is installed
  --folder <path>     where the databases lie; the disk that is measured (default: ${tmpdir()})
`;

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    load: { type: "string" },
    folder: { type: "string", default: tmpdir() },
    help: { type: "boolean", default: false },
  },
});

async function main(): Promise<void> {
  const pace = options.quick ? QUICK : FULL;
  const folder = mkdtempSync(join(options.folder, "petstock-bench-"));
  const children = new Children(folder);
  const samples = new Samples();
  const othersShare = watchOthers();
  const stopped = stopEarly(pace.deadlineSeconds);
  const facts: string[] = [];
  try {
    const generator = await chooseLoadGenerator(options.load, { children, folder });
    facts.push(...machineFacts(folder, generator.name));
    const bench: Bench = { children, facts, folder, generator, pace, samples, say: sayer() };
    await Promise.race([run(bench), stopped]);
  } finally {
    await children[Symbol.asyncDispose]();
    await removePostgres();
    rmSync(folder, { recursive: true, force: true });
  }
  const lines = [...facts, noise(samples, othersShare())];
  const table = reportTable(samples);
  process.stdout.write(`${lines.map((line) => `- ${line}`).join("\n")}\n\n${table}\n`);
  if (options.write) await writeDocument({ lines, table, quick: options.quick });
}

/** Rejects at Ctrl+C, SIGTERM, or when the run takes far too long. */
function stopEarly(seconds: number): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  for (const signal of ["SIGINT", "SIGTERM"])
    process.once(signal, () => reject(new Error(`stopped by ${signal}`)));
  setTimeout(() => reject(new Error(`not done after ${seconds} s`)), seconds * 1_000).unref();
  return promise;
}

/** Words on stderr, with the seconds since the start. */
function sayer(): Bench["say"] {
  const started = performance.now();
  return (words) => {
    const seconds = Math.round((performance.now() - started) / 1_000);
    process.stderr.write(`${String(seconds).padStart(4)} s  ${words}\n`);
  };
}

if (options.help) {
  process.stdout.write(HELP);
} else {
  main().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
      process.exit(1);
    },
  );
}
