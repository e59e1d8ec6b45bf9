// Preloaded into the program, on each of its threads: shifts its clock by the milliseconds in the file that
// PETSTOCK_TEST_CLOCK names.

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
