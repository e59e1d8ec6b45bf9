// Reads /metrics of a service as Prometheus does.

import { TestService } from "./service.ts";
import { until } from "./until.ts";

/** For the start of a service that shows its metrics. */
export const WITH_METRICS = ["--metrics-address", "127.0.0.1:0"] as const;

export async function metricsUrlOf({ log }: TestService): Promise<string> {
  const line = await until("the metrics' address", () => log.find(({ msg }) => msg === "metrics_listening"));
  return `${line["url"]}/metrics`;
}

export interface Scrape {
  readonly text: string;
  /** `counter`, `gauge` or `histogram` by name. */
  readonly types: ReadonlyMap<string, string>;
  /** Values by series, as it is written: `name{label="value"}`. */
  readonly values: ReadonlyMap<string, number>;
  /** Throws if there is no such series. */
  value(series: string): number;
}

export async function scrape(service: TestService): Promise<Scrape> {
  const response = await fetch(await metricsUrlOf(service));
  if (response.status !== 200) throw new Error(`the metrics were answered with ${response.status}`);
  return readScrape(await response.text());
}

export function readScrape(text: string): Scrape {
  const types = new Map(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name!, type!] as const),
  );
  const samples = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const values = new Map(
    samples.map((line) => {
      const [, series, value] = /^([a-z_]+(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
      if (series === undefined) throw new Error(`this is no sample: ${line}`);
      return [series, Number(value)] as const;
    }),
  );
  const value = (series: string) => {
    const found = values.get(series);
    if (found === undefined) throw new Error(`there is no ${series} in:\n${text}`);
    return found;
  };
  return { text, types, values, value };
}
