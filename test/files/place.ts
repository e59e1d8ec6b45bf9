// The folders of tests of root's commands: one of a user without rights, with the database, and one that only root can enter,
// which an attack tries to reach.

import { chmodSync, chownSync, lstatSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Finished, petstockOrThrow, petstockProcess, type RunOptions } from "../support/petstock.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";

/** A user id that owns no other file. */
export const OTHER = 65_534;

/** Every user can read the program; its threads read it with the other user's rights. */
function isReadableByAll(path: string): boolean {
  const stats = statSync(path);
  const needed = stats.isDirectory() ? 0o001 : 0o004;
  if ((stats.mode & needed) === 0) return false;
  return dirname(path) === path || isReadableByAll(dirname(path));
}

const reason =
  process.getuid?.() !== 0
    ? "this is not root"
    : isReadableByAll(join(import.meta.dir, "../../src/sqlite-writer.ts"))
      ? undefined
      : "only root can read this clone";

export const IS_TESTED = reason === undefined;
if (!IS_TESTED) console.warn(`Root's commands in another user's folder are not tested: ${reason}.`);

export const CSV = "petId,quantity,status\n1,5,available\n";

/** A database with the inventory in `CSV`, made once and copied: a copy is cheaper than a process. */
let template: Promise<Uint8Array> | undefined;

async function makeTemplate(): Promise<Uint8Array> {
  using folder = new TemporaryFolder();
  const env = { DATABASE_URL: `sqlite:${folder.file("petstock.db")}` };
  await petstockOrThrow(["import", "-", "--format", "csv"], { env, stdin: CSV });
  return await Bun.file(folder.file("petstock.db")).bytes();
}

export class Place implements Disposable {
  /** Owned by the other user. */
  readonly theirs = new TemporaryFolder();
  /** Only root can enter it. */
  readonly roots = new TemporaryFolder();
  readonly victim = this.roots.file("victim");
  readonly path = this.theirs.file("petstock.db");

  constructor() {
    chownSync(this.theirs.path, OTHER, OTHER);
    writeFileSync(this.victim, "root's own\n");
    chmodSync(this.victim, 0o600);
  }

  /** A place with a database of the other user. */
  static async filled(): Promise<Place> {
    const place = new Place();
    template ??= makeTemplate();
    writeFileSync(place.path, await template, { mode: 0o600 });
    chownSync(place.path, OTHER, OTHER);
    return place;
  }

  /** Runs one of root's commands on the other user's database. */
  run(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
    return petstockProcess(args, {
      stdin: CSV,
      ...options,
      env: { DATABASE_URL: `sqlite:${this.path}`, ...options.env },
    });
  }

  async runOrThrow(...args: readonly string[]): Promise<Finished> {
    const finished = await this.run(args);
    if (finished.exitCode !== 0) throw new Error(`petstock ${args.join(" ")}: ${finished.stderr}`);
    return finished;
  }

  /** Owner and mode of each file; links are not followed. */
  files(folder: TemporaryFolder = this.theirs): Record<string, { uid: number; mode: string }> {
    const names = readdirSync(folder.path).toSorted();
    return Object.fromEntries(
      names.map((name) => {
        const { uid, mode } = lstatSync(folder.file(name));
        return [name, { uid, mode: (mode & 0o777).toString(8) }];
      }),
    );
  }

  /** The state that an attack must not change. */
  rootsState(): unknown {
    return { files: this.files(this.roots), victim: readFileSync(this.victim, "utf8") };
  }

  [Symbol.dispose](): void {
    this.theirs[Symbol.dispose]();
    this.roots[Symbol.dispose]();
  }
}
