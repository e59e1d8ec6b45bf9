// Durable updates per second, by connections, with the limits as dashed lines.

import type { Samples } from "../samples.ts";
import { UPDATE_CONNECTIONS } from "../themes/updates.ts";
import { type Chart, COLOUR, logAxis, medianOf, WHO } from "./chart.ts";
import { CONFIG } from "./look.ts";
import { logScale, spread } from "./scale.ts";

const HEIGHT = 320;

export function updateChart(samples: Samples): Chart | undefined {
  const rows = WHO.flatMap((row) =>
    UPDATE_CONNECTIONS.flatMap((connections) => {
      const rate = medianOf(samples, `update-${connections}/${row.who}`);
      return rate === undefined ? [] : [{ ...row, connections, rate }];
    }),
  );
  const limits = [
    { label: "limit: the runtime, an echo", rate: medianOf(samples, "update-64/echo") },
    { label: "limit: the disk, one fsync each", rate: medianOf(samples, "update-1/fsync") },
  ].flatMap(({ label, rate }) => (rate === undefined ? [] : [{ who: "limit" as const, label, rate }]));
  if (rows.length === 0) return undefined;
  const last = UPDATE_CONNECTIONS.at(-1) ?? 1;
  const ends = [...rows.filter(({ connections }) => connections === last), ...limits];
  const scale = logScale([...rows, ...limits].map(({ rate }) => rate));
  const places = spread(
    ends.map(({ rate }) => rate),
    { scale, pixels: HEIGHT, gap: 15 },
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
    spec: {
      config: CONFIG,
      title: { text: "Durable updates per second", subtitle: "higher is better; logarithmic" },
      width: 420,
      height: HEIGHT,
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
