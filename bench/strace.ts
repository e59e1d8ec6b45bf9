// How many fsyncs an update costs as the system sees it: the service under strace, which counts them. The main figure is
// that of the commit marks (stock.ts); this one checks it, and has the checkpoints in it.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Bench } from "./bench.ts";
import { startService } from "./service.ts";
import { authorization, type Stock } from "./stock.ts";

const CONNECTIONS = 64;

/** Adds the figure; does nothing where there is no strace, or it may not trace. */
export async function measureFsyncs(
  { children, folder, generator, pace, samples }: Bench,
  stock: Stock,
): Promise<void> {
  const program = Bun.which("strace");
  if (program === null) return;
  const report = join(folder, "strace.txt");
  // -D: the service stays our own child. --seccomp-bpf: no other call of it is slowed.
  const flags = ["-D", "-f", "-c", "--seccomp-bpf", "-e", "trace=fsync,fdatasync", "-o", report];
  if (Bun.spawnSync([program, ...flags, "true"]).exitCode !== 0) return;
  const service = await startService(children, stock, { under: [program, ...flags] });
  const { requests } = await generator.run({
    url: `${service.url}/v1/inventory`,
    headers: authorization(stock),
    connections: CONNECTIONS,
    seconds: pace.secondsEach,
    updates: { of: 1_000, every: 1 },
    status: 200,
  });
  await service.stop();
  const calls = await countedCalls(report);
  if (calls !== undefined) samples.add("strace", calls / requests);
}

/** The report is there a moment after the service has ended. */
async function countedCalls(report: string): Promise<number | undefined> {
  for (let tries = 0; tries < 50; tries++) {
    const total =
      existsSync(report) && /^100\.00 +\S+ +\S+ +(\d+).* total$/m.exec(readFileSync(report, "utf8"));
    if (total) return Number(total[1]);
    await Bun.sleep(100);
  }
  return undefined;
}
