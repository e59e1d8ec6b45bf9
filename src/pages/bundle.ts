// Bundles a page or a worker script for browsers, with code splitting. Run from source, it is built here; the executable
// contains it already built by the same function, so both serve the same files (decision record 0036).

import { basename, join } from "node:path";
import { EMBEDDED, type EmbeddedFile } from "./embedded.ts";
import { firstScript, withHead } from "./page-head.ts";
import { lateStyles, NO_STYLES } from "./late-styles.ts";
import { runBuild } from "./run-build.ts";

export interface BundledFile {
  /** Contains a hash of the content (except of a page), so that browsers may cache the file forever. */
  readonly name: string;
  /** The `Content-Type`. */
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface Bundle {
  /** The page, or the script of a worker. */
  readonly entry: BundledFile;
  /** Scripts, styles and images that the entry references or loads later. */
  readonly files: readonly BundledFile[];
}

export interface BuiltBundle extends Bundle {
  /** The source files that are in it, as paths from the working directory. */
  readonly inputs: readonly string[];
}

/** The folder in addresses of all files but the entry. */
export const ASSETS = "/assets/";

const SOURCE = join(import.meta.dir, "..");

/** `entry`: a file in `src/`, such as `dashboard/index.html`. Throws if the source does not build. */
export async function bundleOf(entry: string): Promise<Bundle> {
  return EMBEDDED === undefined ? build(join(SOURCE, entry)) : read(EMBEDDED.pages[entry] ?? []);
}

/**
 * `entry`: the absolute path of a page's HTML or of a worker's script. `define` replaces identifiers by values, as in
 * `Bun.build`. Throws if the source does not build.
 */
export async function build(entry: string, define: Record<string, string> = {}): Promise<BuiltBundle> {
  const isPage = entry.endsWith(".html");
  const script = isPage ? await firstScript(entry, ASSETS) : undefined;
  const styles = isPage ? await lateStyles(entry, ASSETS) : NO_STYLES;
  const { outputs, ...built } = await runBuild(entry, {
    splitting: true,
    publicPath: ASSETS,
    define,
    plugins: [styles.plugin],
  });
  // A page's HTML and its script are both entry points.
  const isEntry = ({ type }: Blob): boolean => type.startsWith("text/html") === isPage;
  const main = outputs.find((output) => output.kind === "entry-point" && isEntry(output));
  if (main === undefined) throw new Error(`the bundle of ${entry} has no entry`);
  const others = outputs.filter((output) => output !== main);
  const all = [...others, ...styles.outputs, ...(script?.outputs ?? [])];
  const inputs = [...built.inputs, ...styles.inputs, ...(script?.inputs ?? [])];
  const files = inOrder(await Promise.all(all.map(fileOf)));
  const page = await fileOf(main);
  if (script === undefined) return { entry: page, files, inputs };
  const bytes = new TextEncoder().encode(withHead(await main.text(), script, ASSETS));
  return { entry: { ...page, bytes }, files, inputs };
}

/** The bundler and the styles give theirs in the order in which they are ready, on which an executable must not depend. */
function inOrder(files: readonly BundledFile[]): readonly BundledFile[] {
  return files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

async function fileOf(output: Bun.BuildArtifact): Promise<BundledFile> {
  return {
    name: basename(output.path),
    type: output.type,
    bytes: new Uint8Array(await output.arrayBuffer()),
  };
}

/** The first file is the entry. */
async function read(embedded: readonly EmbeddedFile[]): Promise<Bundle> {
  const [entry, ...files] = await Promise.all(
    embedded.map(async ({ name, type, path }) => ({ name, type, bytes: await Bun.file(path).bytes() })),
  );
  if (entry === undefined) throw new Error("the executable was built without this page");
  return { entry, files };
}
