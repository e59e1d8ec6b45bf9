// The samples of a theme as Markdown tables: one of its contests, one of its figures.

import { type Bound, type Contest, type Entrant, type Figure, sampleName, type Unit } from "../contest.ts";
import { median, type Samples } from "../samples.ts";

const CONTEST_HEAD = [
  "work",
  "server",
  "rate",
  "range",
  "p50",
  "p99",
  "CPU per request",
  "memory",
  "ratio",
  "target",
  "met",
];
const FIGURE_HEAD = ["figure", "median", "range", "ratio", "target", "met"];

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

/** A Markdown table without the columns that are empty in all rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
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
  const work = index === 0 ? contest.description : "";
  const target = entrant.target === undefined ? "" : boundText(entrant.target);
  const rates = samples.of(name);
  if (rates.length === 0)
    return [work, entrant.description, "not measured", "", "", "", "", "", "", target, ""];
  const ratios = index === 0 ? [] : samples.ratios(sampleName(contest, contest.entrants[0] as Entrant), name);
  const ofTurn = (what: string, format: (value: number) => string) =>
    optional(samples.of(`${name}:${what}`), format);
  return [
    work,
    entrant.description,
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

function figureRow(figure: Figure, samples: Samples): readonly string[] {
  const { name, description, unit, against, target } = figure;
  const values = samples.of(name);
  const format = (value: number) => figureText(value, unit);
  const bound = target === undefined ? "" : figureBoundText(figure);
  if (values.length === 0) return [description, "not measured", "", "", bound, ""];
  const ratios = against === undefined ? [] : samples.ratios(name, against);
  const measured = target?.of === "ratio" ? ratios : values;
  return [
    description,
    format(median(values)),
    range(values, format),
    optional(ratios, (ratio) => `${ratio.toFixed(2)} ×`),
    bound,
    verdict(target, measured.length === 0 ? undefined : median(measured)),
  ];
}

/** Ratio, target and verdict of an entrant. */
export function contestTarget(
  contest: Contest,
  entrant: Entrant,
  samples: Samples,
): [result: string, target: string, met: string] {
  const first = sampleName(contest, contest.entrants[0] as Entrant);
  const ratios = samples.ratios(first, sampleName(contest, entrant));
  const { target } = entrant;
  const measured = ratios.length === 0 ? undefined : median(ratios);
  const result = measured === undefined ? "not measured" : timesText(measured, []);
  return [result, target === undefined ? "" : boundText(target), verdict(target, measured)];
}

/** Figure or ratio, target and verdict. */
export function figureTarget(
  figure: Figure,
  samples: Samples,
): [result: string, target: string, met: string] {
  const { name, unit, against, target } = figure;
  const isRatio = target?.of === "ratio" && against !== undefined;
  const values = isRatio ? samples.ratios(name, against) : samples.of(name);
  const measured = values.length === 0 ? undefined : median(values);
  const format = (value: number) => (isRatio ? timesText(value, []) : figureText(value, unit));
  return [
    measured === undefined ? "not measured" : format(measured),
    figureBoundText(figure),
    verdict(target, measured),
  ];
}

function boundText({ bound, value }: Bound): string {
  return `${bound} ${value} ×`;
}

function figureBoundText({ target, unit }: Figure): string {
  if (target === undefined) return "";
  return target.of === "ratio" ? boundText(target) : `${target.bound} ${figureText(target.value, unit)}`;
}

/** With the range of the ratios, which may vary less than the two figures. */
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

export function rateText(perSecond: number): string {
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
    case "B":
      return `${Math.round(value).toLocaleString("en")} ${unit}`;
    case "each":
      return value.toFixed(4);
  }
}
