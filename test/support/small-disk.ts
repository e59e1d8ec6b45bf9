// A disk that a test can fill: a small tmpfs, which only root may mount.

import { rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { PostgresServer } from "./postgres-server.ts";

const BYTES = 48 * 2 ** 20;

let mounted = 0;

/** Why there can be none; undefined where it can. */
export function whyNoSmallDisk(): string | undefined {
  if (process.platform !== "linux") return `${process.platform} has no tmpfs`;
  if (process.getuid?.() !== 0) return "only root may mount a tmpfs";
  // In many containers root may not either.
  const { exitCode, stderr } = Bun.spawnSync(["unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]);
  return exitCode === 0 ? undefined : stderr.toString().trim();
}

export class SmallDisk {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /** In the folder of PostgreSQL's programs and data, whose keeper unmounts it at the run's end, however that comes. */
  static mount(server: PostgresServer): SmallDisk {
    const path = join(dirname(server.path), `disk${++mounted}`);
    const { uid, gid } = statSync(server.path);
    runOrThrow("mkdir", path);
    runOrThrow("mount", "-t", "tmpfs", "-o", `size=${BYTES},mode=0700,uid=${uid},gid=${gid}`, "tmpfs", path);
    return new SmallDisk(path);
  }

  /** From now on nothing more fits. */
  fill(): void {
    const { bavail, bsize } = statfsSync(this.path);
    writeFileSync(this.#ballast, Buffer.alloc(bavail * bsize));
  }

  free(): void {
    rmSync(this.#ballast);
  }

  get #ballast(): string {
    return join(this.path, "ballast");
  }
}

function runOrThrow(...command: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(command);
  if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${stderr.toString()}`);
}
