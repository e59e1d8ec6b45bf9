// No connection trusts the content of a file (https://sqlite.org/security.html), whichever function opens it.

import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { connect } from "../../src/sqlite/file/connect.ts";
import { openForInspection, openForReading, openForWriting } from "../../src/sqlite/file/open.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { petstockIn } from "./embedded.ts";

const OPENERS: Readonly<Record<string, (path: string) => Database>> = {
  connect: (path) => connect(path),
  openForInspection,
  openForReading,
  openForWriting: (path) => openForWriting(path, { create: false }),
};

test.each(Object.entries(OPENERS))("%s sets the hardening pragmas", async (_, open) => {
  using folder = new TemporaryFolder();
  const path = await petstockIn(folder);
  using db = open(path);
  const settings = ["trusted_schema", "cell_size_check", "mmap_size"].map((name) => [
    name,
    Number(db.query(`PRAGMA ${name}`).values()[0]?.[0]),
  ]);
  expect(Object.fromEntries(settings)).toEqual({ trusted_schema: 0, cell_size_check: 1, mmap_size: 0 });
});
