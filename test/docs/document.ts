// Reads a document's tables by the heading above them.

import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");

export function fileOf(path: string): Bun.BunFile {
  return Bun.file(join(ROOT, path));
}

export async function read(path: string): Promise<string> {
  return fileOf(path).text();
}

/** One row: its cells by their column's name, as written, without the white space around them. */
export type Row = Readonly<Record<string, string>>;

/** The first table under a heading. Throws if there is none. */
export function tableUnder(document: string, heading: string): readonly Row[] {
  const section = document.split(/^## /m).find((text) => text.startsWith(`${heading}\n`));
  const lines = section?.split("\n") ?? [];
  const first = lines.findIndex((line) => line.startsWith("|"));
  if (first < 0) throw new Error(`there is no table under "## ${heading}"`);
  const end = lines.findIndex((line, i) => i > first && !line.startsWith("|"));
  const [names = [], , ...rows] = lines.slice(first, end < 0 ? undefined : end).map(cellsOf);
  return rows.map((cells) => Object.fromEntries(names.map((name, i) => [name, cells[i] ?? ""])));
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\|/, "")
    .replace(/\|\s*$/, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}

/** The texts in backticks in a cell. */
export function codesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text!);
}

/** The source, file by file, relative to src. */
export async function sources(): Promise<readonly { path: string; text: string }[]> {
  const paths = [...new Bun.Glob("**/*.{ts,tsx}").scanSync(join(ROOT, "src"))].toSorted();
  return Promise.all(paths.map(async (path) => ({ path, text: await read(join("src", path)) })));
}
