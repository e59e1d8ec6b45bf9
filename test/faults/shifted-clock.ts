// Loaded into the program before everything else, on each of its threads: its clock is off by as many milliseconds as the
// file says that PETSTOCK_TEST_CLOCK names, at this very moment.

import { readFileSync } from "node:fs";

const file = process.env["PETSTOCK_TEST_CLOCK"] ?? "";
const now = Date.now;

Date.now = () => now() + Number(readFileSync(file, "utf8"));

// The runtime loads it into the first thread alone.
globalThis.Worker = class extends Worker {
  constructor(url: string | URL, options: WorkerOptions = {}) {
    super(url, { ...options, preload: import.meta.path });
  }
};
