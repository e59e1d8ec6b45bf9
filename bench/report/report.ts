// A run as Markdown: the facts of the run, then each theme with its tables.

import type { Bench } from "../bench.ts";
import { contestsAt, type Pace } from "../pace.ts";
import { type Samples, variation } from "../samples.ts";
import type { ThemeResult } from "../theme.ts";
import { capacityText } from "./capacity.ts";
import { contestTable, figureTable } from "./tables.ts";

/** Beyond these the machine was not idle. */
const VARIATION_MAX = 0.1;
const OTHERS_MAX = 0.1;
const CONSTANT_WORK = "list-1000-32/constant";

export function reportText({ facts, pace, samples }: Bench, all: readonly ThemeResult[]): string {
  const results = all.map((result) => measuredAt(pace, result));
  const date = new Date().toISOString().slice(0, 10);
  const seconds = results.reduce((sum, each) => sum + each.seconds, 0);
  const lines = [`${date}, ${pace.description}, ${minutes(seconds)}`, ...facts, noise(samples, results)];
  const parts = results.map((result) => themeText(result, samples));
  const run = `## The run\n\n${lines.map((line) => `- ${line}`).join("\n")}`;
  const texts = [run, ...parts, capacityText(samples)];
  return texts.filter((part) => part !== "").join("\n\n");
}

/** Without what a run of this pace leaves out. */
function measuredAt(pace: Pace, result: ThemeResult): ThemeResult {
  const { theme } = result;
  return { ...result, theme: { ...theme, contests: contestsAt(pace, theme.contests) } };
}

function themeText({ theme, failure }: ThemeResult, samples: Samples): string {
  return [
    `## ${theme.title}`,
    failure === undefined ? "" : `**Ended early: ${failure}.** What was measured until then:`,
    theme.description,
    ...(theme.contests.length > 0 ? [contestTable(theme.contests, samples)] : []),
    theme.figures.length === 0 ? "" : figureTable(theme.figures, samples),
    theme.contests.length + theme.figures.length === 0 ? "Only a full run measures this." : "",
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** False if the machine was known not to be idle: such figures are not published. */
export function wasIdle(samples: Samples, results: readonly ThemeResult[]): boolean {
  const { varied, others } = disturbances(samples, results);
  return (varied ?? 0) <= VARIATION_MAX && (others ?? 0) <= OTHERS_MAX;
}

/**
 * The variation of a server with constant work, and the share of the processors that other programs used, in the theme with
 * the largest share. A steady load shows only in the second.
 */
function disturbances(samples: Samples, results: readonly ThemeResult[]) {
  const rates = samples.of(CONSTANT_WORK);
  const shares = results.flatMap(({ otherLoad }) => (otherLoad === undefined ? [] : [otherLoad]));
  return {
    rounds: rates.length,
    varied: rates.length < 2 ? undefined : variation(rates),
    others: shares.length === 0 ? undefined : Math.max(...shares),
  };
}

function noise(samples: Samples, results: readonly ThemeResult[]): string {
  const { rounds, varied, others } = disturbances(samples, results);
  const words = [
    varied === undefined
      ? "noise: unknown, a single round"
      : `noise: the constant body's rate varied by ${percent(varied)} (standard deviation, ${rounds} rounds)`,
    others === undefined
      ? "the share of other programs is unknown"
      : `other programs used at most ${percent(others)} of the processors`,
  ];
  return `${words.join(", ")}${wasIdle(samples, results) ? "" : "; **the machine was not idle: do not rely on these figures**"}`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function minutes(seconds: number): string {
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} minutes`;
}
