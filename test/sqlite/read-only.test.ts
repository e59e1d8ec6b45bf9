// Read-only files and folders. Root may write to every file, so the store is opened by a process of another user, which must
// be able to read this project.

import { describe, expect, test } from "bun:test";
import { chmodSync, chownSync } from "node:fs";
import { join } from "node:path";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { filesIn, petstockAt } from "./embedded.ts";
import type { Tried } from "./open-as-other.ts";

const OTHER_USER = 65_534;
const IS_ROOT = process.getuid?.() === 0;

/** Runs the other user's process, and returns its result. */
function openAsOther(...args: string[]): Tried {
  const child = Bun.spawnSync([process.execPath, join(import.meta.dir, "open-as-other.ts"), ...args], {
    ...(IS_ROOT && { uid: OTHER_USER, gid: OTHER_USER }),
    cwd: "/",
    stdin: "ignore",
  });
  if (child.stdout.length > 0) return JSON.parse(child.stdout.toString());
  throw new Error(`the other user's process failed: ${child.stderr.toString()}`);
}

/** A folder with a database, both owned by the other user. */
async function folderOfOther(): Promise<TemporaryFolder> {
  const folder = new TemporaryFolder();
  await petstockAt(folder.file("petstock.db"));
  if (IS_ROOT)
    for (const path of [folder.path, folder.file("petstock.db")]) chownSync(path, OTHER_USER, OTHER_USER);
  return folder;
}

/** Why the other user's process cannot run here; undefined if it can. */
function obstacle(): string | undefined {
  try {
    openAsOther();
    return undefined;
  } catch (error) {
    return String(error);
  }
}

const reason = obstacle();
if (reason !== undefined) console.warn(`Read-only files are not tested here. ${reason}`);

describe.if(reason === undefined)("without permission to write", () => {
  const cases: readonly (readonly [string, { file: number; folder: number; words: RegExp }])[] = [
    ["a read-only file", { file: 0o444, folder: 0o755, words: /cannot be written to/ }],
    ["a file in a read-only folder", { file: 0o644, folder: 0o555, words: /cannot be written to/ }],
    ["a read-only file in a read-only folder", { file: 0o444, folder: 0o555, words: /cannot be written to/ }],
    ["an unreadable file", { file: 0o000, folder: 0o755, words: /cannot be (opened|written to)/ }],
  ];
  test.each(cases)(
    "%s is refused on opening and unchanged, and opens once it is writable",
    async (_, { file, folder: folderMode, words }) => {
      using folder = await folderOfOther();
      const path = folder.file("petstock.db");
      const before = filesIn(folder.path);
      chmodSync(path, file);
      chmodSync(folder.path, folderMode);
      const { step, code, message } = openAsOther(path);
      expect(message).toMatch(words);
      expect({ step, code }).toEqual({ step: "open", code: "unavailable" });
      chmodSync(folder.path, 0o755);
      chmodSync(path, 0o644);
      expect(filesIn(folder.path)).toEqual(before);
      expect(openAsOther(path)).toMatchObject({ step: "done" });
    },
    20_000,
  );

  test("no database is created in a read-only folder", async () => {
    using folder = await folderOfOther();
    chmodSync(folder.path, 0o555);
    const { step, code, message } = openAsOther(folder.file("new.db"), "create");
    expect(message).toMatch(/new\.db: the database file cannot be opened/);
    expect({ step, code }).toEqual({ step: "open", code: "unavailable" });
    expect(Object.keys(filesIn(folder.path))).toEqual(["petstock.db"]);
  });
});
