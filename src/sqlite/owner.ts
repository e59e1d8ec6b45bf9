// Whose a new file is: a command that an operator runs as root must not leave a service a database that it cannot open.

import { chownSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * As root, gives a file that was just made to the owner of its folder, as SQLite does with its log; else does nothing, and
 * neither where root may not (a container without that capability, a share).
 */
export function giveToOwnerOfFolder(path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(resolve(path)));
  if (uid === 0) return;
  try {
    chownSync(path, uid, gid);
  } catch {
    // It stays root's, who can work with it.
  }
}
