// A bar chart on a canvas, drawn by uPlot in the page's colors, with the values as text for screen readers.

import "./valid-language.ts";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { formatCount } from "../model/format.ts";

export interface Bar {
  readonly name: string;
  readonly value: number;
  /** A CSS custom property, such as `--accent`. */
  readonly color: string;
}

export interface BarChartProps {
  readonly title: string;
  readonly bars: readonly Bar[];
}

const HEIGHT_PX = 122;

export function BarChart({ title, bars }: BarChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(undefined);
  // A change of the color scheme redraws the latest bars, not the first.
  const latest = useRef(bars);
  latest.current = bars;
  const names = bars.map(({ name }) => name).join();
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const draw = (): void => {
      chart.current?.destroy();
      chart.current = new uPlot(optionsFor(latest.current, element), dataOf(latest.current), element);
    };
    const sizes = new ResizeObserver(() => {
      chart.current?.setSize({ width: element.clientWidth, height: HEIGHT_PX });
    });
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    draw();
    sizes.observe(element);
    scheme.addEventListener("change", draw);
    return () => {
      sizes.disconnect();
      scheme.removeEventListener("change", draw);
      chart.current?.destroy();
    };
  }, [names]);
  useEffect(() => chart.current?.setData(dataOf(bars)), [bars]);
  const values = bars.map(({ name, value }) => `${name}: ${formatCount(value)}`).join(", ");
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <div ref={place} role="img" aria-label={`${title}. ${values}`} />
    </figure>
  );
}

function dataOf(bars: readonly Bar[]): uPlot.AlignedData {
  return [bars.map((_, at) => at), bars.map(({ value }) => value)];
}

function optionsFor(bars: readonly Bar[], element: HTMLElement): uPlot.Options {
  const styles = getComputedStyle(element);
  const color = (name: string): string => styles.getPropertyValue(name).trim();
  const text = { stroke: color("--quiet"), font: `12px ${styles.fontFamily}`, ticks: { show: false } };
  const colors = bars.map((bar) => color(bar.color));
  return {
    width: element.clientWidth,
    height: HEIGHT_PX,
    padding: [18, 4, 0, 4],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: () => [-0.6, bars.length - 0.4] },
      y: { range: (_, __, most) => [0, Math.max(1, most)] },
    },
    axes: [
      {
        ...text,
        grid: { show: false },
        size: 26,
        splits: () => bars.map((_, at) => at),
        values: () => bars.map(({ name }) => name),
      },
      // No axis: each bar has its value above it.
      { show: false },
    ],
    series: [{}, barSeries(colors, color("--accent"))],
    hooks: { draw: [(drawn) => drawValues(drawn, { font: text.font, fill: color("--text") })] },
  };
}

function barSeries(colors: readonly string[], fill: string): uPlot.Series {
  const paths = uPlot.paths.bars!({
    size: [0.72, 64],
    radius: 0.12,
    disp: { fill: { unit: 3, values: () => [...colors] } },
  });
  return { fill, width: 0, points: { show: false }, paths };
}

function drawValues(chart: uPlot, { font, fill }: { font: string; fill: string }): void {
  const { ctx } = chart;
  const [xs, ys] = chart.data;
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.font = font.replace("12px", `${11 * ratio}px`);
  ctx.fillStyle = fill;
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  for (const [at, value] of ys!.entries()) {
    const x = chart.valToPos(xs[at]!, "x", true);
    const y = chart.valToPos(value ?? 0, "y", true);
    ctx.fillText(shortCount(value ?? 0), x, y - 5 * ratio);
  }
  ctx.restore();
}

const SHORT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

function shortCount(value: number): string {
  return value < 100_000 ? formatCount(value) : SHORT.format(value);
}
