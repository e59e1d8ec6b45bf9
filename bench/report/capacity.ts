// A small capacity model, fitted to a run, that extrapolates to more connections, larger lists, more servers and more stores.
// docs/scaling.md has its assumptions.

import { median, type Samples } from "../samples.ts";
import { UPDATE_CONNECTIONS } from "../themes/updates.ts";

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The samples of sequential lists, by the number of pets. */
const LISTS = new Map([
  [1_000, "list-1000-1/petstock"],
  [100_000, "list-100000-1/petstock"],
  [1_000_000, "list-1m/petstock"],
]);

/** y = fixed + each * x; both in µs. */
interface Line {
  readonly fixed: number;
  readonly each: number;
}

/** Fits the line by least squares of the relative errors, so that small figures count as much as large ones. */
function fitLine(points: readonly Point[]): Line {
  const sum = (term: (point: Point) => number) =>
    points.reduce((total, point) => total + term(point) / point.y ** 2, 0);
  const [n, x, y, xx, xy] = [
    sum(() => 1),
    sum((p) => p.x),
    sum((p) => p.y),
    sum((p) => p.x ** 2),
    sum((p) => p.x * p.y),
  ];
  const each = (n * xy - x * y) / (n * xx - x ** 2);
  return { fixed: (y - each * x) / n, each };
}

const at = ({ fixed, each }: Line, x: number): number => fixed + each * x;

/** Empty if the run lacks the samples for it. */
export function capacityText(samples: Samples): string {
  const rounds = measuredAt(UPDATE_CONNECTIONS, (n) => (n / medianOf(samples, `update-${n}/petstock`)) * 1e6);
  const lists = measuredAt([...LISTS.keys()], (pets) => 1e6 / medianOf(samples, LISTS.get(pets) ?? ""));
  if (rounds === undefined || lists === undefined) return "";
  const [round, list] = [fitLine(rounds), fitLine(lists)];
  const rows = [
    ...updates(rounds, round),
    ...singleLists(lists, list),
    ...stores(samples),
    ...servers(samples),
  ];
  const words = `The model: a round of updates takes ${round.fixed.toFixed(0)} µs plus ${round.each.toFixed(1)} µs for each connection; a list takes
${list.fixed.toFixed(0)} µs plus ${(list.each * 1e3).toFixed(1)} ns for each pet. Lists are sequential. Lines without a measured rate are extrapolated;
[scaling.md](../docs/scaling.md#capacity-model) has the assumptions.`;
  const head = ["| work | measured | model | error |", "| --- | --- | --- | --- |"];
  return ["## Capacity", words, [...head, ...rows].join("\n")].join("\n\n");
}

function updates(rounds: readonly Point[], round: Line): readonly string[] {
  const rate = (n: number) => perSecond((n / at(round, n)) * 1e6);
  const words = (n: number) => `updates, ${count(n)} ${n === 1 ? "connection" : "connections"}`;
  return [
    ...rounds.map(({ x, y }) => row(words(x), [perSecond((x / y) * 1e6), rate(x)], y / at(round, x))),
    ...[1_000, 10_000].map((n) => row(words(n), ["", rate(n)])),
  ];
}

function singleLists(lists: readonly Point[], list: Line): readonly string[] {
  const words = (pets: number) => `list of ${count(pets)} pets`;
  return [
    ...lists.map(({ x, y }) => row(words(x), [ms(y), ms(at(list, x))], at(list, x) / y)),
    row(words(1e7), ["", ms(at(list, 1e7))]),
  ];
}

/** Stores that share a machine, each a process with its own file. The processors or the disk are the limit. */
function stores(samples: Samples): readonly string[] {
  const cpuUs = medianOf(samples, "update-64/petstock:cpu");
  const perCommit = medianOf(samples, "update-64/petstock:commits");
  const fsyncs = medianOf(samples, "update-1/fsync");
  if ([cpuUs, perCommit, fsyncs].some(Number.isNaN)) return [];
  return [8, 32].map((cores) => {
    const byCpu = (cores * 1e6) / cpuUs;
    const byDisk = fsyncs / perCommit;
    const ends = byCpu < byDisk ? "limited by the processors" : "limited by the disk";
    return row(`updates of many stores on ${cores} cores; ${ends}`, ["", perSecond(Math.min(byCpu, byDisk))]);
  });
}

/** Servers on one PostgreSQL, each with a core of its own. */
function servers(samples: Samples): readonly string[] {
  const cpuUs = medianOf(samples, "postgres-list/petstock:cpu");
  const roundTrips = medianOf(samples, "round-trips-list");
  if (Number.isNaN(cpuUs) || Number.isNaN(roundTrips)) return [];
  return [1, 3, 10].map((size) => {
    const lists = (size * 1e6) / cpuUs;
    const words = `lists from ${size} ${size === 1 ? "server" : "servers"} on PostgreSQL (${perSecond(lists * roundTrips)} round trips)`;
    return row(words, ["", perSecond(lists)]);
  });
}

function measuredAt(xs: readonly number[], y: (x: number) => number): readonly Point[] | undefined {
  const all = xs.map((x) => ({ x, y: y(x) }));
  return all.some((point) => Number.isNaN(point.y)) ? undefined : all;
}

function medianOf(samples: Samples, name: string): number {
  return median(samples.of(name));
}

function row(work: string, [measured = "", modelled = ""]: readonly string[], ratio?: number): string {
  const error =
    ratio === undefined ? "" : `${ratio < 1 ? "−" : "+"}${Math.abs((ratio - 1) * 100).toFixed(0)} %`;
  return `| ${work} | ${measured} | ${modelled} | ${error} |`;
}

const count = (value: number) => value.toLocaleString("en");
const perSecond = (value: number) => `${count(Math.round(value))}/s`;
const ms = (us: number) => `${(us / 1e3).toFixed(us < 1e4 ? 2 : 0)} ms`;
