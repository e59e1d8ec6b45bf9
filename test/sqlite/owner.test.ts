// What root makes in another's folder is the other's: a service that is not root has to be able to open it.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { chownSync, readdirSync, rmSync, statSync } from "node:fs";
import { petstockOrThrow } from "../support/petstock.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";

setDefaultTimeout(60_000);

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
if (!isRoot) console.warn("Who owns what root makes is not tested here, since only root can make it.");

/** The other's folder, and what a command makes in it. */
class Place implements Disposable {
  readonly folder = new TemporaryFolder();
  readonly #database = ["--database", `sqlite:${this.folder.file("petstock.db")}`];

  constructor() {
    chownSync(this.folder.path, NOBODY, NOBODY);
  }

  run(...args: string[]): Promise<unknown> {
    return petstockOrThrow([...args, ...this.#database], { stdin: "petId,quantity,status\n1,5,available\n" });
  }

  owners(): Record<string, number> {
    const names = readdirSync(this.folder.path).toSorted();
    return Object.fromEntries(names.map((name) => [name, statSync(this.folder.file(name)).uid]));
  }

  [Symbol.dispose](): void {
    this.folder[Symbol.dispose]();
  }
}

describe.if(isRoot)("as root, in another's folder", () => {
  test("a new database is the other's", async () => {
    using place = new Place();
    await place.run("import", "-", "--format", "csv");
    expect(place.owners()).toEqual({ "petstock.db": NOBODY });
  });

  test("so are a backup, what is restored from it where there is nothing, and what a restore keeps", async () => {
    using place = new Place();
    await place.run("import", "-", "--format", "csv");
    const backup = place.folder.file("a.backup");
    await place.run("backup", backup);
    rmSync(place.folder.file("petstock.db"));
    await place.run("restore", backup, "--yes");
    expect(place.owners()).toEqual({
      "a.backup": NOBODY,
      "petstock.db": NOBODY,
      "petstock.db.last-backup": NOBODY,
    });
    await place.run("restore", backup, "--yes");
    const owners = place.owners();
    expect(Object.keys(owners)).toHaveLength(4);
    expect(new Set(Object.values(owners))).toEqual(new Set([NOBODY]));
  });
});
