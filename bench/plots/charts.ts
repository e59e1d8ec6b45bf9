// The plots of the document, as Vega-Lite's charts, made from the samples. A plot whose samples are not there is left out.

import { median, type Samples } from "../samples.ts";
import { SIZES } from "../themes/growth.ts";
import { UPDATE_CONNECTIONS } from "../themes/updates.ts";
import { COLOURS, CONFIG, type Who } from "./look.ts";
import { logScale, type LogScale, spread } from "./scale.ts";

export interface Chart {
  /** Of the theme, and of the file. */
  readonly name: string;
  /** For those who do not see it. */
  readonly words: string;
  readonly spec: object;
}

const WHO = [
  { who: "petstock", label: "petstock" },
  { who: "elysia-sqlite", label: "Elysia + bun:sqlite" },
  { who: "fastify-sqlite", label: "Fastify + better-sqlite3" },
] as const;
const COLOUR = {
  field: "who",
  scale: { domain: Object.keys(COLOURS), range: Object.values(COLOURS) },
  legend: null,
} as const;

export function charts(samples: Samples): readonly Chart[] {
  return [listChart, updateChart, latencyChart, growthChart]
    .map((chart) => chart(samples))
    .filter((chart) => chart !== undefined);
}

interface Row {
  readonly who: Who;
  readonly label: string;
}

function of(samples: Samples, name: string): number | undefined {
  const values = samples.of(name);
  return values.length === 0 ? undefined : median(values);
}

function logAxis({ domain, labels }: LogScale, title: string | null = null) {
  const format = (labels[0] ?? 1) < 1 ? "~g" : ",";
  return {
    title,
    type: "quantitative",
    scale: { type: "log", domain, nice: false },
    axis: { values: labels, format },
  };
}

/** One dot for each, a line of its own. */
function listChart(samples: Samples): Chart | undefined {
  const limits = [
    { who: "limit", label: "limit: a constant body", name: "constant" },
    { who: "limit", label: "limit: nginx, static", name: "nginx" },
  ] as const;
  const rows = ([1_000, 100_000] as const).flatMap((pets) =>
    [...WHO.map((each) => ({ ...each, name: each.who })), ...limits].flatMap(({ name, ...row }) => {
      const rate = of(samples, `list-${pets}-32/${name}`);
      return rate === undefined ? [] : [{ ...row, rate, size: `${pets.toLocaleString("en")} pets` }];
    }),
  );
  if (rows.length === 0) return undefined;
  const scale = logScale(rows.map(({ rate }) => rate));
  const x = { field: "rate", ...logAxis(scale, "lists per second, 32 connections") };
  return {
    name: "lists",
    words: "Lists per second, by size and by who gives them",
    spec: {
      config: CONFIG,
      title: { text: "Lists per second", subtitle: "further right is better; logarithmic" },
      data: { values: rows },
      facet: {
        row: { field: "size", title: null, sort: ["1,000 pets", "100,000 pets"], header: { orient: "top" } },
      },
      resolve: { scale: { y: "independent" } },
      spec: {
        width: 420,
        height: { step: 24 },
        encoding: { y: rowAxis(rows), x, color: COLOUR },
        layer: [
          { mark: { type: "point", filled: true, size: 90, opacity: 1 } },
          {
            mark: { type: "text", align: "left", dx: 9 },
            encoding: { text: { field: "rate", format: ",.3~r" } },
          },
        ],
      },
    },
  };
}

function rowAxis(rows: readonly Row[]) {
  return {
    field: "label",
    type: "nominal",
    title: null,
    sort: [...new Set(rows.map(({ label }) => label))],
    axis: { grid: false, ticks: false, domain: false, labelLimit: 300 },
  };
}

const UPDATE_HEIGHT = 320;

