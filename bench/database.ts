// Databases that the service's command line fills, and the contents of their ledgers.

import { Database } from "bun:sqlite";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import type { Children } from "./children.ts";

export const PROGRAM = [process.execPath, join(import.meta.dir, "../src/main.ts")];
const COMMAND_SECONDS_MAX = 300;
/** For ten million movements on a slow disk. */
const FILL_SECONDS_MAX = 600;

/** The address of a database, and a key for it. */
export interface InventoryDatabase {
  readonly address: string;
  readonly key: string;
}

/** The number of changes of a database, and of the commits that made them. */
export interface Ledger {
  readonly changes: number;
  readonly commits: number;
}

export function importFile(children: Children, address: string, file: string): Promise<string> {
  const command = [...PROGRAM, "import", file, "--database", address];
  return children.run(command, { secondsMax: COMMAND_SECONDS_MAX });
}

/** Creates a key for a database, which may import rows. */
export async function createKey(children: Children, address: string): Promise<InventoryDatabase> {
  const command = [
    ...PROGRAM,
    "keys",
    "create",
    "--name",
    "bench",
    "--role",
    "manager",
    "--database",
    address,
  ];
  const key = await children.run(command, { secondsMax: COMMAND_SECONDS_MAX });
  return { address, key: key.trim() };
}

/**
 * A new database file with a ledger of so many movements, over the last ten years, and a key. One million take about ten
 * seconds.
 */
export async function makeLedger(
  children: Children,
  path: string,
  { pets, movements }: { pets: number; movements: number },
): Promise<InventoryDatabase> {
  const script = join(import.meta.dir, "fill-ledger.ts");
  const command = [process.execPath, script, path, String(pets), String(movements)];
  await children.run(command, { secondsMax: FILL_SECONDS_MAX });
  return createKey(children, inFile(path));
}

/** Fills a database with the file's rows, and creates a key. */
export async function makeDatabase(
  children: Children,
  address: string,
  file: string,
): Promise<InventoryDatabase> {
  await importFile(children, address, file);
  return createKey(children, address);
}

export function authorization({ key }: Pick<InventoryDatabase, "key">): { readonly Authorization: string } {
  return { Authorization: `Bearer ${key}` };
}

/** The address of a database in a file. */
export function inFile(path: string): string {
  return `sqlite:${path}`;
}

export function fileOf({ address }: InventoryDatabase): string {
  return address.slice(inFile("").length);
}

/** Copies a database file, which must not be open. */
export function copyDatabase(database: InventoryDatabase, to: string): InventoryDatabase {
  copyFileSync(fileOf(database), to);
  return { address: inFile(to), key: database.key };
}

/** The contents of the ledger in a database file, where each commit is one fsync. */
export function fileLedger(database: InventoryDatabase): Ledger {
  using db = new Database(fileOf(database), { readonly: true });
  const [row = [0, 0]] = db.query("SELECT max(revision), count(*) FROM commit_mark").values();
  return { changes: Number(row[0]), commits: Number(row[1]) };
}
