// docs/performance.md, written anew by `npm run bench -- --write`.

import { join } from "node:path";

const PATH = join(import.meta.dir, "../docs/performance.md");

export async function writeDocument({
  lines,
  table,
  quick,
}: {
  lines: readonly string[];
  table: string;
  quick: boolean;
}): Promise<void> {
  const date = new Date().toISOString().slice(0, 10);
  const facts = [`${date}, ${quick ? "quick" : "full"} run`, ...lines].map((line) => `- ${line}`).join("\n");
  await Bun.write(PATH, `${ABOVE}\n${facts}\n\n${table}\n\n${BELOW}`);
  // The table's columns, aligned as everywhere.
  const { success, stderr } = Bun.spawnSync([process.execPath, "fmt", PATH]);
  if (!success) throw new Error(`bun fmt ${PATH}: ${stderr}`);
}

const ABOVE = `# Performance

Written by \`npm run bench -- --write\`; \`npm run bench -- --quick\` prints a rougher table in under two minutes.
Absolute figures hold for one machine and one hour. The ratios are what to look at: both sides were measured in the same
run, in turn, round after round.
`;

const BELOW = `## How it is measured

- The service runs as its users run it: \`import\`, \`keys create\`, \`serve\`, each a process, on a database in a file.
  The load generator, which runs on the same machine, is told in the list above.
- Everybody gets a turn in every round, after one round to warm up. A figure is the median of the rounds; a ratio is taken
  within each round, and then its median.
- An answer that is not the expected one ends the run, and so does an update that was acknowledged and is not in the
  ledger. Updates go to random pets, with random quantities.
- Whether the machine was quiet is told in the list above: how much the rate of a server that does always the same
  varied, and what share of the processors went to anything but the benchmark.
- "99 of 100 within" is the time to answer at full load: all connections ask again at once. "CPU each" is the processor
  time of the server alone; two cores, of which the load generator has one, can give it no more than a whole one.
- The echo parses the body and answers in the same form; it checks nothing and stores nothing. The constant body is the
  very list, with its headers.
- "Commits to disk" counts the database's commit marks, each of which is one fsync; strace counts the calls themselves.
- On PostgreSQL everything shares the machine: the load, the service, and one database server, which the benchmark starts
  with its default settings and with its data in the folder of all databases. "CPU each" leaves the database server out.
  Where there are several servers of the service, as many loads run at once; their rates are added, and the slowest one's
  time counts.
- Fastify and pg run by Node, on a database of their own on the same database server: one statement for an update and its
  row in the ledger, keys remembered in memory, the list serialised by a schema
  ([bench/postgres/fastify-service.js](../bench/postgres/fastify-service.js)). npm installs them when first needed.
- "Round trips" are the transactions that the database server counts between a service's start and its end, with a load
  between them, for each list. Lists that come while a question is under way share the next one.
- Slow readers ask for the list and read nothing. Ten come before each of four imports that change every page, and each
  import is followed by a list. Memory is resident memory, MB of 10^6 bytes, sampled 20 times a second.
`;
