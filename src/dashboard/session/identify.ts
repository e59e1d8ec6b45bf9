// The key's owner and role: from the Admin API; where a proxy denies that, from an update.

import {
  type InventoryItem,
  type Me,
  type PetstockAdmin,
  type PetstockClient,
  PetstockError,
  RequestError,
} from "../../client/client.ts";
import { pause } from "../../client/pause.ts";
import { isRetryable } from "../../client/retry.ts";

/** Between two attempts; the client's own retries come before each. */
const PAUSE_MS = 2_000;

/**
 * Undefined where the Admin API is not reachable. Tries again for as long as only the network or the load is in the way. Throws
 * `invalid_api_key`, and the signal's reason.
 */
export async function readMe(
  admin: PetstockAdmin,
  signal: AbortSignal,
  onTrouble: (error: RequestError) => void = () => {},
): Promise<Me | undefined> {
  for (;;) {
    try {
      return await admin.me({ signal });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof RequestError)) throw error;
      if (error.code === "invalid_api_key") throw error;
      if (!isRetryable(error, true)) return undefined;
      onTrouble(error);
    }
    await pause(PAUSE_MS, signal);
  }
}

/** Sends an update that changes nothing, guarded with the current row: it leaves no trace, but a read-only key gets 403. */
export async function probeReadOnly(client: PetstockClient, item: InventoryItem): Promise<boolean> {
  try {
    await client.updateInventory(item.petId, item.quantity, { ifUnchanged: item });
    return false;
  } catch (error) {
    return error instanceof PetstockError && error.code === "read_only_api_key";
  }
}
