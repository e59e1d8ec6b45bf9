// Response times from p50 to p99.

import type { Samples } from "../samples.ts";
import { type Chart, COLOUR, logAxis, medianOf, rowAxis, WHO } from "./chart.ts";
import { CONFIG } from "./look.ts";
import { logScale } from "./scale.ts";

const LATENCY_OF = [
  { contest: "list-1000-32", description: "list, 32 connections" },
  { contest: "update-64", description: "durable update, 64 connections" },
  { contest: "mixed-64", description: "95 lists to 5 updates, 64 connections" },
];

export function latencyChart(samples: Samples): Chart | undefined {
  const rows = LATENCY_OF.flatMap(({ contest, description }) =>
    WHO.flatMap((row) => {
      const p50 = medianOf(samples, `${contest}/${row.who}:p50`);
      const p99 = medianOf(samples, `${contest}/${row.who}:p99`);
      return p50 === undefined || p99 === undefined ? [] : [{ ...row, work: description, p50, p99 }];
    }),
  );
  if (rows.length === 0) return undefined;
  const scale = logScale(rows.flatMap(({ p50, p99 }) => [p50, p99]));
  const x = logAxis(scale, "milliseconds to answer, all connections busy");
  return {
    name: "latency",
    spec: {
      config: CONFIG,
      title: {
        text: "Time to answer at full load",
        subtitle: "dot: p50; bar: up to p99; further left is better; logarithmic",
      },
      data: { values: rows },
      facet: {
        row: {
          field: "work",
          title: null,
          sort: LATENCY_OF.map(({ description }) => description),
          header: { orient: "top" },
        },
      },
      // Not every server does all kinds of work.
      resolve: { scale: { y: "independent" } },
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
