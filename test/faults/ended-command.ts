// Runs commands and ends them in the middle.

import type { Inventory } from "../cli/inventory.ts";
import { environment, PROGRAM } from "../support/petstock.ts";
import { until } from "../support/until.ts";

/** Runs a command, and ends it at a given moment; true if it completed before. */
export async function runUntil(
  { folder, url }: Inventory,
  args: readonly string[],
  { isNow, signal = "SIGKILL" }: { isNow: (ranMs: number) => boolean; signal?: NodeJS.Signals },
): Promise<boolean> {
  const startedAt = performance.now();
  const child = Bun.spawn([...PROGRAM, ...args], {
    cwd: folder.path,
    env: environment({ DATABASE_URL: url }),
    stdin: "ignore",
    stdout: "ignore",
    stderr: "ignore",
  });
  await until("the moment", () => child.exitCode !== null || isNow(performance.now() - startedAt));
  child.kill(signal);
  return (await child.exited) === 0;
}

/** How long the command takes if it is not ended, in ms. */
export async function timeOf(inventory: Inventory, args: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  await inventory.runOrThrow(args);
  return performance.now() - startedAt;
}
