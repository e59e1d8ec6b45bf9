// What a page's head has beside what the bundler writes: a script that runs before its modules, in whatever browser opens it, and the
// links of the home screen. The bundler would make the script a module, which the browsers that it is for do not run.

import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Built, runBuild } from "./run-build.ts";

/** home-screen.ts serves both. */
const HOME_SCREEN =
  '<link rel="manifest" href="/app.webmanifest"><link rel="apple-touch-icon" href="/apple-touch-icon.png">';

/** The page's `browser-check.ts`; undefined if it has none. `folder`: of its address. */
export async function firstScript(page: string, folder: string): Promise<Built | undefined> {
  const path = join(dirname(page), "browser-check.ts");
  if (!existsSync(path)) return undefined;
  return runBuild(path, { publicPath: folder, naming: "[name]-[hash].[ext]" });
}

/** Deferred, like the modules: browsers keep their order. */
export function withHead(html: string, script: Built, folder: string): string {
  const first = `<script defer src="${folder}${basename(script.outputs[0]!.path)}"></script>`;
  return html.replace("<script", `${HOME_SCREEN}${first}<script`);
}
