// The plots of the document, from the samples. A plot without samples is omitted.

import type { Samples } from "../samples.ts";
import type { Chart } from "./chart.ts";
import { growthChart } from "./growth-chart.ts";
import { latencyChart } from "./latency-chart.ts";
import { listChart } from "./list-chart.ts";
import { updateChart } from "./update-chart.ts";

export function charts(samples: Samples): readonly Chart[] {
  return [listChart, updateChart, latencyChart, growthChart]
    .map((chart) => chart(samples))
    .filter((chart) => chart !== undefined);
}
