// Attacks by links: when root runs a command in a folder, the folder's owner sets links there to files that only root can use.
// The commands are real processes of root, the attacker is a process without rights.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, copyFileSync, lchownSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expectRefusal } from "../cli/inventory.ts";
import { IS_TESTED, OTHER, Place } from "./place.ts";

setDefaultTimeout(60_000);

const DENIED = { exitCode: 1, words: ["permission denied"] };

/** Creates a link that belongs to the folder's owner. */
function link(place: Place, target: string, name: string): void {
  symlinkSync(target, place.theirs.file(name));
  lchownSync(place.theirs.file(name), OTHER, OTHER);
}

describe.if(IS_TESTED)("as root, in another user's folder, a link to root's files is not followed", () => {
  test.each(["keys create --name till", "serve --port 0"])(
    "as the database, to a file that does not exist: %s",
    async (command) => {
      using place = new Place();
      link(place, place.roots.file("made"), "petstock.db");
      const before = place.rootsState();
      expectRefusal(await place.run(command.split(" ")), { exitCode: 1, words: ["petstock.db"] });
      expect(place.rootsState()).toEqual(before);
    },
  );

  test.each(["verify", "backup a.backup"])("as the database, to another inventory: %s", async (command) => {
    using place = new Place();
    using other = await Place.filled();
    copyFileSync(other.path, place.roots.file("other.db"));
    link(place, place.roots.file("other.db"), "petstock.db");
    const before = place.rootsState();
    const { exitCode, stdout } = await place.run(command.split(" "), { cwd: place.theirs.path });
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(place.rootsState()).toEqual(before);
    expect(Object.keys(place.files())).toEqual(["petstock.db"]);
  });

  test.each(["-wal", "-shm", "-journal"])(
    "as a file that SQLite has beside the database: %s",
    async (part) => {
      using place = await Place.filled();
      link(place, place.roots.file("made"), `petstock.db${part}`);
      const before = place.rootsState();
      await place.run(["set", "1", "--quantity", "9"]);
      expect(place.rootsState()).toEqual(before);
    },
  );

  test.each([
    ["to root's folder", 0o700],
    ["to a folder of root that others can enter", 0o755],
  ])("as the file of an export, whether its target exists or not, %s", async (_, mode) => {
    using place = await Place.filled();
    chmodSync(place.roots.path, mode);
    link(place, place.victim, "old.csv");
    link(place, place.roots.file("made"), "new.csv");
    const before = place.rootsState();
    for (const name of ["old.csv", "new.csv"]) {
      expectRefusal(await place.run(["export", "--output", place.theirs.file(name)]), DENIED);
      expect(place.rootsState()).toEqual(before);
    }
  });

  test("as the backup that is restored, or the file that is imported", async () => {
    using place = await Place.filled();
    copyFileSync(place.path, place.roots.file("secret.backup"));
    link(place, place.roots.file("secret.backup"), "a.backup");
    link(place, place.victim, "rows.csv");
    for (const [command, name] of [
      ["restore", "a.backup"],
      ["import", "rows.csv"],
    ] as const) {
      const more = command === "restore" ? ["--yes"] : [];
      expectRefusal(await place.run([command, place.theirs.file(name), ...more]), DENIED);
    }
    expect(Object.keys(place.files())).toEqual(["a.backup", "petstock.db", "rows.csv"]);
  });

  test("in place of a file while a command works on it: owner, mode and content of root's file do not change", async () => {
    using place = await Place.filled();
    const before = place.rootsState();
    {
      await using _ = await startAttacker(place);
      const fresh = (i: number) => ({ DATABASE_URL: `sqlite:${place.theirs.file(`new-${i}.db`)}` });
      for (let round = 0; round < 2; round++) {
        await place.run(["backup", place.theirs.file(`new-${round}.backup`)]);
        await place.run(["keys", "create", "--name", "till"], { env: fresh(round) });
        await place.run(["export", "--output", place.theirs.file(`new-${round}.csv`)]);
        expect(place.rootsState()).toEqual(before);
      }
    }
    expect(Object.values(place.files()).map(({ uid }) => uid)).not.toContain(0);
  });
});

async function startAttacker(place: Place): Promise<AsyncDisposable> {
  const script = join(import.meta.dir, "swap-links.ts");
  const child = Bun.spawn([process.execPath, script, place.theirs.path, place.victim], { stdout: "pipe" });
  await child.stdout.getReader().read();
  return {
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}
