// The samples as one Markdown table.

import type { Measurement, Target, Unit } from "./measurement.ts";
import { MEASUREMENTS } from "./measurements.ts";
import { median, type Samples, variation } from "./samples.ts";

const HEAD = [
  "what",
  "median",
  "lowest to highest",
  "99 of 100 within",
  "CPU each",
  "ratio",
  "target",
  "met",
];

export function reportTable(samples: Samples): string {
  const rows = [HEAD, HEAD.map(() => "---"), ...MEASUREMENTS.map((each) => rowOf(each, samples))];
  return rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Beyond these something else was using the machine. */
const VARIATION_MAX = 0.1;
const OTHERS_MAX = 0.1;

/**
 * How quiet the machine was: how much the server that does always the same varied, and what others had of the processors
 * meanwhile (0 to 1; undefined where nobody knows). A steady load does not show in the first.
 */
export function noise(samples: Samples, others: number | undefined): string {
  const rates = samples.of("constant");
  const varied = variation(rates);
  const words = [
    `noise: the constant body's rate varied by ${percent(varied)} (standard deviation, ${rates.length} rounds)`,
  ];
  if (others !== undefined) words.push(`others had ${percent(others)} of the processors`);
  const quiet = varied <= VARIATION_MAX && (others ?? 0) <= OTHERS_MAX;
  return `${words.join(", ")}${quiet ? "" : "; **not a quiet machine: trust no figure**"}`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function rowOf(measurement: Measurement, samples: Samples): string[] {
  const { name, words, unit, target } = measurement;
  const values = samples.of(name);
  if (values.length === 0)
    return [words, "not measured", "", "", "", "", target ? targetText(target, unit) : "", ""];
  const value = median(values);
  const ratio = ratioOf(measurement, samples);
  return [
    words,
    figureText(value, unit),
    values.length === 1
      ? ""
      : `${figureText(Math.min(...values), unit)} to ${figureText(Math.max(...values), unit)}`,
    optional(samples.of(`${name}:p99`), (ms) => `${ms.toFixed(1)} ms`),
    optional(samples.of(`${name}:cpu`), (us) => `${us.toFixed(us < 1_000 ? 1 : 0)} µs`),
    ratio === undefined ? "" : `${ratio.toFixed(2)} × ${measurement.against?.name}`,
    target === undefined ? "" : targetText(target, unit),
    target === undefined ? "" : verdict(target, target.of === "ratio" ? ratio : value),
  ];
}

function ratioOf({ name, against }: Measurement, samples: Samples): number | undefined {
  if (against === undefined) return undefined;
  // What does more per second costs less.
  const [above, below] = against.of === "figure" ? [name, against.name] : [against.name, name];
  const ratios = samples.ratios(above, below);
  return ratios.length === 0 ? undefined : median(ratios);
}

function targetText({ of, bound, value }: Target, unit: Unit): string {
  return `${bound} ${of === "ratio" ? String(value) : figureText(value, unit)}`;
}

function verdict({ bound, value }: Target, measured: number | undefined): string {
  if (measured === undefined) return "";
  return (bound === "at least" ? measured >= value : measured <= value) ? "yes" : "**no**";
}

function optional(values: readonly number[], format: (value: number) => string): string {
  return values.length === 0 ? "" : format(median(values));
}

function figureText(value: number, unit: Unit): string {
  switch (unit) {
    case "per second":
      return `${value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString("en")}/s`;
    case "s":
      return `${value.toFixed(2)} s`;
    case "ms":
      return `${value.toFixed(1)} ms`;
    case "MB":
      return `${Math.round(value)} MB`;
    case "each":
      return value.toFixed(4);
  }
}
