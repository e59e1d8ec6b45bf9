// Writes bench/RESULTS.md, and the plots that docs/performance.md shows, for `npm run bench -- --write`.

import { join } from "node:path";
import type { Bench } from "../bench.ts";
import { drawPlots } from "../plots/draw.ts";
import { reasonOf } from "../reason.ts";
import type { ThemeResult } from "../theme.ts";
import { reportText, wasIdle } from "./report.ts";

const PATH = join(import.meta.dir, "../RESULTS.md");
const PLOTS = join(import.meta.dir, "../../docs/performance");

/** Throws if the machine was not idle: such a run is printed, but not published. */
export async function writeResults(bench: Bench, results: readonly ThemeResult[]): Promise<void> {
  if (!wasIdle(bench.samples, results)) throw new Error(`the machine was not idle: ${PATH} is unchanged`);
  await drawPlotsIfPossible(bench);
  await Bun.write(PATH, `${ABOVE}\n${reportText(bench, results)}\n\n${METHOD}`);
  // Aligns the tables' columns.
  const { success, stderr } = Bun.spawnSync([process.execPath, "fmt", PATH]);
  if (!success) throw new Error(`bun fmt ${PATH}: ${stderr}`);
  bench.say(`written: ${PATH}; copy the figures of docs/performance.md from it`);
}

/** A failure to draw must not lose the figures. */
async function drawPlotsIfPossible(bench: Bench): Promise<void> {
  try {
    await drawPlots(bench, PLOTS);
  } catch (error) {
    bench.facts.add(`**no plots**: ${reasonOf(error)}`);
  }
}

const ABOVE = `# Results of the benchmark

The newest full run on an idle machine, written by \`npm run bench -- --write\`. [performance.md](../docs/performance.md) sums it up.
`;

const METHOD = `## Method

- \`import\`, \`keys create\` and \`serve\` run as processes on a database file, as in production, beside the load generator.
- Servers take turns (A B C, A B C) of two seconds, after a turn each to warm up. A figure is the median of the rounds.
- **Ratio** is the first line's rate divided by this line's, computed within each round: median and range.
- **p50** and **p99** are response times at full load. **Memory** is the server's resident memory after the load.
- Updates go to random pets. An unexpected response or a lost update ends the theme.
- "Commits per update" counts commit marks, each one fsync; strace counts the calls.
- "One list" is timed by a client without other load.
- [Peers](peers): prepared statements, schemas, no log, hashed API keys; same inventory, ledger and durability. npm and
  cargo install pinned versions at first use; without cargo axum is left out.
- [Decision 13](../docs/decisions/0013-what-is-left-to-the-limits.md) explains missed targets.
`;
