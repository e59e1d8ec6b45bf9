// A file system for one test that can be filled and made read-only: a tmpfs, which only root may mount. However this
// process ends, a keeper process unmounts it.

import { closeSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { TemporaryFolder } from "./temporary-folder.ts";

const BLOCK_BYTES = 4_096;

/** Ignores signals of the test runner, which ends the child processes of a test that takes too long. */
const KEEPER = `
trap '' INT TERM HUP
mount -t tmpfs -o "$2" petstock-test "$1" && echo mounted
read -r _
umount --lazy "$1"`;

/** The owner: a PostgreSQL server's user is not root. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

export class MountedDisk implements AsyncDisposable {
  readonly folder: TemporaryFolder;
  readonly #keeper: Bun.Subprocess<"pipe", "pipe", "ignore">;

  private constructor(folder: TemporaryFolder, keeper: Bun.Subprocess<"pipe", "pipe", "ignore">) {
    this.folder = folder;
    this.#keeper = keeper;
  }

  static async make(bytes: number, owner: Owner = { uid: 0, gid: 0 }): Promise<MountedDisk> {
    const folder = new TemporaryFolder();
    const options = `size=${bytes},mode=0700,uid=${owner.uid},gid=${owner.gid}`;
    const keeper = Bun.spawn(["sh", "-c", KEEPER, "sh", folder.path, options], {
      stdin: "pipe",
      stdout: "pipe",
      stderr: "ignore",
    });
    const disk = new MountedDisk(folder, keeper);
    const { value } = await keeper.stdout.getReader().read();
    if (value !== undefined) return disk;
    await disk[Symbol.asyncDispose]();
    throw new Error("nothing may be mounted here, which takes root");
  }

  /** Why no disk can be mounted here; undefined if one can. */
  static async obstacle(): Promise<string | undefined> {
    try {
      await using _ = await MountedDisk.make(BLOCK_BYTES);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  }

  /** Fills the disk up to this many free bytes, in whole blocks. */
  fill(left = 0): void {
    const ballast = openSync(this.folder.file("ballast"), "a");
    const block = Buffer.alloc(BLOCK_BYTES);
    const isRoom = ({ bavail, bsize } = statfsSync(this.folder.path)) => bavail * bsize > left;
    try {
      while (isRoom()) writeSync(ballast, block);
    } catch (error) {
      // Another process took the last block.
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    } finally {
      closeSync(ballast);
    }
  }

  /** Frees the space that `fill` took. */
  free(): void {
    rmSync(this.folder.file("ballast"), { force: true });
  }

  /** The system refuses this while any process has a file there open for writing. */
  remount(how: "ro" | "rw"): void {
    const { success, stderr } = Bun.spawnSync(["mount", "-o", `remount,${how}`, this.folder.path]);
    if (!success) throw new Error(`the remounting failed: ${stderr.toString()}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#keeper.stdin.end();
    await this.#keeper.exited;
    this.folder[Symbol.dispose]();
  }
}