function updateChart(samples: Samples): Chart | undefined {
  const rows = WHO.flatMap((row) =>
    UPDATE_CONNECTIONS.flatMap((connections) => {
      const rate = of(samples, `update-${connections}/${row.who}`);
      return rate === undefined ? [] : [{ ...row, connections, rate }];
    }),
  );
  const limits = [
    { label: "limit: the runtime, an echo", rate: of(samples, "update-64/echo") },
    { label: "limit: the disk, one fsync each", rate: of(samples, "update-1/fsync") },
  ].flatMap(({ label, rate }) => (rate === undefined ? [] : [{ who: "limit" as const, label, rate }]));
  if (rows.length === 0) return undefined;
  const last = UPDATE_CONNECTIONS.at(-1) ?? 1;
  const ends = [...rows.filter(({ connections }) => connections === last), ...limits];
  const scale = logScale([...rows, ...limits].map(({ rate }) => rate));
  const places = spread(
    ends.map(({ rate }) => rate),
    { scale, pixels: UPDATE_HEIGHT, gap: 15 },
  );
  const x = {
    field: "connections",
    type: "quantitative",
    title: "connections",
    scale: { type: "log", base: 2, domain: [1, last], nice: false },
    axis: { values: UPDATE_CONNECTIONS, grid: false },
  };
  const y = { field: "rate", ...logAxis(scale, "durable updates per second") };
  return {
    name: "updates",
    words: "Durable updates per second, by connections and by who makes them",
    spec: {
      config: CONFIG,
      title: { text: "Durable updates per second", subtitle: "higher is better; logarithmic" },
      width: 420,
      height: UPDATE_HEIGHT,
      encoding: { y, color: COLOUR },
      layer: [
        { data: { values: limits }, mark: { type: "rule", strokeDash: [4, 4] } },
        {
          data: { values: rows },
          mark: { type: "line", strokeWidth: 2, point: { filled: true, size: 60 } },
          encoding: { x },
        },
        {
          data: { values: ends.map((end, index) => ({ ...end, place: places[index] })) },
          mark: { type: "text", align: "left", dx: 10, baseline: "middle" },
          encoding: { x: { datum: last }, y: { ...y, field: "place" }, text: { field: "label" } },
        },
      ],
    },
  };
}

const LATENCY_OF = [
  { contest: "list-1000-32", words: "list, 32 connections" },
  { contest: "update-64", words: "durable update, 64 connections" },
  { contest: "mixed-64", words: "95 lists to 5 updates, 64 connections" },
];

/** From what half of the answers took to what 99 of 100 took. */
function latencyChart(samples: Samples): Chart | undefined {
  const rows = LATENCY_OF.flatMap(({ contest, words }) =>
    WHO.flatMap((row) => {
      const p50 = of(samples, `${contest}/${row.who}:p50`);
      const p99 = of(samples, `${contest}/${row.who}:p99`);
      return p50 === undefined || p99 === undefined ? [] : [{ ...row, work: words, p50, p99 }];
    }),
  );
  if (rows.length === 0) return undefined;
  const scale = logScale(rows.flatMap(({ p50, p99 }) => [p50, p99]));
  const x = logAxis(scale, "milliseconds to answer, all connections busy");
  return {
    name: "latency",
    words: "Time to answer, by work and by who answers",
    spec: {
      config: CONFIG,
      title: {
        text: "Time to answer at full load",
        subtitle: "dot: half of the answers; bar: 99 of 100; further left is better; logarithmic",
      },
      data: { values: rows },
      facet: {
        row: {
          field: "work",
          title: null,
          sort: LATENCY_OF.map(({ words }) => words),
          header: { orient: "top" },
        },
      },
      spec: {
        width: 420,
        height: { step: 24 },
        encoding: { y: rowAxis(rows), color: COLOUR },
        layer: [
          {
            mark: { type: "rule", strokeWidth: 2 },
            encoding: { x: { field: "p50", ...x }, x2: { field: "p99" } },
          },
          {
            mark: { type: "tick", thickness: 2, size: 14, opacity: 1 },
            encoding: { x: { field: "p99", ...x } },
          },
          {
            mark: { type: "point", filled: true, size: 80, opacity: 1 },
            encoding: { x: { field: "p50", ...x } },
          },
        ],
      },
    },
  };
}

const GROWTH_OF = [
  { title: "start to ready, seconds", series: [{ name: (pets: number) => `ready-${pets}`, label: "" }] },
  { title: "memory when ready, MB", series: [{ name: (pets: number) => `memory-${pets}`, label: "" }] },
  {
    title: "one list, milliseconds (dashed: after a change)",
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

/** A small plot for each cost, all with the same axis of pets. */
function growthChart(samples: Samples): Chart | undefined {
  const plots = GROWTH_OF.flatMap(({ title, series }) => {
    const rows = series.flatMap(({ name, label }) =>
      SIZES.flatMap((pets) => {
        const value = of(samples, name(pets));
        return value === undefined ? [] : [{ pets, value, label }];
      }),
    );
    return rows.length === 0 ? [] : [growthPlot(title, rows)];
  });
  if (plots.length === 0) return undefined;
  return {
    name: "growth",
    words: "Start, memory, lists and updates from 1,000 to 1,000,000 pets",
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
