// One run: theme after theme. One that fails is reported with its reason, and the others go on.

import type { Bench } from "./bench.ts";
import { watchOthers } from "./disturbance.ts";
import type { Theme, ThemeResult } from "./theme.ts";
import { GROWTH } from "./themes/growth.ts";
import { LISTS } from "./themes/lists.ts";
import { METRICS } from "./themes/metrics.ts";
import { MILLION } from "./themes/million.ts";
import { MIXED } from "./themes/mixed.ts";
import { POSTGRES } from "./themes/postgres.ts";
import { UPDATES } from "./themes/updates.ts";
import { reasonOf } from "./reason.ts";

/** PostgreSQL last of all: a database server works on by itself after what it was asked to do. */
export const THEMES: readonly Theme[] = [LISTS, UPDATES, MIXED, METRICS, GROWTH, MILLION, POSTGRES];

/**
 * Gives how each went, also those that `stopped` kept from ending or from beginning: once it is aborted, with the reason,
 * nothing is waited for any more.
 */
export async function runThemes(
  bench: Bench,
  themes: readonly Theme[],
  stopped: AbortSignal,
): Promise<readonly ThemeResult[]> {
  const results: ThemeResult[] = [];
  for (const theme of themes) {
    bench.say(`${theme.title}: begins`);
    const result = await runTheme(bench, theme, stopped);
    if (result.failure !== undefined) bench.say(`${theme.title}: ended early: ${result.failure}`);
    results.push(result);
  }
  return results;
}

async function runTheme(bench: Bench, theme: Theme, stopped: AbortSignal): Promise<ThemeResult> {
  const started = performance.now();
  const othersShare = watchOthers();
  const failure = await failureOf(() => Promise.race([theme.measure(bench), rejectedBy(stopped)]), stopped);
  await bench.children.endAll();
  const seconds = (performance.now() - started) / 1_000;
  // The database server is no child of ours, and so would count as somebody else.
  const others = theme === POSTGRES ? undefined : othersShare();
  return { theme, seconds, others, ...(failure !== undefined && { failure }) };
}

async function failureOf(work: () => Promise<void>, stopped: AbortSignal): Promise<string | undefined> {
  try {
    stopped.throwIfAborted();
    await work();
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
  );
}
