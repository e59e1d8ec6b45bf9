// docs/metrics.md has exactly the existing metrics, and the examples use only these.

import { parser } from "@prometheus-io/lezer-promql";
import { beforeAll, describe, expect, test } from "bun:test";
import { HeldLock } from "../http/held-lock.ts";
import { type Scrape, scrape, WITH_METRICS } from "../support/metrics.ts";
import { TestService } from "../support/service.ts";
import { codesIn, read, type Row, tableUnder } from "./document.ts";

const START_MS_MAX = 30_000;

const document = await read("docs/metrics.md");
const rows = tableUnder(document, "Metrics list");
/** Labels that Prometheus and histograms add. */
const PROMETHEUS_LABELS = ["instance", "job", "le"];
const nameOf = (row: Row) => codesIn(row["name"]!)[0]!;
const labelsOf = (row: Row) => codesIn(row["labels"]!);

let shown: Scrape;

/** Scrapes a service in which every metric with labels has a series. */
beforeAll(async () => {
  await using service = await TestService.start({
    rows: ["1,1,available"],
    args: [...WITH_METRICS, "--lock-timeout", "50ms"],
  });
  const key = await service.makeKey();
  await service.list(key);
  await service.list("petstock_nonsense");
  {
    using _ = new HeldLock(service);
    expect((await service.update(key, 1, 2)).status).toBe(503);
  }
  shown = await scrape(service);
}, START_MS_MAX);

