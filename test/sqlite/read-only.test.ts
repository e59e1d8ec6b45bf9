// Files and folders that may not be written to. For root every file may be, so the store is opened by a process of
// another user, who has to be able to read this project.

import { describe, expect, test } from "bun:test";
import { chmodSync, chownSync } from "node:fs";
import { join } from "node:path";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { filesIn, petstockAt } from "./embedded.ts";
import type { Tried } from "./open-as-other.ts";

const NOBODY = 65_534;
const IS_ROOT = process.getuid?.() === 0;

/** Starts the other user's process, and gives what it tried. It can do so little that waiting for it costs nothing. */
function openAsOther(...args: string[]): Tried {
  const child = Bun.spawnSync([process.execPath, join(import.meta.dir, "open-as-other.ts"), ...args], {
    ...(IS_ROOT && { uid: NOBODY, gid: NOBODY }),
    cwd: "/",
    stdin: "ignore",
  });
  if (child.stdout.length > 0) return JSON.parse(child.stdout.toString());
  throw new Error(`the other user's process said: ${child.stderr.toString()}`);
}

/** A folder with a database, both owned by the user who will open it. */
async function folderOfOther(): Promise<TemporaryFolder> {
  const folder = new TemporaryFolder();
  await petstockAt(folder.file("petstock.db"));
  if (IS_ROOT) for (const path of [folder.path, folder.file("petstock.db")]) chownSync(path, NOBODY, NOBODY);
  return folder;
}

/** Why the other user's process cannot run here; undefined where it can. */
function obstacle(): string | undefined {
  try {
    openAsOther();
    return undefined;
  } catch (error) {
    return String(error);
  }
}

const reason = obstacle();
if (reason !== undefined) console.warn(`What must not be written to is not tested here. ${reason}`);

describe.if(reason === undefined)("what must not be written to", () => {
  const cases: readonly (readonly [string, { file: number; folder: number; words: RegExp }])[] = [
    ["a read-only file", { file: 0o444, folder: 0o755, words: /cannot be written to/ }],
    ["a file in a read-only folder", { file: 0o644, folder: 0o555, words: /cannot be written to/ }],
    ["a read-only file in a read-only folder", { file: 0o444, folder: 0o555, words: /cannot be written to/ }],
    [
      "a file that may not even be read",
      { file: 0o000, folder: 0o755, words: /cannot be (opened|written to)/ },
    ],
  ];
  test.each(cases)(
    "%s is refused on opening, left as it was, and works once it may be written",
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

  test("a read-only folder gets no new database", async () => {
    using folder = await folderOfOther();
    chmodSync(folder.path, 0o555);
    const { step, code, message } = openAsOther(folder.file("new.db"), "create");
    expect(message).toMatch(/new\.db: the database file cannot be opened/);
    expect({ step, code }).toEqual({ step: "open", code: "unavailable" });
    expect(Object.keys(filesIn(folder.path))).toEqual(["petstock.db"]);
  });
});
