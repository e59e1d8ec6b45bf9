// serve --quickstart: sample animals and a first key for an empty default database.

import { dirname, join } from "node:path";
import { PROGRAM } from "../build.ts";
import { type Config, DEFAULT_DATABASE_PATH } from "../config.ts";
import { seedDefaultDatabase } from "../engines.ts";
import { replacePrivately } from "../files/private-file.ts";
import type { InventoryStore } from "../inventory/store.ts";
import type { Position } from "../inventory/position.ts";
import { newKey } from "../keys/new-key.ts";
import { CommandError, type Context } from "./context.ts";
import { operator } from "./open-store.ts";
import { sampleHistory } from "./sample-history.ts";

export interface Quickstart {
  /** How many sample animals it holds; 0 if the database was not empty. */
  readonly pets: number;
  /** The first key; undefined if the database was not empty. */
  readonly key: string | undefined;
}

/** Seeds the default database if it is empty; leaves any other unchanged. */
export async function quickstart(
  context: Context,
  store: InventoryStore,
  { database, lockTimeoutMs }: Pick<Config, "database" | "lockTimeoutMs">,
): Promise<Quickstart> {
  const isDefault = database.engine === "sqlite" && database.path === DEFAULT_DATABASE_PATH;
  if (!isDefault || !(await isEmpty(store)) || !seedDefaultDatabase({ lockTimeoutMs }, sampleHistory()))
    return { pets: 0, key: undefined };
  const first = { name: "quickstart", account: "default", role: "admin", expiresInMs: null } as const;
  const { key, record } = newKey(context.clock, first, operator(context));
  await store.keys.create(record);
  return { pets: await countPets(store), key };
}

async function countPets(store: InventoryStore): Promise<number> {
  let pets = 0;
  await store.readAll((items) => void (pets += items.length));
  return pets;
}

/** Writes the key into a file that only the user of the process can read; resolves with its path. Throws a CommandError. */
export async function writeKeyFile(key: string): Promise<string> {
  const path = join(dirname(DEFAULT_DATABASE_PATH), "first-key");
  try {
    await replacePrivately(path, `${key}\n`);
  } catch (error) {
    const message = `${path} cannot be written: ${(error as Error).message}`;
    throw new CommandError(`${message}. Create another key with: ${PROGRAM} keys create --name NAME`);
  }
  return path;
}

async function isEmpty(store: InventoryStore): Promise<boolean> {
  const { revision }: Position = await store.readAll(() => {});
  if (revision > 0 || (await store.keys.list()).length > 0) return false;
  // An empty inventory that was moved must not be filled again.
  return (await store.retirement()) === undefined;
}
