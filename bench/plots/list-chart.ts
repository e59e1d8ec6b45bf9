// Lists per second, by size: one line for each server.

import type { Samples } from "../samples.ts";
import { type Chart, COLOUR, logAxis, medianOf, rowAxis, WHO } from "./chart.ts";
import { CONFIG } from "./look.ts";
import { logScale } from "./scale.ts";

export function listChart(samples: Samples): Chart | undefined {
  const limits = [
    { who: "limit", label: "limit: a constant body", name: "constant" },
    { who: "limit", label: "limit: nginx, static", name: "nginx" },
  ] as const;
  const rows = ([1_000, 100_000] as const).flatMap((pets) =>
    [...WHO.map((each) => ({ ...each, name: each.who })), ...limits].flatMap(({ name, ...row }) => {
      const rate = medianOf(samples, `list-${pets}-32/${name}`);
      return rate === undefined ? [] : [{ ...row, rate, size: `${pets.toLocaleString("en")} pets` }];
    }),
  );
  if (rows.length === 0) return undefined;
  const scale = logScale(rows.map(({ rate }) => rate));
  const x = { field: "rate", ...logAxis(scale, "lists per second, 32 connections") };
  return {
    name: "lists",
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
