// Runs commands and ends them in the middle.

import type { Inventory } from "../cli/inventory.ts";
import { environment, PROGRAM } from "../support/petstock.ts";
import { until } from "../support/until.ts";

interface End {
  readonly isNow: (ranMs: number) => boolean;
  readonly signal?: NodeJS.Signals;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a command, and ends it at a given moment; true if it completed before. */
export async function runUntil(
  { folder, url }: Pick<Inventory, "folder" | "url">,
  args: readonly string[],
  { isNow, signal = "SIGKILL", env }: End,
): Promise<boolean> {
  const startedAt = performance.now();
  const child = Bun.spawn([...PROGRAM, ...args], {
    cwd: folder.path,
    env: environment({ DATABASE_URL: url, ...env }),
    stdin: "ignore",
    stdout: "ignore",
    stderr: "ignore",
  });
  await until("the moment", () => child.exitCode !== null || isNow(performance.now() - startedAt));
  child.kill(signal);
  return (await child.exited) === 0;
}

/** Kills the command at a random moment of the time that it takes, or a little later; true if it completed before. */
export function runAndKill(
  inventory: Inventory,
  args: readonly string[],
  { wholeMs, random }: { wholeMs: number; random: () => number },
): Promise<boolean> {
  const killMs = (0.3 + 0.8 * random()) * wholeMs;
  return runUntil(inventory, args, { isNow: (ranMs) => ranMs > killMs });
}

/** How long the command takes if it is not ended, in ms. */
export async function timeOf(inventory: Inventory, args: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  await inventory.runOrThrow(args);
  return performance.now() - startedAt;
}
