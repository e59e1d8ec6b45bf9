// One run: theme after theme. A theme that fails is reported with its reason, and the next one starts.

import type { Bench } from "./bench.ts";
import { watchOthers } from "./disturbance.ts";
import type { Theme, ThemeResult } from "./theme.ts";
import { CHANGE_SETS } from "./themes/change-sets.ts";
import { GROWTH } from "./themes/growth.ts";
import { LISTS } from "./themes/lists.ts";
import { METRICS } from "./themes/metrics.ts";
import { MILLION } from "./themes/million.ts";
import { MIXED } from "./themes/mixed.ts";
import { POSTGRES } from "./themes/postgres.ts";
import { STREAM_COSTS } from "./themes/streams.ts";
import { UPDATES } from "./themes/updates.ts";
import { YEARS } from "./themes/years.ts";
import { reasonOf } from "./reason.ts";

/** PostgreSQL is last: a database server continues background work after its last query. */
export const THEMES: readonly Theme[] = [
  LISTS,
  UPDATES,
  MIXED,
  METRICS,
  STREAM_COSTS,
  CHANGE_SETS,
  GROWTH,
  YEARS,
  MILLION,
  POSTGRES,
];

/**
 * The result of each theme, including themes that `stopped` interrupted or prevented. Once it is aborted, the run waits
 * for nothing.
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
  const preparing = async () => theme.prepare?.(bench);
  const unprepared = await failureOf(() => Promise.race([preparing(), rejectedBy(stopped)]), stopped);
  const started = performance.now();
  const loadOfOthers = watchOthers();
  const measuring = () => Promise.race([theme.measure(bench), rejectedBy(stopped)]);
  const failure = unprepared ?? (await failureOf(measuring, stopped));
  await bench.children.endAll();
  const seconds = (performance.now() - started) / 1_000;
  // The database server is not a child of this process, so that its load would count as that of other programs.
  const otherLoad = theme === POSTGRES ? undefined : loadOfOthers();
  return { theme, seconds, otherLoad, ...(failure !== undefined && { failure }) };
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
