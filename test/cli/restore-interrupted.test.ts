// A restore of a file in which SQLite reads forever: it can be interrupted, and leaves nothing behind. Meanwhile the database is
// not locked, and other commands change it.

import { expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readlinkSync } from "node:fs";
import { makeEndless } from "../sqlite/endless-file.ts";
import { petstockAt } from "../sqlite/embedded.ts";
import { environment, PROGRAM } from "../support/petstock.ts";
import { childrenOf, isAlive } from "../support/process-tree.ts";
import { until } from "../support/until.ts";
import { Inventory } from "./inventory.ts";

setDefaultTimeout(60_000);

const hasProc = process.platform === "linux";
if (!hasProc) console.warn("An interrupted restore is tested on Linux alone, because it reads /proc.");

/** Starts a restore that checks an endless file. `checker` is the id of the process that checks. */
async function startEndless(inventory: Inventory) {
  const backup = inventory.folder.file("a.backup");
  await petstockAt(backup);
  makeEndless(backup);
  const child = Bun.spawn([...PROGRAM, "restore", "a.backup", "--yes"], {
    cwd: inventory.folder.path,
    env: environment({ DATABASE_URL: inventory.url }),
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
  const checker = await until("the check of the file", () => childrenOf(child.pid)[0]);
  await until("the checker to open the file", () => hasOpen(checker, ".restoring-from"));
  return { child, checker };
}

function hasOpen(pid: number, ending: string): boolean {
  const folder = `/proc/${pid}/fd`;
  if (!isAlive(pid)) throw new Error(`process ${pid} has ended`);
  return readdirSync(folder).some((name) => {
    try {
      return readlinkSync(`${folder}/${name}`).endsWith(ending);
    } catch {
      // The file was closed after it was listed.
      return false;
    }
  });
}

test.if(hasProc).each(["SIGINT", "SIGTERM"] as const)(
  "%s ends it, and nothing is changed",
  async (signal) => {
    using inventory = await Inventory.of("1,1,available");
    const { child, checker } = await startEndless(inventory);
    await inventory.runOrThrow(["set", "1", "--quantity", "2"]);
    child.kill(signal);
    expect(await child.stderr.text()).toBe("petstock: it was interrupted; nothing was changed\n");
    expect(await child.exited).toBe(1);
    await until("the end of the check", () => !isAlive(checker));
    expect(readdirSync(inventory.folder.path).toSorted()).toEqual(["a.backup", "petstock.db"]);
    expect(await inventory.csv()).toContain("\n1,2,available\n");
  },
);

test.if(hasProc)("SIGKILL of the restore also ends the check", async () => {
  using inventory = await Inventory.of("1,1,available");
  const { child, checker } = await startEndless(inventory);
  child.kill("SIGKILL");
  await child.exited;
  await until("the end of the check", () => !isAlive(checker));
});
