// Sets one pet, or its label, back to an earlier state, guarded by the current one: changes by others in between are never overwritten.

import { type Change, type Movement, type PetstockAdmin, PetstockError } from "../../client/client.ts";
import { itemETag } from "../../contract/item-etag.ts";
import type { InventoryItem } from "../../contract/item-json.ts";
import { differentMembers, isSameLabel, type LabelMembers, type LabelPatch } from "../../inventory/label.ts";
import type { Changes } from "../edits/changes.ts";
import { changesStock } from "./movement-words.ts";

interface SetBackOptions {
  readonly admin: PetstockAdmin;
  readonly changes: Changes;
  /** Sets what it changed to what was before it. */
  readonly movement: Movement;
  /** The item and the label, as the page shows them. */
  readonly current: Current;
  /** For the notice. */
  readonly title: string;
}

interface Current {
  /** Undefined: not in the inventory. */
  readonly item: InventoryItem | undefined;
  readonly label: LabelMembers | undefined;
}

/** `changed`: others have changed the pet since, and nothing was done. Throws the client's other errors. */
export async function setBack(options: SetBackOptions): Promise<"done" | "changed"> {
  const { changes, title } = options;
  const change = changeTo(options);
  try {
    if (change === undefined) return await setBoth(options);
    await changes.apply({ reason: "correction", changes: [change] }, { title });
    return "done";
  } catch (error) {
    if (error instanceof PetstockError && CHANGED.has(error.code)) return "changed";
    throw error;
  }
}

/** `invalid_changes`: the pet was removed, or added again. */
const CHANGED: ReadonlySet<string> = new Set(["precondition_failed", "changed_since", "invalid_changes"]);

/** Undefined if quantity and status of an existing pet both differ: no single change sets both. */
function changeTo({ movement, current }: Pick<SetBackOptions, "movement" | "current">): Change | undefined {
  const { petId, before: wanted } = movement;
  const { item } = current;
  const label = labelBack(movement, current);
  if (!changesStock(movement)) return { petId, ...label } as Change;
  if (item === undefined) return wanted === null ? undefined : { petId, ...wanted, create: true, ...label };
  const guarded = { petId, ifMatch: itemETag(item), ...label };
  if (wanted === null) return { ...guarded, remove: true };
  if (wanted.status === item.status) return { ...guarded, quantity: wanted.quantity };
  if (wanted.quantity === item.quantity) return { ...guarded, status: wanted.status };
  return undefined;
}

/** The members that the movement changed, as they were before, guarded with what the page shows. */
function labelBack(
  { label }: Movement,
  current: Current,
): { readonly label?: LabelPatch; readonly ifLabel?: LabelPatch } {
  if (label === undefined) return {};
  const changed = differentMembers(label.before, label.after);
  const of = (from: LabelMembers | null | undefined): LabelPatch =>
    Object.fromEntries(changed.map((member) => [member, from?.[member] ?? null]));
  return { label: of(label.before), ifLabel: of(current.label) };
}

/** As a row of an import, only if nothing has changed since the pet was read. */
async function setBoth({
  admin,
  changes,
  movement,
  current,
  title,
}: SetBackOptions): Promise<"done" | "changed"> {
  const { petId, before: wanted } = movement;
  const { item, label: shown } = current;
  if (wanted === null || item === undefined) return "changed";
  const { position } = await admin.changes();
  const { tag, label } = await admin.entry(petId);
  if (tag !== itemETag(item) || !isSameLabel(label ?? null, shown ?? null)) return "changed";
  await changes.applyRows([{ petId, ...wanted, ...labelBack(movement, current).label }], {
    reason: "correction",
    ifUnchangedSince: position,
    title,
  });
  return "done";
}
