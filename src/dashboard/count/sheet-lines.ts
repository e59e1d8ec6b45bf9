// The lines of the sheet of differences: each count against the quantity of its moment.

import type { Dashboard } from "../app/dashboard.ts";
import { clockAheadMs, quantityAt } from "./expected.ts";
import { type Count, type SheetLine, sheetLine } from "./take.ts";

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
