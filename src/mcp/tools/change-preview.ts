// The pets of a change as they are now, so that a preview can show what it does, and be bound to what it showed.

import type { Change, Entry, Label } from "../../client/admin-types.ts";
import { PetstockError } from "../../client/errors.ts";
import { itemETag } from "../../contract/item-etag.ts";
import type { Stock } from "../../contract/item-json.ts";
import { type LabelMembers, type LabelPatch, patchedLabel } from "../../inventory/label.ts";
import type { InventoryCopy } from "../inventory-copy.ts";
import type { Service } from "../tool.ts";
import type { PetChange } from "./change-input.ts";

/** Requests of one preview at once. */
const READS_AT_ONCE = 8;

interface Previewed {
  readonly change: PetChange;
  /** Undefined if there is no such pet. */
  readonly entry: Entry | undefined;
  /** Null if there is none. */
  readonly label: LabelMembers | null;
}

interface Sources {
  readonly service: Pick<Service, "entry">;
  readonly inventory: InventoryCopy;
}

export async function readPets(
  sources: Sources,
  changes: readonly PetChange[],
): Promise<readonly Previewed[]> {
  const read: Previewed[] = [];
  for (let at = 0; at < changes.length; at += READS_AT_ONCE) {
    const some = changes.slice(at, at + READS_AT_ONCE);
    read.push(...(await Promise.all(some.map((change) => readPet(sources, change)))));
  }
  return read;
}

async function readPet({ service, inventory }: Sources, change: PetChange): Promise<Previewed> {
  const entry = await entryOf(service, change.petId);
  if (entry !== undefined || change.label === undefined)
    return { change, entry, label: membersOf(entry?.label) };
  // A label may be of a pet that is not in the inventory.
  const { labels } = await inventory.current();
  return { change, entry, label: membersOf(labels.get(change.petId)) };
}

async function entryOf(service: Pick<Service, "entry">, petId: bigint): Promise<Entry | undefined> {
  try {
    return await service.entry(petId);
  } catch (error) {
    if (error instanceof PetstockError && error.code === "pet_not_found") return undefined;
    throw error;
  }
}

function membersOf(label: Label | null | undefined): LabelMembers | null {
  if (label == null) return null;
  const { petId: _, ...members } = label;
  return members;
}

/** The change for the service, which refuses it if what it changes of the pet is not as it was read. */
export function guarded({ change, entry, label }: Previewed): Change {
  const tag = entry === undefined || isOfLabelAlone(change) ? {} : { ifMatch: itemETag(entry) };
  return { ...change, ...tag, ...(change.label !== undefined && { ifLabel: label }) } as Change;
}

/** The pet before and after; null where it is not there. */
export function shown({ change, entry, label }: Previewed): object {
  const patch = change.label as LabelPatch | null | undefined;
  const name = label?.name ?? undefined;
  const relabelled = patch !== undefined && { label: { before: label, after: patchedLabel(label, patch) } };
  if (isOfLabelAlone(change)) return { petId: change.petId, name, ...relabelled };
  const before = entry === undefined ? null : { quantity: entry.quantity, status: entry.status };
  return { petId: change.petId, name, before, after: afterOf(change, before), ...relabelled };
}

function isOfLabelAlone({ quantity, by, status, remove }: PetChange): boolean {
  return [quantity, by, status, remove].every((member) => member === undefined);
}

function afterOf({ quantity, by = 0, status, remove }: PetChange, before: Stock | null): Stock | null {
  if (remove) return null;
  return {
    quantity: quantity ?? (before?.quantity ?? 0) + by,
    status: status ?? before?.status ?? "available",
  };
}
