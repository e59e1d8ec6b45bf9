// A plugin for building the executable: replaces src/pages/embedded.ts by a module that imports the built pages and the clients'
// packages, so that the executable contains the files that the source would serve.

import { join } from "node:path";
import type { BunPlugin } from "bun";
import { build, type BundledFile } from "../src/pages/bundle.ts";
import { CLIENT_TYPE, WHEEL_TYPE } from "../src/pages/client-package.ts";
import { ENTRIES } from "../src/pages/entries.ts";
import { packClient } from "./client-package.ts";
import { pythonWheel } from "./python-wheel.ts";

const SOURCE = join(import.meta.dir, "../src");
/** The built files are never on a disk: the name of their folder would be in the executable. */
const NAMESPACE = "embedded";
/** In the folder of the entries, below which the executable keeps its files. */
const FOLDER = "src/embedded/";

interface EmbedOptions {
  /** As in `Bun.build`. */
  readonly define: Record<string, string>;
  /** The version that the program will call itself. */
  readonly version: string;
}

interface Embedded {
  readonly module: string;
  /** The source files that are in the built ones. */
  readonly inputs: readonly string[];
  /** By what the module imports. */
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/** Gives the source files of what it embeds, too, as paths from the working directory. */
export async function embedPages(
  options: EmbedOptions,
): Promise<{ plugin: BunPlugin; inputs: readonly string[] }> {
  // Built before: a build that a plugin starts waits for ever.
  const { module, files, inputs } = await embeddedIn(options);
  const plugin: BunPlugin = {
    name: "embedded pages",
    setup({ onResolve, onLoad }) {
      onLoad({ filter: /\/src\/pages\/embedded\.ts$/ }, () => ({ loader: "ts", contents: module }));
      onResolve({ filter: new RegExp(`^${FOLDER}`) }, ({ path }) => ({ path, namespace: NAMESPACE }));
      onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
        loader: "file",
        contents: files.get(path)!,
      }));
    },
  };
  return { plugin, inputs };
}

async function embeddedIn({ define, version }: EmbedOptions): Promise<Embedded> {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const imports: string[] = [];
  const embed = ({ name, type, bytes }: BundledFile): string => {
    const variable = `file${files.size}`;
    const path = `${FOLDER}${variable}/${name}`;
    files.set(path, bytes);
    imports.push(`import ${variable} from ${JSON.stringify(path)} with { type: "file" };`);
    return `{ name: ${JSON.stringify(name)}, type: ${JSON.stringify(type)}, path: ${variable} }`;
  };
  const [client, ...bundles] = await Promise.all([
    packClient(version),
    ...ENTRIES.map(({ source }) => build(join(SOURCE, source), define)),
  ]);
  const inputs = bundles.flatMap((bundle) => bundle.inputs);
  // Only now, so that their order is not that in which they were ready.
  const pages = bundles.map(({ entry, files: others }, index) => {
    return `${JSON.stringify(ENTRIES[index]!.source)}: [${[entry, ...others].map(embed).join(", ")}]`;
  });
  const archive = embed({ name: "client.tgz", type: CLIENT_TYPE, bytes: client });
  const wheel = embed({ name: "client.whl", type: WHEEL_TYPE, bytes: pythonWheel(version) });
  const value = `{ pages: { ${pages.join(", ")} }, client: ${archive}, wheel: ${wheel} }`;
  return { module: `${imports.join("\n")}\nexport const EMBEDDED = ${value};\n`, files, inputs };
}
