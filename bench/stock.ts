// Databases that the service's own command line has filled, and what their ledgers hold.

import { Database } from "bun:sqlite";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import type { Children } from "./children.ts";

export const PROGRAM = [process.execPath, join(import.meta.dir, "../src/main.ts")];
const COMMAND_SECONDS_MAX = 300;

/** A database, by its address, and a key for it. */
export interface Stock {
  readonly address: string;
  readonly key: string;
}

/** How many changes a database has seen, and how many commits made them. */
export interface Ledger {
  readonly changes: number;
  readonly commits: number;
}

export function importFile(children: Children, address: string, file: string): Promise<string> {
  const command = [...PROGRAM, "import", file, "--database", address];
  return children.run(command, { secondsMax: COMMAND_SECONDS_MAX });
}

/** Makes a key for a database. */
export async function createKey(children: Children, address: string): Promise<Stock> {
  const command = [...PROGRAM, "keys", "create", "--name", "bench", "--database", address];
  const key = await children.run(command, { secondsMax: COMMAND_SECONDS_MAX });
  return { address, key: key.trim() };
}

/** Fills a database with the file's rows, and makes a key. */
export async function makeStock(children: Children, address: string, file: string): Promise<Stock> {
  await importFile(children, address, file);
  return createKey(children, address);
}

export function authorization({ key }: Pick<Stock, "key">): { readonly Authorization: string } {
  return { Authorization: `Bearer ${key}` };
}

/** The address of a database in a file. */
export function inFile(path: string): string {
  return `sqlite:${path}`;
}

export function fileOf({ address }: Stock): string {
  return address.slice(inFile("").length);
}

/** A second file of the same content; nobody may have the first one open. */
export function copyStock(stock: Stock, to: string): Stock {
  copyFileSync(fileOf(stock), to);
  return { address: inFile(to), key: stock.key };
}

/** Of a database in a file, where each commit is one fsync. */
export function fileLedger(stock: Stock): Ledger {
  using db = new Database(fileOf(stock), { readonly: true });
  const [row = [0, 0]] = db.query("SELECT max(revision), count(*) FROM commit_mark").values();
  return { changes: Number(row[0]), commits: Number(row[1]) };
}
