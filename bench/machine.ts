// Describes the machine on which the figures were measured.

import { statfsSync } from "node:fs";
import { availableParallelism, cpus, platform, release, totalmem } from "node:os";
import manifest from "../package.json" with { type: "json" };

/** f_type of statfs(2). */
const FILE_SYSTEMS: Readonly<Record<number, string>> = {
  0xef53: "ext4",
  0x58465342: "xfs",
  0x9123683e: "btrfs",
  0x794c7630: "overlay",
  0x01021994: "tmpfs (memory, so fsync costs nothing)",
};

/** `folder`: of the databases. */
export function machineFacts(folder: string, generator: string): readonly string[] {
  const type = statfsSync(folder).type;
  return [
    `petstock ${manifest.version} (${commit()}), Bun ${Bun.version}, load by ${generator}`,
    `${availableParallelism()} cores (${cpus()[0]?.model ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GiB of memory`,
    `${platform()} ${release()}, databases on ${FILE_SYSTEMS[type] ?? `file system 0x${type.toString(16)}`}`,
  ];
}

function commit(): string {
  const { stdout, success } = Bun.spawnSync(["git", "describe", "--always", "--dirty"], {
    cwd: import.meta.dir,
  });
  return success ? stdout.toString().trim() : "not from a clone";
}
