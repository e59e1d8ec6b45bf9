// Writes docs/performance.md and its plots for `npm run bench -- --write`.

import { join } from "node:path";
import type { Bench } from "../bench.ts";
import { drawPlots, type Plot } from "../plots/draw.ts";
import type { ThemeResult } from "../theme.ts";
import { reportText } from "./report.ts";
import { reasonOf } from "../reason.ts";

const DOCS = join(import.meta.dir, "../../docs");
const PATH = join(DOCS, "performance.md");
const PLOTS = "performance";
/** The theme of a plot that is not named after its theme. */
const THEME_OF: Readonly<Record<string, string>> = { latency: "mixed" };

export async function writeDocument(bench: Bench, results: readonly ThemeResult[]): Promise<void> {
  const plots = await plotsOrNone(bench);
  const shown = new Map(
    plots.map(({ name, description, file }) => [
      THEME_OF[name] ?? name,
      `![${description}](${PLOTS}/${file})`,
    ]),
  );
  await Bun.write(PATH, `${ABOVE}\n${reportText(bench, results, shown)}\n\n${BELOW}`);
  // Aligns the tables' columns.
  const { success, stderr } = Bun.spawnSync([process.execPath, "fmt", PATH]);
  if (!success) throw new Error(`bun fmt ${PATH}: ${stderr}`);
  bench.say(`written: ${PATH}`);
}

/** A failure to draw must not lose the figures. */
async function plotsOrNone(bench: Bench): Promise<readonly Plot[]> {
  try {
    return await drawPlots(bench, join(DOCS, PLOTS));
  } catch (error) {
    bench.facts.add(`**no plots**: ${reasonOf(error)}`);
    return [];
  }
}

const ABOVE = `# Performance

Each target with its result. \`npm run bench\` measures all of them, \`npm run bench -- --only THEME\` one theme,
\`--quick\` measures most of it in under two minutes, \`--write\` writes this page. Compare ratios, not rates: rates depend on the
machine; both sides of a ratio were measured in the same run, in turn. [Method](#method).
`;

const BELOW = `## Method

- The service runs as in production: \`import\`, \`keys create\` and \`serve\` as processes, on a database file. The load
  generator runs on the same machine.
- The peers are idiomatic and fast: prepared statements, schemas for requests and, where it is faster, for responses, no log,
  API keys looked up by SHA-256, the same inventory, ledger and durability:
  [Fastify with better-sqlite3](../bench/peers/fastify-sqlite.js), [Elysia with bun:sqlite](../bench/peers/elysia-sqlite.js),
  [Bun.serve with bun:sqlite](../bench/peers/bun-sqlite.js), [axum with rusqlite](../bench/peers/rust/src/main.rs), which has the
  inventory and its keys in memory and commits in groups, and [Fastify with pg](../bench/peers/fastify-pg.js), which caches its
  keys and writes an update and its ledger row in one statement. npm installs them and cargo builds them at first use, at
  [pinned](../bench/peers/package.json) [versions](../bench/peers/rust/Cargo.lock), with an LTS version of Node; the time of a run
  does not include that. Without cargo the peer with axum is left out. The product does not depend on them.
- The servers of a comparison take turns (A B C, A B C) of two seconds, after one turn each to warm up. A figure is the median of the rounds,
  with its range. A ratio is computed within each round; the table shows the median and the range of the ratios. **Ratio** is
  the rate of the comparison's first line divided by the rate of this line.
- An unexpected response ends the theme, and so does an acknowledged update that is missing in the ledger, the peers' included.
  Updates go to random pets, with random quantities.
- Noise: the variation of a server with constant work, and the share of the processors that other programs used (except in
  PostgreSQL's theme).
- **p50** and **p99** are response times at full load: each connection sends its next request at once. **CPU per request** is
  processor time of the server alone. **Memory** is the server's resident memory after the load.
- "Commits per update" counts the database's commit marks, each of which is one fsync; strace counts the calls.
- [Decision 13](decisions/0013-what-is-left-to-the-limits.md) explains missed targets.
- "One list" and "one list after one change" are timed by a client without other load.
`;
