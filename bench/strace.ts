// The fsyncs of each update, counted by strace. The main figure is that of the commit marks (database.ts); this one verifies it,
// and includes checkpoints.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Bench } from "./bench.ts";
import { startService } from "./service.ts";
import { authorization, type InventoryDatabase } from "./database.ts";

const CONNECTIONS = 64;

/** Adds the figure; does nothing if strace is missing or not permitted. */
export async function measureFsyncs(
  { children, folder, generator, pace, samples }: Bench,
  database: InventoryDatabase,
): Promise<void> {
  const program = Bun.which("strace");
  if (program === null) return;
  const report = join(folder, "strace.txt");
  // -D: the service stays a child of this process. --seccomp-bpf: its other system calls are not slowed.
  const flags = ["-D", "-f", "-c", "--seccomp-bpf", "-e", "trace=fsync,fdatasync", "-o", report];
  if (Bun.spawnSync([program, ...flags, "true"]).exitCode !== 0) return;
  const service = await startService(children, database, { under: [program, ...flags] });
  const { requests } = await generator.run({
    url: `${service.url}/v1/inventory`,
    headers: authorization(database),
    connections: CONNECTIONS,
    seconds: pace.secondsEach,
    updates: { of: 1_000, every: 1 },
    status: 200,
  });
  await service.stop();
  const calls = await countedCalls(report);
  if (calls !== undefined) samples.add("strace", calls / requests);
}

/** strace writes its report after the service has ended. */
async function countedCalls(report: string): Promise<number | undefined> {
  for (let tries = 0; tries < 50; tries++) {
    const total =
      existsSync(report) && /^100\.00 +\S+ +\S+ +(\d+).* total$/m.exec(readFileSync(report, "utf8"));
    if (total) return Number(total[1]);
    await Bun.sleep(100);
  }
  return undefined;
}
