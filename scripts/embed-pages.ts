// A plugin for building the executable: replaces src/pages/embedded.ts by a module that imports the built pages and the client's
// package, so that the executable contains the files that the source would serve.

import { join } from "node:path";
import type { BunPlugin } from "bun";
import { build, type BundledFile } from "../src/pages/bundle.ts";
import { ENTRIES } from "../src/pages/entries.ts";
import { CLIENT_TYPE, WHEEL_TYPE } from "../src/pages/client-package.ts";
import { packClient } from "./client-package.ts";
import { pythonWheel } from "./python-wheel.ts";

const SOURCE = join(import.meta.dir, "../src");

interface EmbedOptions {
  /** An empty folder for the built files, needed until the executable is built. */
  readonly folder: string;
  /** As in `Bun.build`. */
  readonly define: Record<string, string>;
  /** The version that the program will call itself. */
  readonly version: string;
}

export async function embedPages(options: EmbedOptions): Promise<BunPlugin> {
  // Built before: a build that a plugin starts waits for ever.
  const contents = await moduleOf(options);
  return {
    name: "embedded pages",
    setup({ onLoad }) {
      onLoad({ filter: /\/src\/pages\/embedded\.ts$/ }, () => ({ loader: "ts", contents }));
    },
  };
}

async function moduleOf({ folder, define, version }: EmbedOptions): Promise<string> {
  const imports: string[] = [];
  const embed = async ({ name, type, bytes }: BundledFile): Promise<string> => {
    const variable = `file${imports.length}`;
    const path = join(folder, variable, name);
    imports.push(`import ${variable} from ${JSON.stringify(path)} with { type: "file" };`);
    await Bun.write(path, bytes);
    return `{ name: ${JSON.stringify(name)}, type: ${JSON.stringify(type)}, path: ${variable} }`;
  };
  const [bytes, ...lists] = await Promise.all([
    packClient(version),
    ...ENTRIES.map(async ({ source }) => {
      const { entry, files } = await build(join(SOURCE, source), define);
      return `${JSON.stringify(source)}: [${(await Promise.all([entry, ...files].map(embed))).join(", ")}]`;
    }),
  ]);
  const client = await embed({ name: "client.tgz", type: CLIENT_TYPE, bytes });
  const wheel = await embed({ name: "client.whl", type: WHEEL_TYPE, bytes: pythonWheel(version) });
  return `${imports.join("\n")}\nexport const EMBEDDED = { pages: { ${lists.join(", ")} }, client: ${client}, wheel: ${wheel} };\n`;
}
