// Entry of the program: hands the process's environment, streams and clock to the command line, and starts the writer
// thread, whose file a compiled executable finds only from its entry.

import { isatty } from "node:tty";
import { run } from "./cli/run.ts";
import { systemClock } from "./inventory/clock.ts";

const STDIN = 0;

const ended = run(process.argv.slice(2), {
  env: process.env,
  stdin: { isTerminal: isatty(STDIN), open: () => process.stdin },
  stdout: process.stdout,
  stderr: process.stderr,
  clock: systemClock,
  process,
  startWorker: () => new Worker(new URL("./sqlite-writer.ts", import.meta.url)),
});

// Not awaited: while an entry sits in a top-level await, an uncaught error would not end the process.
void ended.then((exitCode) => {
  process.exitCode = exitCode;
});
