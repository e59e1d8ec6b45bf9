// The rights that a command of root uses, and the owners of the files that it creates.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { Database } from "bun:sqlite";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { expectRefusal, Inventory } from "../cli/inventory.ts";
import { environment, PROGRAM } from "../support/petstock.ts";
import { CSV, IS_TESTED, OTHER, Place } from "./place.ts";

setDefaultTimeout(60_000);

const THEIRS = { uid: OTHER, mode: "600" };
const ROOTS = { uid: 0, mode: "600" };

describe.if(IS_TESTED)("as root, in another user's folder", () => {
  test("a database, its log, a backup and the file that a restore keeps belong to that user, and no other user can read them", async () => {
    using place = new Place();
    await place.runOrThrow("import", "-", "--format", "csv");
    await place.runOrThrow("backup", place.theirs.file("a.backup"));
    rmSync(place.path);
    await place.runOrThrow("restore", place.theirs.file("a.backup"), "--yes");
    expect(place.files()).toEqual({
      "a.backup": THEIRS,
      "petstock.db": THEIRS,
      "petstock.db.last-backup": THEIRS,
    });
    await place.runOrThrow("restore", place.theirs.file("a.backup"), "--yes");
    expect(Object.values(place.files())).toEqual([THEIRS, THEIRS, THEIRS, THEIRS]);
  });

  test("files of root elsewhere are written and read: a backup, an export, an import, a restore", async () => {
    using place = new Place();
    writeFileSync(place.roots.file("rows.csv"), CSV, { mode: 0o600 });
    await place.runOrThrow("import", place.roots.file("rows.csv"));
    await place.runOrThrow("backup", place.roots.file("a.backup"));
    for (const _ of ["made", "replaced"])
      await place.runOrThrow("export", "--output", place.roots.file("out.csv"));
    await place.runOrThrow("set", "1", "--quantity", "9");
    await place.runOrThrow("restore", place.roots.file("a.backup"), "--yes");
    expect((await place.runOrThrow("export")).stdout).toBe(CSV);
    expect(readFileSync(place.roots.file("out.csv"), "utf8")).toBe(CSV);
    expect(place.files(place.roots)).toMatchObject({ "a.backup": ROOTS, "out.csv": { uid: 0 } });
    expect(Object.keys(place.files(place.roots))).toEqual(["a.backup", "out.csv", "rows.csv", "victim"]);
    expect(new Set(Object.values(place.files()).map(({ uid }) => uid))).toEqual(new Set([OTHER]));
    const again = await place.run(["backup", place.roots.file("a.backup")]);
    expect(again.stderr).toContain("exists already");
  });

  test("a service has only that user's rights, and cannot return to root's", async () => {
    using place = new Place();
    await using child = Bun.spawn([...PROGRAM, "serve", "--port", "0"], {
      cwd: place.theirs.path,
      env: environment({ DATABASE_URL: `sqlite:${place.path}` }),
      stdin: "ignore",
      stdout: "ignore",
      stderr: "pipe",
    });
    let log = "";
    for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
      log += text;
      if (log.includes('"listening"') || child.exitCode !== null) break;
    }
    expect(log).toContain('"listening"');
    const ids = /^Uid:\s+(.*)$/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]?.split("\t");
    expect(ids).toEqual(["", "", "", ""].map(() => String(OTHER)));
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
  });
});

interface Refused {
  readonly make: (place: Place) => string;
  readonly message: string;
}

const REFUSED: Readonly<Record<string, Refused>> = {
  "a folder of root inside another user's, who could put another in its place": {
    make(place) {
      mkdirSync(place.theirs.file("data"));
      return place.theirs.file("data/petstock.db");
    },
    message: `belongs to user ${OTHER}, so that root's command works in`,
  },
  "a folder that every user may write to": {
    make(place) {
      mkdirSync(place.roots.file("open"));
      chmodSync(place.roots.file("open"), 0o777);
      return place.roots.file("open/petstock.db");
    },
    message: "every user may write there",
  },
  "another user's folder which that user cannot reach": {
    make(place) {
      mkdirSync(place.roots.file("data"));
      chownSync(place.roots.file("data"), OTHER, OTHER);
      return place.roots.file("data/petstock.db");
    },
    message: "who cannot reach it",
  },
  "a link that leads to itself": {
    make(place) {
      const path = place.roots.file("petstock.db");
      symlinkSync("petstock.db", path);
      return path;
    },
    message: "too many links",
  },
};

describe.if(IS_TESTED)("root's command refuses, and creates nothing,", () => {
  test.each(Object.entries(REFUSED))("%s", async (_, { make, message }) => {
    using place = new Place();
    const path = make(place);
    const before = [place.files(), place.files(place.roots)];
    const env = { DATABASE_URL: `sqlite:${path}` };
    const finished = await place.run(["import", "-", "--format", "csv"], { env });
    expectRefusal(finished, { exitCode: 1, words: [message] });
    expect([place.files(), place.files(place.roots)]).toEqual(before);
  });

  test("databases of two users in one command", async () => {
    using place = await Place.filled();
    const urls = ["--from", `sqlite:${place.path}`, "--to", `sqlite:${place.roots.file("new.db")}`];
    const finished = await place.run(["move", ...urls]);
    expectRefusal(finished, { exitCode: 1, words: ["are of two users"] });
    expect(Object.keys(place.files(place.roots))).toEqual(["victim"]);
  });
});

describe("the mode of a database, its log and the log's index", () => {
  const modes = ({ folder }: Inventory) =>
    ["petstock.db", "petstock.db-wal", "petstock.db-shm"].map((name) =>
      (statSync(folder.file(name)).mode & 0o777).toString(8),
    );
  /** Keeps the database open, so that its log exists. */
  const open = ({ path }: Inventory) => {
    const db = new Database(path);
    db.query("SELECT count(*) FROM inventory").values();
    return db;
  };

  test("is for the owner only if the file is new, whatever the umask", async () => {
    using inventory = new Inventory();
    const { exitCode } = await inventory.throughShell('umask 000; "$@" keys create --name till');
    expect(exitCode).toBe(0);
    using _ = open(inventory);
    expect(modes(inventory)).toEqual(["600", "600", "600"]);
  });

  test("stays as the operator set it", async () => {
    using inventory = await Inventory.of("1,1,available");
    chmodSync(inventory.path, 0o640);
    using _ = open(inventory);
    await inventory.runOrThrow(["set", "1", "--quantity", "2"]);
    expect(modes(inventory)).toEqual(["640", "640", "640"]);
  });
});
