// The store as a command uses it: opened on the command's own thread, closed at its end.

import { openStore } from "../engines.ts";
import type { Origin } from "../inventory/movement.ts";
import type { InventoryStore } from "../inventory/store.ts";
import type { Context } from "./context.ts";
import { loginName } from "./login-name.ts";
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

/** How the ledger names the user of the command line. */
export function operator(context: Pick<Context, "env">): Origin {
  return { actor: `cli:${loginName(context)}`, keyId: null, requestId: null };
}
