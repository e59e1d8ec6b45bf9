// serve --quickstart: sample animals and a first key for an empty default database, and at each start a link that signs in.

import { dirname, join } from "node:path";
import { PROGRAM } from "../build.ts";
import { type Config, DEFAULT_DATABASE_PATH, duration } from "../config.ts";
import { seedDefaultDatabase } from "../engines.ts";
import { replacePrivately } from "../files/private-file.ts";
import type { KeyActor, KeyRecord } from "../inventory/key-store.ts";
import { StoreError } from "../inventory/store-error.ts";
import type { InventoryStore } from "../inventory/store.ts";
import type { Position } from "../inventory/position.ts";
import { LINK_VALID, newKey, newLink } from "../keys/new-key.ts";
import { CommandError, type Context } from "./context.ts";
import { operator } from "./open-store.ts";
import { sampleHistory } from "./sample-history.ts";

export interface Quickstart {
  /** How many sample animals it holds; 0 if the database was not empty. */
  readonly pets: number;
  /** The first key; undefined if the database was not empty. */
  readonly key: string | undefined;
  /** The code of a link that signs in as an admin; undefined without a terminal, or for another database. */
  readonly code: string | undefined;
}

const NOTHING: Quickstart = { pets: 0, key: undefined, code: undefined };

/** Seeds the default database if it is empty, and makes a link for a terminal; leaves any other unchanged. */
export async function quickstart(
  context: Context,
  store: InventoryStore,
  { database, lockTimeoutMs }: Pick<Config, "database" | "lockTimeoutMs">,
): Promise<Quickstart> {
  const isDefault = database.engine === "sqlite" && database.path === DEFAULT_DATABASE_PATH;
  // An inventory that was moved is left alone, and never filled again.
  if (!isDefault || (await store.retirement()) !== undefined) return NOTHING;
  const seeded = (await isEmpty(store)) ? await seed(context, store, lockTimeoutMs) : NOTHING;
  const code = context.stdout.isTTY === true ? await startLink(context, store) : undefined;
  return { ...seeded, code };
}

async function seed(context: Context, store: InventoryStore, lockTimeoutMs: number): Promise<Quickstart> {
  if (!seedDefaultDatabase({ lockTimeoutMs }, sampleHistory())) return NOTHING;
  const wanted = { ...ADMIN, name: "quickstart", linkValidMs: null };
  const { secret: key, record } = newKey(context.clock, wanted, operator(context));
  await store.keys.create(record);
  return { ...NOTHING, pets: await countPets(store), key };
}

async function countPets(store: InventoryStore): Promise<number> {
  let pets = 0;
  await store.readAll((items) => void (pets += items.length));
  return pets;
}

const ADMIN = { account: "default", role: "admin", expiresInMs: null } as const;
const LINK_NAME = "quickstart link";

/**
 * A link that was not opened is replaced, so that starts leave no keys behind. A database that cannot be written now is no reason not to
 * start: the link is a convenience, and undefined then.
 */
async function startLink(context: Context, { keys }: InventoryStore): Promise<string | undefined> {
  const by = actorOf(operator(context));
  const { clock } = context;
  const validMs = duration(LINK_VALID).parse(LINK_VALID.default);
  try {
    const waiting = (await keys.list()).find(isWaiting);
    if (waiting !== undefined) {
      const at = clock.now();
      const { code, link } = newLink(at, validMs);
      if ((await keys.relink({ id: waiting.id, link, at, by })).kind === "linked") return code;
    }
    const { secret, record } = newKey(clock, { ...ADMIN, name: LINK_NAME, linkValidMs: validMs }, by);
    await keys.create(record);
    return secret;
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}

function actorOf({ actor, keyId }: KeyActor): KeyActor {
  return { actor, keyId };
}

/** A key of an earlier start, which has no secret yet. */
function isWaiting({ name, hash, revokedAt, createdBy }: KeyRecord): boolean {
  return name === LINK_NAME && hash === null && revokedAt === null && createdBy.keyId === null;
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
  return revision === 0 && (await store.keys.list()).length === 0;
}
