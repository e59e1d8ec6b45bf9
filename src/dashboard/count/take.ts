// A stock-take: what was counted, and what it means for the stock. Without a DOM.

import type { Change } from "../../client/client.ts";
import { randomKey } from "../../client/idempotency-key.ts";
import type { InventoryItem } from "../../contract/item-json.ts";
import { countText } from "../language/en/count.ts";

/** One counted pet, as it is stored. */
export interface Count {
  /** `<stock-take>/<petId>`. */
  readonly id: string;
  readonly takeId: string;
  readonly petId: bigint;
  readonly counted: number;
  /** The quantity at the moment of counting; undefined if the page did not know it for certain then. */
  readonly expected: number | undefined;
  /** Milliseconds since 1970, by this device's clock. */
  readonly at: number;
  /** The pet is not in the inventory, and is to be added. */
  readonly isNew: boolean;
}

/** A stock-take, as it is stored. */
export interface Take {
  /** Its owner: the tabs of one person share one stock-take. */
  readonly id: string;
  /** Whose key began it: another key's stock-take is never shown or sent. */
  readonly owner: string;
  readonly startedAt: number;
  /** Codes that no pet has, noted for later. */
  readonly unknown: readonly string[];
  /** Set before it is sent, so that a reload in between sends the same again, which is applied once. */
  readonly sending: Sending | undefined;
}

export interface Sending {
  readonly idempotencyKey: string;
  /** The first time, in milliseconds since 1970. */
  readonly sentAt: number;
  readonly note: string;
  /** The counts that end with it, also those that change nothing. */
  readonly petIds: readonly bigint[];
  readonly changes: readonly Change[];
}

/** A line of the sheet of differences. */
export interface SheetLine {
  readonly count: Count;
  /** The quantity at the moment of counting. */
  readonly expected: number;
  readonly difference: number;
  /** The quantity now; undefined if the pet is not in the inventory. */
  readonly current: number | undefined;
  /** The quantity after the difference is applied. */
  readonly result: number;
}

/**
 * A count says what was on the shelf at one moment. So the difference to the quantity of that moment is applied, and what was sold or
 * received since then stays.
 */
export function sheetLine(count: Count, expectedThen: number, current: InventoryItem | undefined): SheetLine {
  const expected = count.isNew ? 0 : expectedThen;
  const difference = count.counted - expected;
  const now = current?.quantity;
  return { count, expected, difference, current: now, result: (now ?? 0) + difference };
}

/** Why a line cannot be applied; undefined if it can. */
export function lineProblem({ count, current, result }: SheetLine): string | undefined {
  if (current === undefined && !count.isNew) return countText.removedSince;
  if (current !== undefined && count.isNew) return countText.addedSince;
  return result < 0 ? countText.soldSince : undefined;
}

/** Undefined if the line changes nothing. */
export function changeOf({ count, difference }: SheetLine): Change | undefined {
  const { petId, counted, isNew } = count;
  if (isNew) return { petId, quantity: counted, status: "available", create: true };
  return difference === 0 ? undefined : { petId, by: difference };
}

export function countId(takeId: string, petId: bigint): string {
  return `${takeId}/${petId}`;
}

/** `startedAt` in milliseconds since 1970. */
export function newTake(owner: string, startedAt: number): Take {
  return { id: owner, owner, startedAt, unknown: [], sending: undefined };
}

/** The sheet as one change set, with its own idempotency key. */
export function sendingOf(
  sheet: readonly SheetLine[],
  { note, sentAt }: Pick<Sending, "note" | "sentAt">,
): Sending {
  const changes = sheet.map(changeOf).filter((change) => change !== undefined);
  const petIds = sheet.map(({ count }) => count.petId);
  return { idempotencyKey: randomKey(), sentAt, note: note.trim(), petIds, changes };
}
