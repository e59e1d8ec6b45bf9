// Writes the tables of all settings into docs/configuration.md, from their entries in src/config.ts. `npm run generate`.

import { join } from "node:path";
import { REMOTE_SETTINGS, type Setting, SETTINGS } from "../src/config.ts";

const PATH = join(import.meta.dir, "../docs/configuration.md");
type Table = Readonly<Record<string, Setting<unknown>>>;

const TABLES: Readonly<Record<string, Table>> = {
  Settings: SETTINGS,
  "A remote service": REMOTE_SETTINGS,
};

/** The document with new tables, whose columns are not aligned. */
export function withSettingsTables(document: string): string {
  return Object.entries(TABLES).reduce(withTable, document);
}

/** The first table below the heading is replaced. */
function withTable(document: string, [heading, settings]: readonly [string, Table]): string {
  const table = new RegExp(`(?<=^## ${heading}\\n(?:(?!\\|).*\\n)*)(?:\\|.*\\n)+`, "m");
  const rows: string[][] = [
    ["flag", "environment", "default", "meaning", "values"],
    ["-", "-", "-", "-", "-"],
    ...Object.values(settings).map(cellsOf),
  ];
  const lines = rows.map((cells) => `| ${cells.join(" | ")} |\n`);
  if (!table.test(document)) throw new Error(`there is no table below "## ${heading}"`);
  return document.replace(table, () => lines.join(""));
}

function cellsOf({ flag, env, default: byDefault, help, values }: Setting<unknown>): string[] {
  return [`\`${flag}\``, `\`${env}\``, `\`${byDefault}\``, help, values];
}

if (import.meta.main) await Bun.write(PATH, withSettingsTables(await Bun.file(PATH).text()));
