// The alerts fire when they must and not otherwise, evaluated by Prometheus' promtool: the cases are in the files beside this one.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";

setDefaultTimeout(60_000);

const RULES = "examples/monitoring/alerts.yaml";
const CASES = readdirSync(import.meta.dir).filter((name) => name.endsWith(".yaml"));

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly store?: string };
}

interface Case {
  readonly name: string;
  readonly input_series: readonly { readonly series: string }[];
  readonly alert_rule_test?: readonly {
    readonly alertname: string;
    readonly exp_alerts: readonly object[];
  }[];
  readonly promql_expr_test?: readonly { readonly exp_samples: readonly { readonly labels: string }[] }[];
}

const promtool = Bun.which("promtool");
if (promtool === null) console.warn("skipped: the alerts need promtool (Debian: apt-get install prometheus)");

async function parsed<T>(path: string): Promise<T> {
  return Bun.YAML.parse(await Bun.file(path).text()) as T;
}

async function casesIn(name: string): Promise<readonly Case[]> {
  return (await parsed<{ tests: Case[] }>(join(import.meta.dir, name))).tests;
}

/** What a case expects to fire. */
function firedIn({ alert_rule_test = [], promql_expr_test = [] }: Case): readonly string[] {
  const alerts = alert_rule_test.filter((each) => each.exp_alerts.length > 0);
  const samples = promql_expr_test.flatMap((each) => each.exp_samples);
  return [
    ...alerts.map(({ alertname }) => alertname),
    ...samples.map(({ labels }) => /alertname="(\w+)"/.exec(labels)![1]!),
  ];
}

describe.if(promtool !== null)("promtool", () => {
  const run = (...words: string[]) => {
    const { exitCode, stdout, stderr } = Bun.spawnSync([promtool!, ...words]);
    expect({ exitCode, told: exitCode === 0 ? "" : `${stdout}${stderr}` }).toEqual({ exitCode: 0, told: "" });
  };

  // With the rules that it names.
  test("takes the configuration", () => run("check", "config", "examples/monitoring/prometheus.yaml"));

  test.each(CASES)("finds each alert as in %s", (name) => run("test", "rules", join(import.meta.dir, name)));
});

describe("the cases", async () => {
  const { groups } = await parsed<{ groups: { rules: Rule[] }[] }>(RULES);
  const rules = groups.flatMap((group) => group.rules);

  test("have one in which each alert fires", async () => {
    const cases = (await Promise.all(CASES.map(casesIn))).flat();
    const fired = new Set(cases.flatMap(firedIn));
    expect(rules.map(({ alert }) => alert).filter((alert) => !fired.has(alert))).toEqual([]);
  });

  test("have rules that all name the store, but those on all servers together", () => {
    const [{ store } = { store: undefined }] = rules.map(({ labels }) => labels);
    expect(store).toContain("petstock_store_info");
    const others = rules.filter(({ labels }) => labels.store !== store).map(({ alert }) => alert);
    expect(others).toEqual(["PetstockGone", "PetstockReplicaMissing"]);
  });

  test("have one in which none fires, with each metric of the alerts", async () => {
    const [normal, ...more] = await casesIn("normal.yaml");
    expect(more).toEqual([]);
    expect(firedIn(normal!)).toEqual([]);
    const present = new Set(normal!.input_series.map(({ series }) => series.replace(/\{.*/, "")));
    const metrics = rules.flatMap(({ expr }) => expr.match(/\b(?:up|(?:petstock|process)_\w+)\b/g) ?? []);
    expect(metrics.length).toBeGreaterThan(rules.length);
    expect(metrics.filter((metric) => !present.has(metric))).toEqual([]);
  });
});
