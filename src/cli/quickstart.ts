// serve --quickstart: sample animals and a first key for an empty default database.

import { dirname, join } from "node:path";
import sample from "../../examples/sample-inventory.csv" with { type: "text" };
import sampleLabels from "../../examples/sample-labels.csv" with { type: "text" };
import { PROGRAM } from "../build.ts";
import { type DatabaseAddress, DEFAULT_DATABASE_PATH } from "../config.ts";
import { replacePrivately } from "../files/private-file.ts";
import type { InventoryStore } from "../inventory/store.ts";
import type { Position } from "../inventory/position.ts";
import { newKey } from "../keys/new-key.ts";
import { CommandError, type Context } from "./context.ts";
import { importFrom } from "./import.ts";
import { importLabels } from "./labels.ts";
import { localAccess } from "./local-access.ts";
import { operator } from "./open-store.ts";
import type { RowSource } from "./row-source.ts";

export interface Quickstart {
  /** How many sample animals were imported; 0 if the database was not empty. */
  readonly pets: number;
  /** The first key; undefined if the database was not empty. */
  readonly key: string | undefined;
}

/** Seeds the default database if it is empty; leaves any other unchanged. */
export async function quickstart(
  context: Context,
  store: InventoryStore,
  database: DatabaseAddress,
): Promise<Quickstart> {
  const isDefault = database.engine === "sqlite" && database.path === DEFAULT_DATABASE_PATH;
  if (!isDefault || !(await isEmpty(store))) return { pets: 0, key: undefined };
  const by = operator(context);
  const access = localAccess({ store, by, clock: context.clock });
  const pets = sourceOf("the sample inventory", sample);
  const result = await importFrom(context, pets, access, { dryRun: false, replace: false, cause: {} });
  const labels = sourceOf("the sample labels", sampleLabels);
  await importLabels(context, labels, access.labels, { dryRun: false, replace: false, cause: {} });
  const first = { name: "quickstart", account: "default", role: "admin", expiresInMs: null } as const;
  const { key, record } = newKey(context.clock, first, by);
  await store.keys.create(record);
  return { pets: result.kind === "applied" ? result.created : 0, key };
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

function sourceOf(name: string, csv: string): RowSource {
  return { name, bytes: bytesOf(csv), format: "csv", size: null };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
