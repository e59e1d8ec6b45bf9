// The lines of the sheet of differences: each count against the quantity of its moment. For a count without a live connection that
// quantity is read from the ledger, because others may have changed the pet since it was last known.

import type { Dashboard } from "../app/dashboard.ts";
import { type Count, type SheetLine, sheetLine } from "./take.ts";
import type { PetstockAdmin } from "../../client/client.ts";
import type { Environment } from "../state/environment.ts";

/** Needs a connection: throws the client's errors. */
export async function sheetLines(
  dashboard: Dashboard,
  counts: readonly Count[],
): Promise<readonly SheetLine[]> {
  const lines: SheetLine[] = [];
  const aheadMs = await clockAheadMs(dashboard.environment);
  for (const count of counts) lines.push(await lineOf(dashboard, count, aheadMs));
  return lines;
}

/** `aheadMs`: how far this device's clock is ahead of the service's. */
async function lineOf({ pets, session }: Dashboard, count: Count, aheadMs: number): Promise<SheetLine> {
  const current = pets.item(count.petId);
  if (count.isNew || count.expected !== undefined) return sheetLine(count, count.expected ?? 0, current);
  const moment = { petId: count.petId, at: count.at - aheadMs };
  return sheetLine(count, await quantityAt(session.admin, moment, current?.quantity ?? 0), current);
}

/** The service tells its time to the second. */
const CLOCKS_DIFFER_MS = 2_000;

/** How far this device's clock is ahead of the service's, whose times the ledger has; 0 if both show the same. */
async function clockAheadMs({ now, serverTime }: Pick<Environment, "now" | "serverTime">): Promise<number> {
  const aheadMs = now() - (await serverTime());
  return Math.abs(aheadMs) < CLOCKS_DIFFER_MS ? 0 : aheadMs;
}

/** `current`: the quantity now. Reads the pet's movements since the count. Throws the client's errors. */
async function quantityAt(
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
