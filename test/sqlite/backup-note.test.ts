// The note of the last backup: readable by its owner only, never written through a link; a failed note fails no backup.

import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { lastBackupAt, noteBackup } from "../../src/sqlite/backup/backup-note.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { Inventory } from "../cli/inventory.ts";

const AT = Date.parse("2026-11-22T03:10:00Z");

test("a symbolic link in place of the note is replaced, and its target is unchanged", async () => {
  using folder = new TemporaryFolder();
  const path = folder.file("some.db");
  writeFileSync(path, "");
  symlinkSync(folder.file("elsewhere"), `${path}.last-backup`);
  await noteBackup(path, AT);
  expect(existsSync(folder.file("elsewhere"))).toBe(false);
  expect(await lastBackupAt(path)).toBe(AT);
  expect(statSync(`${path}.last-backup`).mode & 0o777).toBe(0o600);
});

test("a database that is also named by a symbolic link has one note", async () => {
  using folder = new TemporaryFolder();
  writeFileSync(folder.file("real.db"), "");
  symlinkSync(folder.file("real.db"), folder.file("link.db"));
  await noteBackup(folder.file("link.db"), AT);
  expect(await lastBackupAt(folder.file("real.db"))).toBe(AT);
  expect(readdirSync(folder.path).toSorted()).toEqual(["link.db", "real.db", "real.db.last-backup"]);
});

test("a missing or unreadable note means: no backup yet", async () => {
  using folder = new TemporaryFolder();
  const path = folder.file("some.db");
  writeFileSync(path, "");
  expect(await lastBackupAt(path)).toBe(0);
  writeFileSync(`${path}.last-backup`, "yesterday, I think\n");
  expect(await lastBackupAt(path)).toBe(0);
});

test("a backup whose time cannot be noted is complete, and reports that", async () => {
  using inventory = await Inventory.of("1,1,available");
  // A folder cannot be replaced by a file.
  mkdirSync(inventory.folder.file("petstock.db.last-backup"));
  const { stderr } = await inventory.runOrThrow(["backup", "a.backup"]);
  expect(stderr).toContain("The time of this backup could not be recorded beside the database");
  expect(readdirSync(inventory.folder.path).toSorted()).toEqual([
    "a.backup",
    "petstock.db",
    "petstock.db.last-backup",
  ]);
});
