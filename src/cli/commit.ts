// The commit that the program was built from, or that its source is at.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { BUILD_COMMIT } from "../build.ts";
import type { Context } from "./context.ts";

const UNKNOWN_COMMIT = "unknown";

export function programCommit(env: Context["env"]): string {
  return BUILD_COMMIT ?? commitOf(join(import.meta.dir, "../.."), env["PATH"]);
}

/**
 * All 40 digits, followed by "-dirty" if files differ from the commit. Unknown if `root` is not the root of a clone (a package
 * may be installed inside another project's clone), or git is missing.
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

/** --exclude: a tag must not replace the digits. */
const DESCRIBE = ["git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"] as const;
