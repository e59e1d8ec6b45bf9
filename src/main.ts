// Entry of the program: starts the command line, and knows where the writer thread's file lies. Only the entry may name
// it (a compiled executable finds it nowhere else), so the way to start it is handed down.

import { run } from "./cli/run.ts";

const startWorker = () => new Worker(new URL("./sqlite-writer.ts", import.meta.url));

// Not awaited: while an entry sits in a top-level await, an uncaught error would not end the process.
void run(process.argv.slice(2), { env: process.env, startWorker });
