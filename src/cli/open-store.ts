// The store as a command uses it: opened on the command's own thread, closed at its end.

import { openStore } from "../engines.ts";
import type { Origin } from "../inventory/movement.ts";
import type { InventoryStore } from "../inventory/store.ts";
import type { Context } from "./context.ts";
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
export function operator({ env }: Pick<Context, "env">): Origin {
  return { actor: `cli:${userName(env)}`, keyId: null, requestId: null };
}

/** The user's name, as the system's variable has it; the user's number in a container that names no user. */
function userName(env: Context["env"]): string {
  const name = env[process.platform === "win32" ? "USERNAME" : "USER"];
  return name || `uid ${process.getuid?.() ?? "unknown"}`;
}
