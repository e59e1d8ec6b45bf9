// A small plot for each of the service's costs, all with the same axis of pets.

import type { Samples } from "../samples.ts";
import { SIZES } from "../themes/growth.ts";
import { type Chart, logAxis, medianOf } from "./chart.ts";
import { COLOURS, CONFIG } from "./look.ts";
import { logScale } from "./scale.ts";

const GROWTH_OF = [
  { title: "start to ready, seconds", series: [{ name: (pets: number) => `ready-${pets}`, label: "" }] },
  { title: "memory when ready, MB", series: [{ name: (pets: number) => `memory-${pets}`, label: "" }] },
  {
    title: "one list, ms (dashed: changed)",
    series: [
      { name: (pets: number) => `list-unchanged-${pets}`, label: "" },
      { name: (pets: number) => `list-changed-${pets}`, label: "after one change" },
    ],
  },
  {
    title: "durable updates per second",
    series: [{ name: (pets: number) => `growth-update/${pets}`, label: "" }],
  },
];

const DASH = {
  field: "label",
  scale: {
    domain: ["", "after one change"],
    range: [
      [1, 0],
      [3, 3],
    ],
  },
  legend: null,
};

export function growthChart(samples: Samples): Chart | undefined {
  const plots = GROWTH_OF.flatMap(({ title, series }) => {
    const rows = series.flatMap(({ name, label }) =>
      SIZES.flatMap((pets) => {
        const value = medianOf(samples, name(pets));
        return value === undefined ? [] : [{ pets, value, label }];
      }),
    );
    return rows.length === 0 ? [] : [growthPlot(title, rows)];
  });
  if (plots.length === 0) return undefined;
  return {
    name: "growth",
    spec: {
      config: CONFIG,
      title: { text: "From 1,000 to 1,000,000 pets", subtitle: "all axes logarithmic" },
      columns: 2,
      spacing: { row: 24, column: 40 },
      concat: plots,
    },
  };
}

function growthPlot(title: string, rows: readonly { pets: number; value: number; label: string }[]): object {
  const axis = { values: SIZES, format: "~s", labelFlush: false };
  const x = { field: "pets", ...logAxis({ domain: [1_000, 1_000_000], labels: SIZES }, "pets"), axis };
  const y = { field: "value", ...logAxis(logScale(rows.map(({ value }) => value))) };
  const line = {
    type: "line",
    color: COLOURS.petstock,
    strokeWidth: 2,
    point: { filled: true, size: 50, color: COLOURS.petstock },
  };
  return {
    title: { text: title, fontSize: 12, fontWeight: "normal", offset: 8 },
    width: 240,
    height: 160,
    data: { values: rows },
    mark: line,
    encoding: { x, y, strokeDash: DASH },
  };
}
