// The peer in Rust: cargo builds it at first use, with the crates of its lock file.

import { join } from "node:path";
import type { Bench } from "../bench.ts";
import { CACHE } from "../npm.ts";
import { oncePerRun } from "../once.ts";
import { reasonOf } from "../reason.ts";
import manifest from "./rust/Cargo.toml";

const MANIFEST = join(import.meta.dir, "rust/Cargo.toml");
const TARGET = join(CACHE, "rust");
/** SQLite's C code and all crates, on slow cores. */
const BUILD_SECONDS_MAX = 600;

/** Its command. Undefined, with a note in the report, without cargo or if the build fails, such as without a network. */
export const buildRustPeer = oncePerRun((bench: Bench): Promise<readonly string[] | undefined> =>
  build(bench).catch((error: unknown) => {
    bench.facts.add(`**the Rust peer is not measured**: ${reasonOf(error)}`);
    return undefined;
  }),
);

async function build({ children, facts, say }: Bench): Promise<readonly string[]> {
  const cargo = Bun.which("cargo");
  if (cargo === null) throw new Error("cargo is not installed");
  say("building the Rust peer, which takes minutes at first");
  const where = ["--manifest-path", MANIFEST, "--target-dir", TARGET];
  // With the user's settings of cargo, such as a proxy or a registry.
  const options = { secondsMax: BUILD_SECONDS_MAX, env: process.env };
  await children.run([cargo, "build", "--release", "--locked", "--quiet", ...where], options);
  const version = await children.run([cargo, "--version"], options);
  const { axum, rusqlite } = manifest.dependencies;
  facts.add(
    `beside axum ${axum.version} and rusqlite ${rusqlite.version}, ${version.trim().replace(/ \(.*/, "")}`,
  );
  return [join(TARGET, "release", manifest.package.name)];
}
