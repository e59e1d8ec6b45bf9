// A plugin for bundling pages: a style sheet imported as `./a.css?late` comes with the module that imports it, when the page loads
// that by `import()`. The bundler alone would put the styles of all modules into the sheet that the page loads first.

import { basename, dirname, join, relative } from "node:path";
import type { BunPlugin } from "bun";
import { type Built, runBuild } from "./run-build.ts";

const NAMESPACE = "late-style";
const SUFFIX = "?late";

/** The outputs are the sheets, to be served in the folder. */
interface LateStyles extends Built {
  readonly plugin: BunPlugin;
}

/**
 * Builds the sheets that modules in the page's folder import so. `folder`: of their addresses, such as `/assets/`. Throws if a
 * sheet does not build.
 */
export async function lateStyles(page: string, folder: string): Promise<LateStyles> {
  const root = dirname(page);
  // Not the absolute ones: the bundler puts the path of a module into the hash in its name.
  const pathIn = (path: string) => relative(root, path);
  const paths = await importedIn(root);
  // Before the page, because a build that a plugin starts waits for ever.
  const sheets = await Promise.all(paths.map((path) => buildSheet(path, folder)));
  const outputs = sheets.map((sheet) => sheet.outputs[0]!);
  const addresses = new Map(
    paths.map((path, index) => [pathIn(path), folder + basename(outputs[index]!.path)]),
  );
  const plugin: BunPlugin = {
    name: "late styles",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /\.css\?late$/ }, ({ path, importer }) => ({
        path: pathIn(pathOf(path, importer)),
        namespace: NAMESPACE,
      }));
      onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
        loader: "js",
        contents: loadingOf(addresses.get(path)!),
      }));
    },
  };
  return { plugin, outputs, inputs: sheets.flatMap(({ inputs }) => inputs) };
}

/** A worker has no document to style. */
export const NO_STYLES: LateStyles = { plugin: { name: "no styles", setup() {} }, outputs: [], inputs: [] };

const IMPORT = /^import "([^"]+\.css\?late)";/gm;

async function importedIn(folder: string): Promise<readonly string[]> {
  const paths = new Set<string>();
  for (const file of new Bun.Glob("**/*.{ts,tsx}").scanSync({ cwd: folder })) {
    const importer = join(folder, file);
    for (const [, specifier] of (await Bun.file(importer).text()).matchAll(IMPORT))
      paths.add(pathOf(specifier!, importer));
  }
  return [...paths].toSorted();
}

function pathOf(specifier: string, importer: string): string {
  return Bun.resolveSync(specifier.slice(0, -SUFFIX.length), dirname(importer));
}

function buildSheet(path: string, folder: string): Promise<Built> {
  return runBuild(path, { publicPath: folder, naming: "[name]-[hash].[ext]" });
}

/** What loads the module waits for its style (dashboard/ui/with-styles.ts). A style that cannot be loaded does not stop the page. */
function loadingOf(address: string): string {
  return `const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = ${JSON.stringify(address)};
    (globalThis.lateStyles ??= []).push(new Promise((resolve) => {
      link.onload = link.onerror = resolve;
      document.head.append(link);
    }));`;
}
