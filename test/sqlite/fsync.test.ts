// An acknowledged change is on disk: the pragmas that this depends on are set, and (where strace is installed) every
// acknowledgement comes after an fsync of the log.

import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openForReading, openForWriting } from "../../src/sqlite/file/open.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { petstockAt, petstockIn, runSql } from "./embedded.ts";

describe("the writer's connection", () => {
  const origins: readonly (readonly [string, (path: string) => unknown])[] = [
    ["a new file", () => {}],
    ["an empty file", (path) => writeFileSync(path, "")],
    ["an existing database", petstockAt],
    [
      "a database that is not in WAL mode",
      async (path) => {
        await petstockAt(path);
        runSql(path, "PRAGMA journal_mode = DELETE");
      },
    ],
  ];
  test.each(origins)("to %s syncs each commit, and uses WAL mode", async (_, prepare) => {
    using folder = new TemporaryFolder();
    const path = folder.file("petstock.db");
    await prepare(path);
    using db = openForWriting(path, { create: true });
    expect(pragma(db, "journal_mode")).toBe("wal");
    // 2 is FULL: https://sqlite.org/pragma.html#pragma_synchronous
    expect(pragma(db, "synchronous")).toBe(2n);
    expect(pragma(db, "fullfsync")).toBe(1n);
    expect(pragma(db, "checkpoint_fullfsync")).toBe(1n);
    // Checkpoints run in time, and truncate the log after a large import.
    expect(Number(pragma(db, "wal_autocheckpoint"))).toBeWithin(1, 100_001);
    expect(Number(pragma(db, "journal_size_limit"))).toBeWithin(1, 2 ** 30);
  });
});

test("a reader's connection cannot write", async () => {
  using folder = new TemporaryFolder();
  const path = await petstockIn(folder);
  using db = openForReading(path);
  expect(() => db.run("DELETE FROM inventory")).toThrow(/readonly/);
  expect(db.query("SELECT count(*) FROM inventory").values()).toEqual([[50n]]);
});

const CHANGES = 20;

describe.if(straceWorks())("strace", () => {
  test.each(["thread", "inline"])(
    "shows an fsync of the log before each acknowledgement (%s)",
    async (mode) => {
      using folder = new TemporaryFolder();
      const trace = folder.file("trace");
      const script = join(import.meta.dir, "commit-slowly.ts");
      const path = folder.file("petstock.db");
      const calls = ["strace", "-f", "--seccomp-bpf", "-y", "-e", "trace=fsync,fdatasync,write", "-o", trace];
      const child = Bun.spawn([...calls, process.execPath, script, path, String(CHANGES), mode], {
        stdout: "ignore",
        stderr: "pipe",
      });
      const [stderr, code] = await Promise.all([child.stderr.text(), child.exited]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      const events = eventsOf(readFileSync(trace, "utf8"), `${path}-wal`);
      const groups = events.join(" ").split("acknowledged");
      expect(groups).toHaveLength(CHANGES + 1);
      for (const before of groups.slice(0, CHANGES)) expect(before).toContain("synced");
    },
    30_000,
  );
});

/** The events of a trace in order: the log `synced`, a change `acknowledged`. A call counts when it returns. */
function eventsOf(trace: string, log: string): string[] {
  const syncing = new Map<string, string>();
  return trace.split("\n").flatMap((line) => {
    const [thread = "", ...rest] = line.split(/\s+/);
    const call = rest.join(" ");
    if (call.startsWith("write(1<") && call.includes("acknowledged")) return ["acknowledged"];
    const file = /^f(?:data)?sync\(\d+<([^>]*)>/.exec(call)?.[1];
    if (file !== undefined) syncing.set(thread, file);
    const returned = /^(?:f(?:data)?sync\(|<\.\.\. f(?:data)?sync resumed>).*= 0$/.test(call);
    return returned && syncing.get(thread) === log ? ["synced"] : [];
  });
}

/** It may be missing, or not permitted. */
function straceWorks(): boolean {
  if (Bun.which("strace") === null) return false;
  return Bun.spawnSync(["strace", "-f", "--seccomp-bpf", "-o", "/dev/null", "true"]).success;
}

function pragma(db: Database, name: string): unknown {
  return db.query(`PRAGMA ${name}`).values()[0]?.[0];
}
