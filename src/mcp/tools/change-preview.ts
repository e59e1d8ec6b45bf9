// The pets of a change as they are now, so that a preview can show what it does, and be bound to what it showed.

import type { Change, Entry } from "../../client/admin-types.ts";
import { PetstockError } from "../../client/errors.ts";
import { itemETag } from "../../contract/item-etag.ts";
import type { Stock } from "../../contract/item-json.ts";
import type { Service } from "../tool.ts";
import type { PetChange } from "./change-input.ts";

/** Requests of one preview at once. */
const READS_AT_ONCE = 8;

interface Previewed {
  readonly change: PetChange;
  /** Undefined if there is no such pet. */
  readonly entry: Entry | undefined;
}

export async function readPets(
  service: Pick<Service, "entry">,
  changes: readonly PetChange[],
): Promise<readonly Previewed[]> {
  const read: Previewed[] = [];
  for (let at = 0; at < changes.length; at += READS_AT_ONCE) {
    const some = changes.slice(at, at + READS_AT_ONCE);
    const entries = await Promise.all(some.map(({ petId }) => entryOf(service, petId)));
    read.push(...some.map((change, index) => ({ change, entry: entries[index] })));
  }
  return read;
}

async function entryOf(service: Pick<Service, "entry">, petId: bigint): Promise<Entry | undefined> {
  try {
    return await service.entry(petId);
  } catch (error) {
    if (error instanceof PetstockError && error.code === "pet_not_found") return undefined;
    throw error;
  }
}

/** The change for the service, which refuses it if the pet is not as it was read. */
export function guarded({ change, entry }: Previewed): Change {
  return { ...change, ...(entry !== undefined && { ifMatch: itemETag(entry) }) } as Change;
}

/** The pet before and after; null where it is not there. */
export function shown({ change, entry }: Previewed): object {
  const before = entry === undefined ? null : { quantity: entry.quantity, status: entry.status };
  return {
    petId: change.petId,
    name: entry?.label?.name ?? undefined,
    before,
    after: afterOf(change, before),
  };
}

function afterOf({ quantity, by = 0, status, remove }: PetChange, before: Stock | null): Stock | null {
  if (remove) return null;
  return {
    quantity: quantity ?? (before?.quantity ?? 0) + by,
    status: status ?? before?.status ?? "available",
  };
}
