// The effect of a change set on stocks, and its reversal. Written from the contract, not from the code.

import { QUANTITY_MAX } from "../../../src/inventory/item.ts";
import type { PetChange, Reply, Stocks, Tag } from "./history.ts";

/** A pet's tag before and after; undefined where it is not there. */
export interface Moved {
  readonly petId: number;
  readonly before: Tag | undefined;
  readonly after: Tag | undefined;
}

export interface Applied {
  readonly reply: Reply;
  /** Nothing if it was refused. */
  readonly moved: readonly Moved[];
}

const INVALID = "invalid";

export function applyChanges(stocks: Stocks, changes: readonly PetChange[]): Applied {
  const results = changes.map((change) => ({ change, now: stocks.get(change.petId) }));
  // A change that names another tag is a conflict, whatever it would do.
  const conflicts = results.filter(({ change, now }) => now !== undefined && (change.ifMatch ?? now) !== now);
  const fitting = results.filter((each) => !conflicts.includes(each));
  const all = fitting.map(({ change, now }) => ({
    petId: change.petId,
    before: now,
    after: tagAfter(now, change),
  }));
  const invalid = all.filter(({ after }) => after === INVALID).map(({ petId }) => petId);
  if (invalid.length > 0) {
    return refused({ says: "invalid", stocks: new Map(), report: idsText(invalid) });
  }
  if (conflicts.length > 0) {
    const pets = conflicts.map(({ change, now }) => [change.petId, now] as const);
    return refused(conflictsOf("precondition_failed", pets));
  }
  return applied(all);
}

/** INVALID if the change is not possible for the pet as it is; undefined if the pet is not there afterwards. */
function tagAfter(now: Tag | undefined, change: PetChange): Tag | typeof INVALID | undefined {
  const { quantity, by, status, create, remove } = change;
  if ((now === undefined) !== (create === true)) return INVALID;
  if (remove) return undefined;
  const [nowQuantity = "0", nowStatus = "available"] = now?.split("-") ?? [];
  const after = quantity ?? Number(nowQuantity) + (by ?? 0);
  if (after < 0 || after > QUANTITY_MAX) return INVALID;
  return `${after}-${status ?? nowStatus}`;
}

export function reverseChanges(
  stocks: Stocks,
  moved: readonly Moved[],
  { isChanged, skipChanged }: { isChanged: (petId: number) => boolean; skipChanged: boolean },
): Applied {
  const changed = moved.map(({ petId }) => petId).filter(isChanged);
  if (changed.length > 0 && !skipChanged) {
    return refused(
      conflictsOf(
        "changed_since",
        changed.map((petId) => [petId, stocks.get(petId)]),
      ),
    );
  }
  const back = moved
    .filter(({ petId }) => !isChanged(petId))
    .map(({ petId, before, after }) => ({ petId, before: after, after: before }));
  const { reply, moved: reversed } = applied(back);
  const report = skipChanged ? `${reply.report} skipped ${idsText(changed)}` : reply.report!;
  return { reply: { ...reply, report }, moved: reversed };
}

function applied(all: readonly Moved[]): Applied {
  const moved = all.filter(({ before, after }) => before !== after);
  const created = moved.filter(({ before }) => before === undefined).length;
  const removed = moved.filter(({ after }) => after === undefined).length;
  const updated = moved.length - created - removed;
  const report = countsText({ created, updated, removed, unchanged: all.length - moved.length });
  return { reply: { says: "applied", stocks: new Map(), report }, moved };
}

function refused(reply: Reply): Applied {
  return { reply, moved: [] };
}

export interface Counts {
  readonly created: number;
  readonly updated: number;
  readonly removed: number;
  readonly unchanged: number;
}

export function countsText({ created, updated, removed, unchanged }: Counts): string {
  return `+${created} ~${updated} -${removed} =${unchanged}`;
}

/** Such a change set or undo names a revision that is not its own. */
export function hasNoEffect({ report }: Reply): boolean {
  return report?.startsWith("+0 ~0 -0") === true;
}

export function idsText(petIds: readonly number[]): string {
  return petIds.toSorted((a, b) => a - b).join();
}

/** A pet that is not there any more is a part of the report. */
export function conflictsOf(
  says: "precondition_failed" | "changed_since",
  pets: readonly (readonly [number, Tag | undefined])[],
): Reply {
  const gone = pets.filter(([, tag]) => tag === undefined).map(([petId]) => petId);
  const present = pets.flatMap(([petId, tag]) => (tag === undefined ? [] : [[petId, tag] as const]));
  return { says, stocks: new Map(present), report: `gone ${idsText(gone)}` };
}
