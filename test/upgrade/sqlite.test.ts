// Upgrades of SQLite, with and without a writer thread.

import { setDefaultTimeout } from "bun:test";
import { MODES } from "../sqlite/embedded.ts";
import { sqliteEngine } from "./engines.ts";
import { describeNewer } from "./newer-suite.ts";

setDefaultTimeout(60_000);

for (const [mode, options] of MODES) {
  describeNewer(`SQLite ${mode}`, sqliteEngine(options));
}
