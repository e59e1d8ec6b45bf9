// Turns charts into SVG files. Runs as a copy beside the packages that draw.ts installs.
// Argument: a JSON file with an array of {path, spec, style}; spec is Vega-Lite's, style is CSS put into the SVG.

import { readFileSync, writeFileSync } from "node:fs";
import * as vega from "vega";
import { compile } from "vega-lite";

for (const { path, spec, style } of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  const view = new vega.View(vega.parse(compile(spec).spec), { renderer: "none" });
  const svg = await view.toSVG();
  writeFileSync(path, `${svg.replace(/<svg [^>]*>/, `$&<style>${style}</style>`)}\n`);
}
