// The samples of a theme as Markdown tables: one of its contests, one of its figures.

import { type Bound, type Contest, type Entrant, type Figure, sampleName, type Unit } from "../contest.ts";
import { median, type Samples } from "../samples.ts";

const CONTEST_HEAD = ["work", "server", "rate, /s", "p50, ms", "p99, ms", "memory, MB", "ratio", "target"];
const FIGURE_HEAD = ["figure", "median", "range", "ratio", "target"];

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
  const work = index === 0 ? contest.description : "";
  const bound = entrant.target === undefined ? "" : boundText(entrant.target);
  const rates = samples.of(name);
  if (rates.length === 0) return [work, entrant.description, "not measured", "", "", "", "", bound];
  const ratios = index === 0 ? [] : samples.ratios(sampleName(contest, contest.entrants[0] as Entrant), name);
  const ofTurn = (what: string, format: (value: number) => string) =>
    optional(samples.of(`${name}:${what}`), format);
  return [
    work,
    entrant.description,
    rateText(median(rates)),
    ofTurn("p50", msNumber),
    ofTurn("p99", msNumber),
    ofTurn("memory", (mb) => Math.round(mb).toLocaleString("en")),
    optional(ratios, (ratio) => timesText(ratio, ratios)),
    bound + verdict(entrant.target, ratios.length === 0 ? undefined : median(ratios)),
  ];
}

function figureRow(figure: Figure, samples: Samples): readonly string[] {
  const { name, description, unit, against, target } = figure;
  const values = samples.of(name);
  const format = (value: number) => figureText(value, unit);
  const bound = target === undefined ? "" : figureBoundText(figure);
  if (values.length === 0) return [description, "not measured", "", "", bound];
  const ratios = against === undefined ? [] : samples.ratios(name, against);
  const measured = target?.of === "ratio" ? ratios : values;
  return [
    description,
    format(median(values)),
    range(values, (value) => figureNumber(value, unit)),
    optional(ratios, (ratio) => ratio.toFixed(2)),
    bound + verdict(target, measured.length === 0 ? undefined : median(measured)),
  ];
}

const SIGN = { "at least": "≥", "at most": "≤" } as const;

function boundText({ bound, value }: Bound): string {
  return `${SIGN[bound]} ${value}`;
}

function figureBoundText({ target, unit }: Figure): string {
  if (target === undefined) return "";
  return target.of === "ratio"
    ? boundText(target)
    : `${SIGN[target.bound]} ${figureText(target.value, unit)}`;
}

/** With the range of the ratios, which may vary less than the two figures. */
function timesText(ratio: number, ratios: readonly number[]): string {
  const format = (each: number) => each.toFixed(ratio < 10 ? 2 : 1);
  const between = range(ratios, format);
  return `${format(ratio)}${between && ` (${between})`}`;
}

function verdict(target: Bound | undefined, measured: number | undefined): string {
  if (target === undefined || measured === undefined) return "";
  const met = target.bound === "at least" ? measured >= target.value : measured <= target.value;
  return met ? ": met" : ": **missed**";
}

function optional(values: readonly number[], format: (value: number) => string): string {
  return values.length === 0 ? "" : format(median(values));
}

function range(values: readonly number[], format: (value: number) => string): string {
  return values.length < 2 ? "" : `${format(Math.min(...values))}–${format(Math.max(...values))}`;
}

function rateText(perSecond: number): string {
  return perSecond < 100 ? perSecond.toFixed(1) : Math.round(perSecond).toLocaleString("en");
}

function msNumber(ms: number): string {
  return ms < 100 ? ms.toFixed(ms < 1 ? 2 : 1) : Math.round(ms).toLocaleString("en");
}

function figureText(value: number, unit: Unit): string {
  return unit === "each" ? figureNumber(value, unit) : `${figureNumber(value, unit)} ${unit}`;
}

function figureNumber(value: number, unit: Unit): string {
  switch (unit) {
    case "s":
      return value.toFixed(2);
    case "ms":
      return msNumber(value);
    case "MB":
    case "B":
      return Math.round(value).toLocaleString("en");
    case "each":
      return value.toFixed(4);
  }
}