describe("the metrics", () => {
  test("are in the table with their type, exactly once", () => {
    const documented = rows.map((row) => `${nameOf(row)} ${row["type"]}`);
    const real = [...shown.types].map(([name, type]) => `${name} ${type}`);
    expect(documented.toSorted()).toEqual(real.toSorted());
  });

  test.each(rows.map((row) => [nameOf(row), row] as const))("%s has its labels there", (name, row) => {
    const series = [...shown.values.keys()].filter((each) => metricOf(each) === name);
    expect(series.length).toBeGreaterThan(0);
    const labels = series.flatMap((each) => [...each.matchAll(/([a-z]+)="([^"]*)"/g)]);
    const names = new Set(labels.map(([, label]) => label!).filter((label) => label !== "le"));
    expect([...names].toSorted()).toEqual(labelsOf(row).toSorted());
    expect(row["meaning"]).not.toBe("");
    // Labels such as version and status have no closed set of values.
    const closed = labels.filter(([, label]) => ["operation", "code", "reason", "engine"].includes(label!));
    for (const [, label, value] of closed) expect(valuesOf(label!)).toContain(value!);
  });

  test("have Prometheus' names: counters end in _total, and units are base units", () => {
    for (const [name, type] of shown.types) {
      expect(name).toMatch(/^(?:petstock|process)_[a-z]+(?:_[a-z]+)*$/);
      expect(name.endsWith("_total")).toBe(type === "counter");
      expect(name).not.toMatch(/_(?:ms|milliseconds|kb|mb|percent)(?:_|$)/);
    }
  });
});

describe("the examples", () => {
  const dashboard = async () => JSON.parse(await read("examples/monitoring/dashboard.json")) as Dashboard;
  const rules = async () => {
    const { groups } = Bun.YAML.parse(await read("examples/monitoring/alerts.yaml")) as {
      groups: { rules: Alert[] }[];
    };
    return groups.flatMap((group) => group.rules);
  };

  test("every alert uses existing metrics and says what is wrong", async () => {
    const alerts = await rules();
    const names = alerts.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
    expect(alerts.length).toBeGreaterThan(8);
    for (const { expr, labels, annotations } of alerts) {
      expectKnown(expr);
      expect(["warning", "critical"]).toContain(labels.severity);
      expect(annotations.summary).not.toBe("");
      expect(annotations.description).not.toBe("");
    }
  });

  test("every dashboard panel uses existing metrics and has its own place", async () => {
    const { panels } = await dashboard();
    const asking = panels.filter(({ type }) => type !== "row");
    expect(asking.length).toBeGreaterThan(10);
    for (const { title, targets = [] } of asking) {
      if (targets.length === 0) throw new Error(`${title} has no queries`);
      for (const { expr } of targets) expectKnown(expr.replaceAll("$__rate_interval", "5m"));
    }
    const places = panels.flatMap(({ gridPos }) => cellsOf(gridPos));
    expect(new Set(places).size).toBe(places.length);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });

  test("together they use every metric of the table", async () => {
    const texts = [
      await read("examples/monitoring/dashboard.json"),
      await read("examples/monitoring/alerts.yaml"),
    ];
    const used = new Set(
      texts.flatMap((text) => text.match(/\b(?:petstock|process)_[a-z_]+/g) ?? []).map(familyOf),
    );
    expect(rows.map(nameOf).filter((name) => !used.has(name))).toEqual([]);
  });

  test("the queries in the document use existing metrics", () => {
    const questions = tableUnder(document, "Queries").map((row) => codesIn(row["PromQL"]!)[0]!);
    expect(questions.length).toBeGreaterThan(3);
    for (const question of questions) expectKnown(question);
  });

  test("a query of an unknown metric is found", () => {
    expect(() => expectKnown("rate(petstock_requests_total[5m]")).toThrow("is no PromQL");
    expect(() => expectKnown("petstock_nothing")).toThrow("petstock_nothing");
    expect(() => expectKnown('petstock_requests_total{method="GET"}')).toThrow("method");
    expect(() => expectKnown('petstock_ready{status="200"}')).toThrow("status");
    expect(() => expectKnown("sum by (colour) (petstock_ready)")).toThrow("colour");
    expect(() => expectKnown("petstock_requests_total_sum")).toThrow("petstock_requests_total_sum");
  });
});

interface Alert extends Readonly<Record<"alert" | "expr", string>> {
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}

interface Dashboard {
  readonly panels: readonly {
    readonly id: number;
    readonly type: string;
    readonly title: string;
    readonly gridPos: Place;
    readonly targets?: readonly { readonly expr: string }[];
  }[];
}

type Place = Readonly<Record<"x" | "y" | "w" | "h", number>>;

function cellsOf({ x, y, w, h }: Place): string[] {
  expect(x + w).toBeLessThanOrEqual(24);
  return Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`);
}

/** The metric's name in the table, for one of its series. */
function metricOf(series: string): string {
  return familyOf(series.replace(/\{.*/, ""));
}

function familyOf(name: string): string {
  const family = name.replace(/_(?:bucket|sum|count)$/, "");
  return shown.types.get(family) === "histogram" ? family : name;
}

/** The documented values of a label, from all rows that have it. */
function valuesOf(label: string): string[] {
  return rows.filter((row) => labelsOf(row).includes(label)).flatMap((row) => codesIn(row["meaning"]!));
}

/** Throws if the query is not PromQL, or uses an unknown metric or an unknown label of a metric. */
function expectKnown(promQl: string): void {
  const unknown: string[] = [];
  /** The labels of the selected metric; outside a selector, such as in a grouping, those of all metrics. */
  let labels = rows.flatMap(labelsOf);
  parser.parse(promQl).iterate({
    enter({ type, from, to, node }) {
      const text = promQl.slice(from, to);
      if (type.isError) throw new Error(`${promQl} is no PromQL, from ${JSON.stringify(text)} on`);
      if (type.name === "LabelName" && ![...PROMETHEUS_LABELS, ...labels].includes(text)) unknown.push(text);
      if (type.name !== "Identifier" || node.parent?.name !== "VectorSelector" || text === "up") return;
      const row = rows.find((each) => nameOf(each) === familyOf(text));
      if (row === undefined) unknown.push(text);
      else labels = labelsOf(row);
    },
    leave({ type }) {
      if (type.name === "VectorSelector") labels = rows.flatMap(labelsOf);
    },
  });
  if (unknown.length > 0) throw new Error(`${promQl} uses ${unknown.join(", ")}, which does not exist`);
}
