// The samples of a theme as Markdown tables: one of its contests, one of its figures.

import { type Bound, type Contest, type Entrant, type Figure, sampleName, type Unit } from "../contest.ts";
import { median, type Samples } from "../samples.ts";

const CONTEST_HEAD = [
  "work",
  "who",
  "rate",
  "lowest to highest",
  "half within",
  "99 of 100 within",
  "CPU each",
  "memory after",
  "the first does",
  "target",
  "met",
];
const FIGURE_HEAD = ["what", "median", "lowest to highest", "ratio", "target", "met"];

export function contestTable(contests: readonly Contest[], samples: Samples): string {
  const rows = contests.flatMap((contest) =>
    contest.entrants.map((entrant, index) => entrantRow(contest, entrant, { index, samples })),
  );
  return table(CONTEST_HEAD, rows);
}

export function figureTable(figures: readonly Figure[], samples: Samples): string {
  return table(
    FIGURE_HEAD,
    figures.map((figure) => figureRow(figure, samples)),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const filled = head.map((_, column) => column === 0 || rows.some((row) => row[column] !== ""));
  const lines = [head, head.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.filter((_, at) => filled[at]).join(" | ")} |`).join("\n");
}

function entrantRow(
  contest: Contest,
  entrant: Entrant,
  { index, samples }: { index: number; samples: Samples },
): readonly string[] {
  const name = sampleName(contest, entrant);
  const work = index === 0 ? contest.words : "";
  const target = entrant.target === undefined ? "" : `${entrant.target.bound} ${entrant.target.value}`;
  const rates = samples.of(name);
  if (rates.length === 0) return [work, entrant.words, "not measured", "", "", "", "", "", "", target, ""];
  const ratios = index === 0 ? [] : samples.ratios(sampleName(contest, contest.entrants[0] as Entrant), name);
  const ofTurn = (what: string, format: (value: number) => string) =>
    optional(samples.of(`${name}:${what}`), format);
  return [
    work,
    entrant.words,
    rateText(median(rates)),
    range(rates, rateText),
    ofTurn("p50", msText),
    ofTurn("p99", msText),
    ofTurn("cpu", (us) => `${us.toFixed(us < 1_000 ? 1 : 0)} µs`),
    ofTurn("memory", (mb) => figureText(mb, "MB")),
    optional(ratios, (ratio) => timesText(ratio, ratios)),
    target,
    verdict(entrant.target, ratios.length === 0 ? undefined : median(ratios)),
  ];
}

function figureRow({ name, words, unit, against, target }: Figure, samples: Samples): readonly string[] {
  const values = samples.of(name);
  const format = (value: number) => figureText(value, unit);
  const bound =
    target === undefined
      ? ""
      : `${target.bound} ${target.of === "ratio" ? `${target.value} ×` : format(target.value)}`;
  if (values.length === 0) return [words, "not measured", "", "", bound, ""];
  const ratios = against === undefined ? [] : samples.ratios(name, against);
  const measured = target?.of === "ratio" ? ratios : values;
  return [
    words,
    format(median(values)),
    range(values, format),
    optional(ratios, (ratio) => `${ratio.toFixed(2)} ×`),
    bound,
    verdict(target, measured.length === 0 ? undefined : median(measured)),
  ];
}

/** With its own lowest and highest, since a ratio may be surer than its two figures. */
function timesText(ratio: number, ratios: readonly number[]): string {
  const digits = ratio < 10 ? 2 : 1;
  const between = range(ratios, (each) => each.toFixed(digits));
  return `${ratio.toFixed(digits)} ×${between && ` (${between})`}`;
}

function verdict(target: Bound | undefined, measured: number | undefined): string {
  if (target === undefined || measured === undefined) return "";
  const met = target.bound === "at least" ? measured >= target.value : measured <= target.value;
  return met ? "yes" : "**no**";
}

function optional(values: readonly number[], format: (value: number) => string): string {
  return values.length === 0 ? "" : format(median(values));
}

function range(values: readonly number[], format: (value: number) => string): string {
  return values.length < 2 ? "" : `${format(Math.min(...values))} to ${format(Math.max(...values))}`;
}

function rateText(perSecond: number): string {
  return `${perSecond < 100 ? perSecond.toFixed(1) : Math.round(perSecond).toLocaleString("en")}/s`;
}

function msText(ms: number): string {
  return `${ms < 100 ? ms.toFixed(ms < 1 ? 2 : 1) : Math.round(ms).toLocaleString("en")} ms`;
}

function figureText(value: number, unit: Unit): string {
  switch (unit) {
    case "s":
      return `${value.toFixed(2)} s`;
    case "ms":
      return msText(value);
    case "MB":
      return `${Math.round(value)} MB`;
    case "each":
      return value.toFixed(4);
  }
}
