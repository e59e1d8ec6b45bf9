// The plots as SVG files, which docs/performance.md shows. Vega draws them, which npm installs when first needed.

import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Bench } from "../bench.ts";
import { installPackages } from "../npm.ts";
import { charts } from "./charts.ts";
import { STYLE } from "./look.ts";

const DRAW_SECONDS_MAX = 60;

/** Removes the earlier plots. */
export async function drawPlots(bench: Bench, to: string): Promise<void> {
  const folder = await installPackages(bench, import.meta.dir);
  const script = join(folder, "render.js");
  copyFileSync(join(import.meta.dir, "render.js"), script);
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  const jobs = charts(bench.samples).map(({ name, spec }) => ({
    path: join(to, `${name}.svg`),
    spec,
    style: STYLE,
  }));
  const path = bench.databases.path("charts.json");
  await Bun.write(path, JSON.stringify(jobs));
  await bench.children.run([process.execPath, script, path], { secondsMax: DRAW_SECONDS_MAX });
}
