// A restored copy of the database reuses revision numbers for other changes. Clients with a position of the lost history must
// reload; clients with a position that both histories have need not.

import { describe, expect, test } from "bun:test";
import { copyFileSync, existsSync, rmSync } from "node:fs";
import { ClientCopy } from "../store/client-copy.ts";
import {
  createPet,
  expectConsistent,
  importRows,
  itemsOf,
  positionOf,
  rows,
  setTo,
} from "../store/engine.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { openSqlite } from "./embedded.ts";

const PARTS = ["", "-wal"];

/** Copies a closed database: the file and its log. */
function copyDatabase(from: string, to: string): void {
  for (const part of [...PARTS, "-shm"]) rmSync(to + part, { force: true });
  for (const part of PARTS) if (existsSync(from + part)) copyFileSync(from + part, to + part);
}

describe("after a copy of an older revision was restored", () => {
  const lost = [
    ["by commits", 3],
    ["by fewer commits", 2],
    ["by more commits", 5],
    ["by none", 0],
  ] as const;
  test.each(lost)(
    "and the history continued %s, lost positions reload and common ones do not",
    async (_, more) => {
      using folder = new TemporaryFolder();
      const [path, backup] = [folder.file("petstock.db"), folder.file("backup.db")];
      const common: ClientCopy[] = [];
      const orphans: ClientCopy[] = [];
      {
        await using store = await openSqlite(path);
        for (let quantity = 1; quantity <= 4; quantity++) {
          await store.commit([createPet(1n, quantity), createPet(BigInt(quantity), 1)]);
          common.push(await ClientCopy.of(store));
        }
        copyDatabase(path, backup);
        for (let quantity = 11; quantity <= 13; quantity++) {
          await store.commit([setTo(1n, quantity)]);
          orphans.push(await ClientCopy.of(store));
        }
      }
      copyDatabase(backup, path);
      await using store = await openSqlite(path);
      expect(await positionOf(store)).toEqual(common.at(-1)!.position);
      for (let quantity = 21; quantity < 21 + more; quantity++) await store.commit([setTo(1n, quantity)]);

      const present = await itemsOf(store);
      for (const copy of orphans) {
        expect(await store.changesSince(copy.position)).toBe("reload");
        await copy.catchUp(store);
        expect(copy.items).toEqual(present);
      }
      for (const copy of common) {
        await copy.catchUp(store);
        expect(copy.reloads).toBe(0);
        expect(copy.items).toEqual(present);
      }
      await expectConsistent(store);
    },
  );

  test("the same changes made again have other positions", async () => {
    using folder = new TemporaryFolder();
    const [path, backup] = [folder.file("petstock.db"), folder.file("backup.db")];
    const positions = [];
    {
      await using store = await openSqlite(path);
      await store.commit([createPet(1n, 1)]);
    }
    copyDatabase(path, backup);
    for (let life = 0; life < 2; life++) {
      copyDatabase(backup, path);
      await using store = await openSqlite(path);
      await store.commit([setTo(1n, 2)]);
      const afterCommit = await positionOf(store);
      await importRows(store, rows([1n, 3]), { replace: true });
      positions.push([afterCommit, await positionOf(store)]);
    }
    const [first = [], second = []] = positions;
    expect(first.map(({ revision }) => revision)).toEqual(second.map(({ revision }) => revision));
    for (const [at, { nonce }] of first.entries()) expect(second[at]?.nonce).not.toBe(nonce);
    await using store = await openSqlite(path);
    for (const position of first) expect(await store.changesSince(position)).toBe("reload");
    for (const position of second) expect(await store.changesSince(position)).not.toBe("reload");
  });
});
