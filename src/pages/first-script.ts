// A script that a page runs before its modules, in whatever browser opens it: `browser-check.ts` beside the page. The bundler would
// make it a module, which the browsers that it is for do not run.

import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { runBuild } from "./run-build.ts";

/** Undefined if the page has none. */
export async function firstScript(page: string, folder: string): Promise<Bun.BuildArtifact | undefined> {
  const path = join(dirname(page), "browser-check.ts");
  if (!existsSync(path)) return undefined;
  const outputs = await runBuild(path, { publicPath: folder, naming: "[name]-[hash].[ext]" });
  return outputs[0]!;
}

/** The page with the script's element before that of its modules. Deferred, like those: browsers keep their order. */
export function withFirstScript(html: string, script: Bun.BuildArtifact, folder: string): string {
  return html.replace("<script", `<script defer src="${folder}${basename(script.path)}"></script><script`);
}
