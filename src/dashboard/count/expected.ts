// The quantity of a pet at the moment it was counted, for counts made without a live connection: others may have changed the pet
// between the last known quantity and the count.

import type { PetstockAdmin } from "../../client/client.ts";
import type { Environment } from "../state/environment.ts";
import type { Count } from "./take.ts";

/** The service tells its time to the second. */
const CLOCKS_DIFFER_MS = 2_000;

/** How far this device's clock is ahead of the service's, whose times the ledger has; 0 if both show the same. */
export async function clockAheadMs({
  now,
  serverTime,
}: Pick<Environment, "now" | "serverTime">): Promise<number> {
  const aheadMs = now() - (await serverTime());
  return Math.abs(aheadMs) < CLOCKS_DIFFER_MS ? 0 : aheadMs;
}

/** `current`: the quantity now. Reads the pet's movements since the count. Throws the client's errors. */
export async function quantityAt(
  admin: PetstockAdmin,
  { petId, at }: Pick<Count, "petId" | "at">,
  current: number,
): Promise<number> {
  let quantity = current;
  // The newest first: the last one read is the first after the count.
  for await (const movement of admin.movements({ petId, since: new Date(at) })) {
    quantity = movement.before?.quantity ?? 0;
  }
  return quantity;
}
