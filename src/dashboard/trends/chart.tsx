// The stock over time as a line, or what came in and went out as bars, drawn by uPlot in the page's colors. The table beside it
// has the same figures for those who cannot see it.

import "../ui/valid-language.ts";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { formatCount } from "../language/format.ts";
import { axisTimes } from "./axis-times.ts";
import { type Period, timeFormatOf } from "./period.ts";
import { trendsText } from "../language/en/trends.ts";

interface ChartSeries {
  readonly name: string;
  readonly values: readonly number[];
  /** A CSS custom property, such as `--accent`. */
  readonly color: string;
}

interface ChartProps {
  readonly title: string;
  readonly kind: "line" | "bars";
  /** Seconds since 1970, ascending. */
  readonly times: readonly number[];
  readonly series: readonly ChartSeries[];
  readonly step: Period["step"];
}

const HEIGHT_PX = 220;
/** Room for a time under the chart, such as `10 de out.` */
const TIME_WIDTH_PX = 70;
/** Charts that show the same times also share the pointer's position. */
const CURSOR_KEY = "trends";

export function Chart({ title, kind, times, series, step }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current!;
    let chart: uPlot | undefined;
    const draw = (): void => {
      chart?.destroy();
      const data = [times, ...series.map(({ values }) => values)] as unknown as uPlot.AlignedData;
      chart = new uPlot(optionsOf({ kind, series, step, element }), data, element);
    };
    const sizes = new ResizeObserver(() => chart?.setSize({ width: element.clientWidth, height: HEIGHT_PX }));
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    draw();
    sizes.observe(element);
    scheme.addEventListener("change", draw);
    return () => {
      sizes.disconnect();
      scheme.removeEventListener("change", draw);
      chart?.destroy();
    };
  }, [kind, times, series, step]);
  return (
    <figure class="trend-chart">
      <figcaption>
        <h2>{title}</h2>
      </figcaption>
      <div ref={place} role="img" aria-label={trendsText.chart(title, summaryOf(series))} />
    </figure>
  );
}

/** The last value of each series; the table has all. */
function summaryOf(series: readonly ChartSeries[]): string {
  return series.map(({ name, values }) => trendsText.newest(name, values.at(-1) ?? 0)).join(", ");
}

interface DrawnChart {
  readonly kind: ChartProps["kind"];
  readonly series: readonly ChartSeries[];
  readonly step: Period["step"];
  readonly element: HTMLElement;
}

function optionsOf({ kind, series, step, element }: DrawnChart): uPlot.Options {
  const styles = getComputedStyle(element);
  const color = (name: string): string => styles.getPropertyValue(name).trim();
  const axis = {
    stroke: color("--quiet"),
    font: `12px ${styles.fontFamily}`,
    grid: { stroke: color("--line"), width: 1 },
    ticks: { show: false },
  };
  return {
    width: element.clientWidth,
    height: HEIGHT_PX,
    // Half of the last time is right of the chart.
    padding: [null, TIME_WIDTH_PX / 2, null, null],
    // Days begin at midnight UTC, as in the totals.
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
    legend: { live: true },
    cursor: { sync: { key: CURSOR_KEY }, drag: { x: false, y: false } },
    // The stock is a level: without zero, a small change looks like a collapse.
    scales: { y: { range: (_, least, most) => [Math.min(0, least), Math.max(1, most)] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: TIME_WIDTH_PX,
        values: (_, times, __, ___, apart) => axisTimes(times, apart),
      },
      { ...axis, size: 60, values: (_, values) => values.map((value) => formatCount(value)) },
    ],
    series: [timesOf(step), ...series.map((each) => seriesOf(each, { kind, color: color(each.color) }))],
  };
}

/** Without the pointer, the legend has the newest values. */
function shownValue({ data }: uPlot, series: number, index: number | null): number {
  const values = data[series]!;
  return values[index ?? values.length - 1] ?? 0;
}

function timesOf(step: Period["step"]): uPlot.Series {
  const format = timeFormatOf(step);
  return {
    label: trendsText.from,
    value: (chart, _, series, index) => format.format(shownValue(chart, series, index) * 1000),
  };
}

function seriesOf({ name }: ChartSeries, drawn: { kind: ChartProps["kind"]; color: string }): uPlot.Series {
  const shared = {
    label: name,
    stroke: drawn.color,
    value: (chart: uPlot, _: number | null, at: number, index: number | null) =>
      formatCount(shownValue(chart, at, index)),
  };
  if (drawn.kind === "line") {
    // A step: the stock keeps its level until the next change.
    return { ...shared, width: 2, fill: `${drawn.color}22`, paths: uPlot.paths.stepped!({ align: -1 }) };
  }
  return {
    ...shared,
    fill: drawn.color,
    width: 0,
    points: { show: false },
    paths: uPlot.paths.bars!({ size: [0.7, 40] }),
  };
}
