// Sets one pet back to an earlier state, guarded by its current one: changes by others in between are never overwritten.

import { type Change, type Movement, type PetstockAdmin, PetstockError } from "../../client/client.ts";
import { itemETag } from "../../contract/item-etag.ts";
import type { InventoryItem } from "../../contract/item-json.ts";
import type { Changes } from "../edits/changes.ts";

export type Stock = NonNullable<Movement["before"]>;

interface SetBackOptions {
  readonly admin: PetstockAdmin;
  readonly changes: Changes;
  readonly petId: bigint;
  /** The state to set; null: not in the inventory. */
  readonly wanted: Stock | null;
  /** The current item, as the page shows it; undefined: not in the inventory. */
  readonly current: InventoryItem | undefined;
  /** For the notice. */
  readonly title: string;
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
function changeTo({
  petId,
  wanted,
  current,
}: Pick<SetBackOptions, "petId" | "wanted" | "current">): Change | undefined {
  if (current === undefined) return wanted === null ? undefined : { petId, ...wanted, create: true };
  const ifMatch = itemETag(current);
  if (wanted === null) return { petId, remove: true, ifMatch };
  if (wanted.status === current.status) return { petId, quantity: wanted.quantity, ifMatch };
  if (wanted.quantity === current.quantity) return { petId, status: wanted.status, ifMatch };
  return undefined;
}

/** As a row of an import, only if nothing has changed since the pet was read. */
async function setBoth({
  admin,
  changes,
  petId,
  wanted,
  current,
  title,
}: SetBackOptions): Promise<"done" | "changed"> {
  if (wanted === null || current === undefined) return "changed";
  const { position } = await admin.changes();
  const { tag } = await admin.entry(petId);
  if (tag !== itemETag(current)) return "changed";
  await changes.applyRows([{ petId, ...wanted }], {
    reason: "correction",
    ifUnchangedSince: position,
    title,
  });
  return "done";
}
