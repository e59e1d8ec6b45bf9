// Checks of the ledger and the list after a crash, against the answers that clients got.

import { expect } from "bun:test";
import type { Update } from "./load.ts";

export interface LabelMembers {
  readonly name: string | null;
  readonly kind: string | null;
  readonly code: string | null;
  readonly low: number | null;
}

export interface Movement {
  readonly revision: number;
  readonly petId: number;
  readonly before: { readonly quantity: number; readonly status: string } | null;
  readonly after: { readonly quantity: number; readonly status: string } | null;
  /** Absent if the label did not change. */
  readonly label?: { readonly before: LabelMembers | null; readonly after: LabelMembers | null };
  readonly by: { readonly requestId: string | null };
}

export interface Label extends LabelMembers {
  readonly petId: number;
}

export interface Item {
  readonly petId: number;
  readonly quantity: number;
  readonly status: string;
}

/** How many movements, ascending by revision, there are up to a revision. */
export function countUpTo(ascending: readonly { readonly revision: number }[], revision: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]!.revision <= revision) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The acknowledged updates that the ledger does not hold. */
export function lostOf(updates: readonly Update[], movements: readonly Movement[]): readonly Update[] {
  const held = new Set(movements.map(({ by }) => by.requestId));
  return updates.filter(
    ({ acknowledgedAt, requestId }) => acknowledgedAt !== undefined && !held.has(requestId),
  );
}

/** The updates that were refused as surely not applied are not in the ledger. */
export function expectRefusedAbsent(updates: readonly Update[], movements: readonly Movement[]): void {
  const held = new Set(movements.map(({ by }) => by.requestId));
  const refused = updates.filter(({ refusedWith = "outcome_unknown" }) => refusedWith !== "outcome_unknown");
  expect(refused.filter(({ requestId }) => held.has(requestId))).toEqual([]);
}

/** Each revision is exactly one update: none in part, none twice, and none that was never sent. */
export function expectWhole(updates: readonly Update[], movements: readonly Movement[]): void {
  const sent = new Map(updates.map((update) => [update.requestId, update]));
  const byRequest = Map.groupBy(movements, ({ by }) => by.requestId);
  const strange = [...byRequest].filter(([requestId, own]) => {
    const update = sent.get(requestId ?? "");
    return update === undefined || !isWhole(update, own);
  });
  expect(strange.slice(0, 3)).toEqual([]);
}

function isWhole({ number, changed, petIds }: Update, own: readonly Movement[]): boolean {
  const isOneRevision = own.every(({ revision }) => revision === own[0]!.revision);
  const areItsPets = own.length === petIds.length && own.every(({ petId }) => petIds.includes(petId));
  const isItsStock = ({ before, after }: Movement) =>
    changed === "label"
      ? Bun.deepEquals(before, after)
      : before !== null && after?.quantity === number && before.status === after.status;
  const isItsLabel = ({ label }: Movement) =>
    changed === "stock" ? label === undefined : label?.after?.name === String(number);
  return isOneRevision && areItsPets && own.every((each) => isItsStock(each) && isItsLabel(each));
}

export function revisionsIn(movements: readonly Movement[]): number {
  return new Set(movements.map(({ revision }) => revision)).size;
}

/** An update acknowledged before another one was sent precedes it in the ledger. */
export function expectInOrder(updates: readonly Update[], movements: readonly Movement[]): void {
  const revisionOf = new Map(movements.map(({ by, revision }) => [by.requestId, revision]));
  const events = updates.flatMap(({ requestId, sentAt, acknowledgedAt }) => {
    const revision = revisionOf.get(requestId);
    if (revision === undefined) return [];
    const sent = { at: sentAt, revision, isSent: true };
    return acknowledgedAt === undefined ? [sent] : [sent, { at: acknowledgedAt, revision, isSent: false }];
  });
  let newestAcknowledged = 0;
  const overtaken: number[] = [];
  for (const { revision, isSent } of events.toSorted((a, b) => a.at - b.at)) {
    if (!isSent) newestAcknowledged = Math.max(newestAcknowledged, revision);
    else if (revision <= newestAcknowledged) overtaken.push(revision);
  }
  expect(overtaken).toEqual([]);
}

/** Each pet's stock is that of its newest movement, and of its newest acknowledged update or a later one. */
export function expectListed(
  items: readonly Item[],
  {
    updates,
    movements,
    before,
  }: { updates: readonly Update[]; movements: readonly Movement[]; before: readonly Item[] },
): void {
  const newest = new Map<number, Movement>();
  for (const movement of movements) {
    if (movement.revision > (newest.get(movement.petId)?.revision ?? 0)) newest.set(movement.petId, movement);
  }
  const expected = before.map(({ petId, quantity, status }) => {
    return { petId, quantity: newest.get(petId)?.after?.quantity ?? quantity, status };
  });
  expect(items).toEqual(expected);
  expectNewest(items, updates);
}

/** No acknowledged update of a pet was sent after the answer to the update that the list shows. */
export function expectNewest(items: readonly Item[], updates: readonly Update[]): void {
  const shown = new Map(items.map(({ petId, quantity }) => [petId, quantity]));
  expectLastShown(
    shown,
    updates.filter(({ changed }) => changed !== "label"),
  );
}

/**
 * Each change of a label begins with the one before it, the labels are the last ones, and no acknowledged change of a label was sent
 * after the answer to the one that the labels show.
 */
export function expectLabelled(
  labels: readonly Label[],
  {
    updates,
    movements,
    before,
  }: { updates: readonly Update[]; movements: readonly Movement[]; before: readonly Label[] },
): void {
  const current = new Map(before.map(({ petId, ...members }) => [petId, members as LabelMembers]));
  for (const { petId, label } of movements.toSorted((a, b) => a.revision - b.revision)) {
    if (label === undefined) continue;
    expect(label.before).toEqual(current.get(petId) ?? null);
    if (label.after === null) current.delete(petId);
    else current.set(petId, label.after);
  }
  const folded = [...current].map(([petId, members]) => ({ petId, ...members }));
  expect(labels).toEqual(folded.toSorted((a, b) => a.petId - b.petId));
  expectLastShown(
    new Map(labels.map(({ petId, name }) => [petId, Number(name)])),
    updates.filter(({ changed }) => changed !== "stock"),
  );
}

/** `shown`: by pet, the number of the update that gave it its value. */
function expectLastShown(shown: ReadonlyMap<number, number>, updates: readonly Update[]): void {
  const byNumber = new Map(updates.map((update) => [update.number, update]));
  const isNewer = (petId: number, sentAt: number) => {
    const last = byNumber.get(shown.get(petId) ?? 0);
    return last === undefined || (last.acknowledgedAt ?? Number.POSITIVE_INFINITY) < sentAt;
  };
  const undone = updates.filter(
    ({ acknowledgedAt, petIds, sentAt }) =>
      acknowledgedAt !== undefined && petIds.some((petId) => isNewer(petId, sentAt)),
  );
  expect(undone).toEqual([]);
}
