// Packages of the benchmark alone: npm installs those of a manifest and its lock file into a folder beside the benchmark when
// they are first needed, and later runs reuse them.

import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import type { Bench } from "./bench.ts";

export const CACHE = join(import.meta.dir, ".cache");
const FILES = ["package.json", "package-lock.json"];
const INSTALL_SECONDS_MAX = 300;

/** `manifests`: the folder of both files. Returns the folder with node_modules. */
export async function installPackages(
  { children, say }: Pick<Bench, "children" | "say">,
  manifests: string,
): Promise<string> {
  const content = FILES.map((name) => readFileSync(join(manifests, name), "utf8")).join("");
  const folder = join(CACHE, `${basename(manifests)}-${Bun.hash(content).toString(16)}`);
  if (existsSync(folder)) return folder;
  say(`installing what ${basename(manifests)}/package.json names`);
  mkdirSync(CACHE, { recursive: true });
  const attempt = mkdtempSync(`${folder}-`);
  try {
    for (const name of FILES) copyFileSync(join(manifests, name), join(attempt, name));
    const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefix", attempt];
    // With the user's settings of npm, such as a proxy or a registry.
    await children.run(["npm", "ci", ...flags], { secondsMax: INSTALL_SECONDS_MAX, env: process.env });
    renameSync(attempt, folder);
  } finally {
    rmSync(attempt, { recursive: true, force: true });
  }
  return folder;
}
