// The common parts of several plots: entrants, colours and axes.

import { median, type Samples } from "../samples.ts";
import { COLOURS, type Who } from "./look.ts";
import type { LogScale } from "./scale.ts";

export interface Chart {
  /** The name of the theme and of the file. */
  readonly name: string;
  readonly spec: object;
}

export const WHO = [
  { who: "petstock", label: "petstock" },
  { who: "rust-sqlite", label: "axum + rusqlite" },
  { who: "bun-sqlite", label: "Bun.serve + bun:sqlite" },
  { who: "elysia-sqlite", label: "Elysia + bun:sqlite" },
  { who: "fastify-sqlite", label: "Fastify + better-sqlite3" },
] as const;
export const COLOUR = {
  field: "who",
  scale: { domain: Object.keys(COLOURS), range: Object.values(COLOURS) },
  legend: null,
} as const;

interface Row {
  readonly who: Who;
  readonly label: string;
}

/** Undefined if the samples were not measured. */
export function medianOf(samples: Samples, name: string): number | undefined {
  const values = samples.of(name);
  return values.length === 0 ? undefined : median(values);
}

export function logAxis({ domain, labels }: LogScale, title: string | null = null) {
  const format = (labels[0] ?? 1) < 1 ? "~g" : ",";
  return {
    title,
    type: "quantitative",
    scale: { type: "log", domain, nice: false },
    axis: { values: labels, format },
  };
}

export function rowAxis(rows: readonly Row[]) {
  return {
    field: "label",
    type: "nominal",
    title: null,
    sort: [...new Set(rows.map(({ label }) => label))],
    axis: { grid: false, ticks: false, domain: false, labelLimit: 300 },
  };
}
