// The effect of a change set on stocks, and its reversal. Written from the contract, not from the code.

import { QUANTITY_MAX } from "../../../src/inventory/item.ts";
import type { Labels, PetChange, Reply, Stocks, Tag } from "./history.ts";

/** What change sets change. */
export interface Pets {
  readonly stocks: Stocks;
  readonly labels: Labels;
}

/** The name before and after; undefined: no label. */
export interface Named {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** A pet's tag before and after; undefined where it is not there. */
export interface Moved {
  readonly petId: number;
  readonly before: Tag | undefined;
  readonly after: Tag | undefined;
  /** Absent if the label stays. */
  readonly label?: Named;
}

export interface Applied {
  readonly reply: Reply;
  /** Nothing if it was refused. */
  readonly moved: readonly Moved[];
}

const INVALID = "invalid";

export function applyChanges({ stocks, labels }: Pets, changes: readonly PetChange[]): Applied {
  const results = changes.map((change) => ({ change, now: stocks.get(change.petId) }));
  // A change that names another tag is a conflict, whatever it would do.
  const conflicts = results.filter(({ change, now }) => now !== undefined && (change.ifMatch ?? now) !== now);
  const fitting = results
    .filter((each) => !conflicts.includes(each))
    .map((each) => ({ ...each, after: tagAfter(each.now, each.change) }));
  const invalid = fitting.filter(({ after }) => after === INVALID).map(({ change }) => change.petId);
  if (invalid.length > 0) {
    return refused({ says: "invalid", stocks: new Map(), report: idsText(invalid) });
  }
  const unexpected = fitting.filter(({ change }) => !isExpected(change, labels));
  if (conflicts.length + unexpected.length > 0) {
    const all = [...conflicts, ...unexpected];
    const pets = all.map(({ change, now }) => [change.petId, now] as const);
    return refused(conflictsOf("precondition_failed", pets));
  }
  return applied(
    fitting.map(({ change: { petId, label }, now, after }) => {
      const named = {
        before: labels.get(petId),
        after: label === undefined ? labels.get(petId) : (label ?? undefined),
      };
      return { petId, before: now, after, ...(named.before !== named.after && { label: named }) };
    }),
  );
}

function isExpected({ petId, ifLabel }: PetChange, labels: Labels): boolean {
  return ifLabel === undefined || labels.get(petId) === (ifLabel ?? undefined);
}

/** The counts are those of labels. */
export function putNames(
  { stocks, labels }: Pets,
  names: readonly (readonly [number, string | null])[],
): Applied {
  const changes = names.map(([petId, label]) => ({ petId, label }));
  const { moved } = applyChanges({ stocks, labels }, changes);
  const removed = moved.filter(({ label }) => label?.after === undefined).length;
  const created = moved.filter(({ label }) => label?.before === undefined).length;
  const counts = {
    created,
    updated: moved.length - created - removed,
    removed,
    unchanged: names.length - moved.length,
  };
  return { reply: { says: "applied", stocks: new Map(), report: countsText(counts) }, moved };
}

/** INVALID if the change is not possible for the pet as it is; undefined if the pet is not there afterwards. */
function tagAfter(now: Tag | undefined, change: PetChange): Tag | typeof INVALID | undefined {
  const { quantity, by, status, create, remove, label } = change;
  const isOfLabelAlone = label !== undefined && (quantity ?? by ?? status ?? create ?? remove) === undefined;
  if (isOfLabelAlone) return now;
  if ((now === undefined) !== (create === true)) return INVALID;
  if (remove) return undefined;
  const [nowQuantity = "0", nowStatus = "available"] = now?.split("-") ?? [];
  const after = quantity ?? Number(nowQuantity) + (by ?? 0);
  if (after < 0 || after > QUANTITY_MAX) return INVALID;
  return `${after}-${status ?? nowStatus}`;
}

/** What must still be as a movement left it, so that it can be undone: its pet, or the label that it gave and nothing else. */
export function guardOf({ before, after, label }: Moved): "pet" | "label" {
  return before !== after || label?.after === undefined ? "pet" : "label";
}

export function reverseChanges(
  { stocks, labels }: Pets,
  moved: readonly Moved[],
  { isChanged, skipChanged }: { isChanged: (moved: Moved) => boolean; skipChanged: boolean },
): Applied {
  const changed = moved.filter(isChanged).map(({ petId }) => petId);
  if (changed.length > 0 && !skipChanged) {
    return refused(
      conflictsOf(
        "changed_since",
        changed.map((petId) => [petId, stocks.get(petId)]),
      ),
    );
  }
  const back = moved
    .filter(({ petId }) => !changed.includes(petId))
    .map(({ petId, before, after, label }): Moved => {
      const now = stocks.get(petId);
      const stock = { petId, before: now, after: before === after ? now : before };
      return label === undefined
        ? stock
        : { ...stock, label: { before: labels.get(petId), after: label.before } };
    });
  const { reply, moved: reversed } = applied(back);
  const report = skipChanged ? `${reply.report} skipped ${idsText(changed)}` : reply.report!;
  return { reply: { ...reply, report }, moved: reversed };
}

function applied(all: readonly Moved[]): Applied {
  const moved = all.filter(({ before, after, label }) => before !== after || label !== undefined);
  const restocked = moved.filter(({ before, after }) => before !== after);
  const created = restocked.filter(({ before }) => before === undefined).length;
  const removed = restocked.filter(({ after }) => after === undefined).length;
  const updated = restocked.length - created - removed;
  const relabelled = moved.filter(({ label }) => label !== undefined).length;
  const report = countsText({ created, updated, removed, relabelled, unchanged: all.length - moved.length });
  return { reply: { says: "applied", stocks: new Map(), report }, moved };
}

function refused(reply: Reply): Applied {
  return { reply, moved: [] };
}

export interface Counts {
  readonly created: number;
  readonly updated: number;
  readonly removed: number;
  readonly relabelled?: number;
  readonly unchanged: number;
}

export function countsText({ created, updated, removed, relabelled = 0, unchanged }: Counts): string {
  const labels = relabelled === 0 ? "" : ` @${relabelled}`;
  return `+${created} ~${updated} -${removed}${labels} =${unchanged}`;
}

/** Such a change set or undo names a revision that is not its own. */
export function hasNoEffect({ report }: Reply): boolean {
  return report?.startsWith("+0 ~0 -0 =") === true;
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
