// Which commit the source is of.

import { existsSync } from "node:fs";
import { join } from "node:path";

const UNKNOWN_COMMIT = "unknown";

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
