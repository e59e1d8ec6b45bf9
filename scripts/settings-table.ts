// Writes the table of all settings into docs/configuration.md, from their entries in src/config.ts. `npm run generate`.

import { join } from "node:path";
import { type Setting, SETTINGS } from "../src/config.ts";

const PATH = join(import.meta.dir, "../docs/configuration.md");
/** The first table below the heading. */
const TABLE = /(?<=^## Settings\n(?:(?!\|).*\n)*)(?:\|.*\n)+/m;

/** The document with a new table, whose columns are not aligned. */
export function withSettingsTable(document: string): string {
  const rows: string[][] = [
    ["flag", "environment", "default", "meaning", "values"],
    ["-", "-", "-", "-", "-"],
    ...Object.values(SETTINGS).map(cellsOf),
  ];
  const lines = rows.map((cells) => `| ${cells.join(" | ")} |\n`);
  if (!TABLE.test(document)) throw new Error(`there is no table below "## Settings"`);
  return document.replace(TABLE, () => lines.join(""));
}

function cellsOf({ flag, env, default: byDefault, help, values }: Setting<unknown>): string[] {
  return [`\`${flag}\``, `\`${env}\``, `\`${byDefault}\``, help, values];
}

if (import.meta.main) await Bun.write(PATH, withSettingsTable(await Bun.file(PATH).text()));
