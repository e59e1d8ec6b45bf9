// A change of one pet of a service, as a change set of one change, or as one row where no change says the same.

import {
  type Change,
  type ChangeSetResult,
  PetstockAdmin,
  PetstockError,
  RequestError,
} from "../../client/client.ts";
import type { Outcome } from "../../inventory/change.ts";
import { type InventoryItem, isQuantity, type PetStatus } from "../../inventory/item.ts";
import type { StatedCause } from "../../inventory/movement.ts";
import type { ItemChange } from "../access.ts";
import { CommandError, REPORT_LOST } from "../context.ts";

export async function changeItem(admin: PetstockAdmin, change: ItemChange): Promise<Outcome> {
  const { petId, quantity, status, create = false, cause } = change;
  if (change.remove === true) return apply(admin, { petId, remove: true }, cause);
  if (typeof quantity === "object") return apply(admin, { petId, by: quantity.by }, cause);
  if (quantity !== undefined && (create || status !== undefined)) {
    const row = { petId, quantity, ...(status !== undefined && { status }) };
    return create ? putRow(admin, row, cause) : updateByRow(admin, row, cause);
  }
  if (quantity !== undefined) return apply(admin, { petId, quantity }, cause);
  if (status === undefined) throw new Error(`there is nothing to change of pet ${petId}`);
  const outcome = await apply(admin, { petId, status }, cause);
  if (outcome.kind !== "not_found" || !create) return outcome;
  return apply(admin, { petId, quantity: 0, status, create: true }, cause);
}

interface Row {
  readonly petId: bigint;
  readonly quantity: number;
  readonly status?: PetStatus;
}

/** Sets quantity and status of a pet that exists: no single change does, and a row would create the pet. */
async function updateByRow(admin: PetstockAdmin, row: Row, cause: StatedCause): Promise<Outcome> {
  if ((await entryOf(admin, row.petId)) === undefined) return { kind: "not_found" };
  const result = await admin.applyRows([row], cause);
  if (result.created === 0) return outcomeOf(admin, row.petId, result);
  // It was removed after it was looked at.
  await admin.undo(result.revision);
  return { kind: "not_found" };
}

async function putRow(admin: PetstockAdmin, row: Row, cause: StatedCause): Promise<Outcome> {
  return outcomeOf(admin, row.petId, await admin.applyRows([row], cause));
}

async function apply(
  admin: PetstockAdmin,
  change: Change & { readonly petId: bigint },
  cause: StatedCause,
): Promise<Outcome> {
  let result: ChangeSetResult;
  try {
    result = await admin.applyChanges({ ...cause, changes: [change] });
  } catch (error) {
    const refusal = await refusalOf(admin, change, error);
    if (refusal !== undefined) return refusal;
    throw error;
  }
  return outcomeOf(admin, change.petId, result);
}

const REFUSALS: ReadonlySet<string> = new Set(["invalid_changes", "insufficient_stock"]);

/** Undefined if the error is no outcome of the change. */
async function refusalOf(
  admin: PetstockAdmin,
  change: Change & { readonly petId: bigint },
  error: unknown,
): Promise<Outcome | undefined> {
  if (!(error instanceof PetstockError) || !REFUSALS.has(error.code)) return undefined;
  if (error.problems[0]?.code === "pet_not_found") return { kind: "not_found" };
  if (!("by" in change)) return undefined;
  const item = await entryOf(admin, change.petId);
  if (item === undefined) return { kind: "not_found" };
  return isQuantity(item.quantity + change.by) ? undefined : { kind: "out_of_range", item };
}

/** The outcome of the change by the ledger. Throws a CommandError if it cannot be read: the change is made. */
async function outcomeOf(
  admin: PetstockAdmin,
  petId: bigint,
  { revision, unchanged }: ChangeSetResult,
): Promise<Outcome> {
  if (unchanged > 0) {
    const item = await entryOf(admin, petId);
    return item === undefined ? { kind: "not_found" } : { kind: "unchanged", item };
  }
  const outcome = await movedIn(admin, petId, revision).catch((error: unknown) => {
    if (!(error instanceof RequestError)) throw error;
  });
  if (outcome !== undefined) return outcome;
  throw new CommandError(`${REPORT_LOST} (revision ${revision})`);
}

async function movedIn(admin: PetstockAdmin, petId: bigint, revision: number): Promise<Outcome | undefined> {
  for await (const { before, after } of admin.movements({ petId, revision })) {
    if (after !== null) return { kind: "updated", item: { petId, ...after }, revision };
    if (before !== null) return { kind: "removed", item: { petId, ...before }, revision };
  }
  return undefined;
}

/** Undefined if the pet does not exist. */
async function entryOf(admin: PetstockAdmin, petId: bigint): Promise<InventoryItem | undefined> {
  try {
    const { quantity, status } = await admin.entry(petId);
    return { petId, quantity, status };
  } catch (error) {
    if (error instanceof PetstockError && error.code === "pet_not_found") return undefined;
    throw error;
  }
}
