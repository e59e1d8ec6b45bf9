// The packages of the peers from npm and Node itself, and how each of these peers is started.

import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import type { Bench } from "../bench.ts";
import { installPackages } from "../npm.ts";
import { oncePerRun } from "../once.ts";
import manifest from "./package.json" with { type: "json" };
import { reasonOf } from "../reason.ts";

/** The npm package with Node for this platform. Used directly, because the package `node` needs an install script. */
const NODE = `node-${process.platform}-${process.arch}`;

/** The only key in each peer's database. */
export const PEER_KEY = "the-key-of-the-benchmark";

/** The command of each peer, which takes its database as the last argument. */
export interface Peers {
  readonly "elysia-sqlite": readonly string[];
  readonly "fastify-sqlite": readonly string[];
  readonly "fastify-pg": readonly string[];
}

/** Undefined, with a note in the report, if they cannot be installed. */
export const installPeers = oncePerRun((bench: Bench): Promise<Peers | undefined> =>
  install(bench).catch((error: unknown) => {
    bench.facts.add(`**Elysia and Fastify are not measured**: ${reasonOf(error)}`);
    return undefined;
  }),
);

async function install(bench: Bench): Promise<Peers> {
  const folder = await installPackages(bench, import.meta.dir);
  const own = join(folder, "node_modules", NODE, "bin/node");
  // Without one for this platform, the machine's own Node is used.
  const node = existsSync(own) ? own : Bun.which("node");
  if (node === null) throw new Error("there is no Node");
  const script = (name: string) => {
    const path = join(folder, name);
    copyFileSync(join(import.meta.dir, name), path);
    return path;
  };
  bench.facts.add(await factOf(bench, node));
  return {
    "elysia-sqlite": [process.execPath, script("elysia-sqlite.js")],
    "fastify-sqlite": [node, script("fastify-sqlite.js")],
    "fastify-pg": [node, script("fastify-pg.js")],
  };
}

async function factOf({ children }: Bench, node: string): Promise<string> {
  const script = "process.stdout.write(process.version + ' ' + (process.release.lts ?? 'no LTS'))";
  const version = await children.run([node, "-e", script], { secondsMax: 10 });
  const { fastify, elysia, pg, "better-sqlite3": sqlite } = manifest.dependencies;
  return `beside Elysia ${elysia} on the same Bun; Fastify ${fastify}, better-sqlite3 ${sqlite} and pg ${pg} on Node ${version}`;
}
