// The store as a command uses it: opened on the command's own thread, closed at its end.

import { openStore } from "../engines.ts";
import type { Origin } from "../inventory/movement.ts";
import type { InventoryStore } from "../inventory/store.ts";
import type { Context } from "./context.ts";
import { userInfo } from "node:os";
import { settingsOf } from "./settings.ts";

/** The settings of every command that opens the database. */
export const STORE_SETTINGS = ["database", "lockTimeoutMs"] as const;

/** Opens the store, runs `work`, closes the store, whatever happens. */
export async function withStore<T>(
  {
    options,
    context,
    create,
  }: { options: Readonly<Record<string, unknown>>; context: Context; create: boolean },
  work: (store: InventoryStore) => Promise<T>,
): Promise<T> {
  const settings = settingsOf(STORE_SETTINGS, options, context.env);
  await using store = await openStore({ ...settings, create });
  return await work(store);
}

/** The ledger's name for whoever sits at the command line. */
export function operator(): Origin {
  return { actor: `cli:${userName()}`, keyId: null, requestId: null };
}

function userName(): string {
  try {
    const { username, uid } = userInfo();
    // What the runtime says where no variable names the user.
    return username === "unknown" ? `uid ${uid}` : username;
  } catch {
    // A container may run under a number that no name belongs to.
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}
