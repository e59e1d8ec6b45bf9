// The version that the program calls itself, and the commit that it was built from or that its source is at.

import { existsSync } from "node:fs";
import { join } from "node:path";
import manifest from "../package.json" with { type: "json" };
import { BUILD_COMMIT } from "./build.ts";

/** What runs: shown by `petstock version`, the log, the metrics, `/readyz` and `getMe`. */
export interface Build {
  /** `1.2.3` of a release; `1.3.0-dev+0123abc` of any other commit. */
  readonly version: string;
  /** All 40 digits, followed by "-dirty" if files differ from the commit; or "unknown". */
  readonly commit: string;
}

/** The version in the source, without a commit. */
export const SOURCE_VERSION = manifest.version;

const UNKNOWN_COMMIT = "unknown";
/** As many digits as GitHub shows. */
const SHORT_COMMIT = /^([0-9a-f]{7})[0-9a-f]{33}(-dirty)?$/;
/** --exclude: a tag must not replace the digits. */
const DESCRIBE = ["git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"] as const;

/** `env`: for the path to git, which a program that runs from a clone asks. */
export function programBuild(env: Readonly<Record<string, string | undefined>>): Build {
  const commit = BUILD_COMMIT ?? commitOf(join(import.meta.dir, ".."), env["PATH"]);
  return { version: versionAt(SOURCE_VERSION, commit), commit };
}

/**
 * The version with the commit as build metadata (https://semver.org/#spec-item-10) if it is one under development, which many
 * commits share. That of a release stands for one commit.
 */
export function versionAt(version: string, commit: string): string {
  const [, digits, dirty] = SHORT_COMMIT.exec(commit) ?? [];
  if (!version.endsWith("-dev") || digits === undefined) return version;
  return `${version}+${digits}${dirty === undefined ? "" : ".dirty"}`;
}

/**
 * A version as Python's packages write it (PEP 440): `1.3.0.dev0+g0123abc` for `1.3.0-dev+0123abc`, `1.2.3rc1` for `1.2.3-rc.1`. Without
 * the g, a commit of ten digits would be a number, and lose its zeros.
 */
export function pythonVersion(version: string): string {
  return version
    .replace(/-dev(?=\+|$)/, ".dev0")
    .replace(/-(a|b|rc)(?:lpha|eta)?\.(\d+)$/, "$1$2")
    .replace("+", "+g");
}

/**
 * The commit as in `Build`. Unknown if `root` is not the root of a clone (a package may be installed inside another project's
 * clone), or git is missing.
 */
export function commitOf(root: string, path: string | undefined): string {
  if (!existsSync(join(root, ".git"))) return UNKNOWN_COMMIT;
  try {
    const git = Bun.spawnSync([...DESCRIBE], { cwd: root, env: { PATH: path }, stderr: "ignore" });
    return git.stdout.toString().trim() || UNKNOWN_COMMIT;
  } catch {
    // git is not installed.
    return UNKNOWN_COMMIT;
  }
}
