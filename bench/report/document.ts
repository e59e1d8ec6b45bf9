// docs/performance.md and its plots, written anew by `npm run bench -- --write`.

import { join } from "node:path";
import type { Bench } from "../bench.ts";
import { drawPlots, type Plot } from "../plots/draw.ts";
import type { ThemeResult } from "../theme.ts";
import { reportText } from "./report.ts";
import { reasonOf } from "../reason.ts";

const DOCS = join(import.meta.dir, "../../docs");
const PATH = join(DOCS, "performance.md");
const PLOTS = "performance";
/** Where the plots go that are no theme's own. */
const THEME_OF: Readonly<Record<string, string>> = { latency: "mixed" };

export async function writeDocument(bench: Bench, results: readonly ThemeResult[]): Promise<void> {
  const plots = await plotsOrNone(bench);
  const shown = new Map(
    plots.map(({ name, words, file }) => [THEME_OF[name] ?? name, `![${words}](${PLOTS}/${file})`]),
  );
  await Bun.write(PATH, `${ABOVE}\n${reportText(bench, results, shown)}\n\n${BELOW}`);
  // The tables' columns, aligned as everywhere.
  const { success, stderr } = Bun.spawnSync([process.execPath, "fmt", PATH]);
  if (!success) throw new Error(`bun fmt ${PATH}: ${stderr}`);
  bench.say(`written: ${PATH}`);
}

/** The figures are worth more than their plots. */
async function plotsOrNone(bench: Bench): Promise<readonly Plot[]> {
  try {
    return await drawPlots(bench, join(DOCS, PLOTS));
  } catch (error) {
    bench.facts.add(`**no plots**: ${reasonOf(error)}`);
    return [];
  }
}

const ABOVE = `# Performance

Written by \`npm run bench -- --write\`; \`npm run bench -- --quick\` prints rougher tables in under two minutes, and
\`--only <theme>\` one of them. Absolute figures hold for one machine and one hour. The ratios are what to look at: both
sides were measured in the same run, in turn, round after round.
`;

const BELOW = `## How it is measured

- The service runs as its users run it: \`import\`, \`keys create\`, \`serve\`, each a process, on a database in a file.
  The load generator, which runs on the same machine, is told in the list above.
- The peers are written as their users write them, and well: prepared statements, schemas for what comes in and, where it
  is faster, for what goes out, no log, API keys looked up by their SHA-256, the same inventory, the same ledger, the same
  durability. See [Fastify with better-sqlite3](../bench/peers/fastify-sqlite.js),
  [Elysia with bun:sqlite](../bench/peers/elysia-sqlite.js) and [Fastify with pg](../bench/peers/fastify-pg.js), which
  remembers its keys in memory and makes an update and its row in the ledger one statement. npm installs them when first
  needed, at the exact versions of [their own list](../bench/peers/package.json), with a Node of the line that has
  long-term support; the product depends on none of them.
- In each contest the entrants take turns (A B C, A B C) after one turn each to warm up. A figure is the median of the
  rounds; a ratio is taken within each round, then its median, with the lowest and the highest in brackets. "The first
  does" is how many times as much the first line of its contest does as this one.
- An answer that is not the expected one ends its theme, and so does an update that was acknowledged and is not in the
  ledger, the peers' too. Updates go to random pets, with random quantities.
- Whether the machine was quiet is told in the list above: how much the rate of a server that does always the same
  varied, and what share of the processors went to anything but the benchmark (PostgreSQL's theme aside).
- "Half within" and "99 of 100 within" are times to answer at full load: all connections ask again at once. "CPU each" is
  the processor time of the server alone; two cores, of which the load generator has one, can give it no more than a whole
  one. "Memory after" is what the server held when the load had ended.
- "Commits to disk" counts the database's commit marks, each of which is one fsync; strace counts the calls themselves.
- Where a target is missed, [decision 13](decisions/0013-what-is-left-to-the-limits.md) tells what was found and tried.
- "One list" and "one list after one change" are timed by a client that does nothing else at the time.
`;
