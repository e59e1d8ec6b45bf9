// The alerts fire as expected, evaluated by Prometheus' promtool: the cases are in alerts.yaml.

import { expect, test } from "bun:test";

const promtool = Bun.which("promtool");
if (promtool === null) console.warn("skipped: the alerts need promtool (Debian: apt-get install prometheus)");

test.if(promtool !== null)(
  "Prometheus takes the rules, and each alert of the cases fires when it must",
  () => {
    for (const words of [
      // With the rules that it names.
      ["check", "config", "examples/monitoring/prometheus.yaml"],
      ["test", "rules", "test/examples/alerts.yaml"],
    ]) {
      const { exitCode, stdout, stderr } = Bun.spawnSync([promtool!, ...words]);
      expect({ words, exitCode, told: exitCode === 0 ? "" : `${stdout}${stderr}` }).toEqual({
        words,
        exitCode: 0,
        told: "",
      });
    }
  },
);
