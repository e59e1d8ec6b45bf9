// Which commit the program is of: the executable's, or its source's.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { BUILD_COMMIT } from "../build.ts";
import type { Context } from "./context.ts";

const UNKNOWN_COMMIT = "unknown";

/** Of this program. */
export function programCommit(env: Context["env"]): string {
  return BUILD_COMMIT ?? commitOf(join(import.meta.dir, "../.."), env["PATH"]);
}

/**
 * All 40 digits, with "-dirty" behind them where files differ from it. Unknown where the source is in no clone, or there is
 * no git: an installed package lies inside of somebody else's, whose commit would be a lie.
 */
export function commitOf(root: string, path: string | undefined): string {
  if (!existsSync(join(root, ".git"))) return UNKNOWN_COMMIT;
  try {
    const git = Bun.spawnSync([...DESCRIBE], { cwd: root, env: { PATH: path }, stderr: "ignore" });
    return git.stdout.toString().trim() || UNKNOWN_COMMIT;
  } catch {
    // There is no git on this machine.
    return UNKNOWN_COMMIT;
  }
}

/** No tag may stand in the place of the commit. */
const DESCRIBE = ["git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"] as const;
