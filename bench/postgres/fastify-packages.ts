// The rival's packages, which are none of the product's: installed by npm into a folder of their own when first needed,
// and kept for later runs.

import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Bench } from "../bench.ts";

const CACHE = join(import.meta.dir, "../.cache");
const SERVICE = join(import.meta.dir, "fastify-service.js");
const INSTALL_SECONDS_MAX = 180;

const DEPENDENCIES = { fastify: "5.12.8", pg: "8.23.1" };
/** Node itself, as the package `node` brings it, without the install script that chooses among these. */
const NODE = `node-${process.platform}-${process.arch}`;
/** Of the line with long-term support. */
const NODE_VERSION = "24.21.0";
// Where there is none for this platform, the machine's own is taken.
const MANIFEST = JSON.stringify({
  private: true,
  type: "module",
  dependencies: DEPENDENCIES,
  optionalDependencies: { [NODE]: NODE_VERSION },
});

export interface FastifyPackages {
  readonly node: string;
  /** The service, beside its packages. */
  readonly script: string;
}

/** Undefined, with a word to the person who waits, where they cannot be installed. */
export async function installFastify(bench: Bench): Promise<FastifyPackages | undefined> {
  try {
    const folder = await installedFolder(bench);
    const own = join(folder, "node_modules", NODE, "bin/node");
    const node = existsSync(own) ? own : Bun.which("node");
    if (node === null) throw new Error("there is no Node");
    const script = join(folder, "service.js");
    copyFileSync(SERVICE, script);
    bench.facts.push(await factOf(bench, node));
    return { node, script };
  } catch (error) {
    bench.say(`Fastify and pg are not measured: ${(error as Error).message}`);
    return undefined;
  }
}

async function installedFolder({ children, say }: Bench): Promise<string> {
  const folder = join(CACHE, `fastify-${Bun.hash(MANIFEST).toString(16)}`);
  if (existsSync(folder)) return folder;
  say("installing Fastify, pg and Node");
  mkdirSync(CACHE, { recursive: true });
  const attempt = mkdtempSync(`${folder}-`);
  try {
    await Bun.write(join(attempt, "package.json"), MANIFEST);
    const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefix", attempt];
    // With all settings of whoever runs this: a proxy, a registry.
    await children.run(["npm", "install", ...flags], {
      secondsMax: INSTALL_SECONDS_MAX,
      env: process.env,
    });
    renameSync(attempt, folder);
  } finally {
    rmSync(attempt, { recursive: true, force: true });
  }
  return folder;
}

async function factOf({ children }: Bench, node: string): Promise<string> {
  const script = "process.stdout.write(process.version + ' ' + (process.release.lts ?? 'no LTS'))";
  const version = await children.run([node, "-e", script], { secondsMax: 10 });
  const [fastify, pg] = [DEPENDENCIES.fastify, DEPENDENCIES.pg];
  return `against Fastify ${fastify} and pg ${pg} on Node ${version}, on the same PostgreSQL server`;
}
