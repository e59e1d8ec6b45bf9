// Change sets for tests of the store, applied in the group commit or through the stage.

import { expect } from "bun:test";
import type { ChangeSet, PetChange } from "../../src/inventory/change-set.ts";
import { type ImportResult, stagedRowOf } from "../../src/inventory/import.ts";
import { requestDigest } from "../../src/inventory/known-results.ts";
import type { InventoryStore } from "../../src/inventory/store.ts";
import { KEY_ORIGIN } from "./engine.ts";

export function changeSet(changes: readonly PetChange[], more: Partial<ChangeSet> = {}): ChangeSet {
  return { changes, dryRun: false, reason: "update", by: KEY_ORIGIN, ...more };
}

/** With a key, and the digest that belongs to the changes. */
export function keyedSet(
  key: string,
  changes: readonly PetChange[],
  more: Partial<ChangeSet> = {},
): ChangeSet {
  const text = JSON.stringify(changes, (_, value) => (typeof value === "bigint" ? String(value) : value));
  const idempotencyKey = { scope: "key1", key, request: requestDigest(`changes ${text}`) };
  return changeSet(changes, { idempotencyKey, ...more });
}

/** How a change set is applied. */
export type ApplySet = (store: InventoryStore, set: ChangeSet) => Promise<ImportResult>;

export const applyInGroup: ApplySet = async (store, set) => {
  const [outcome] = await store.commit([set]);
  return outcome as ImportResult;
};

/** Through the stage, in two batches of rows. Which pets the set repeats is found before a set is staged. */
export const applyStaged: ApplySet = async (store, { changes, ...options }) => {
  await using stage = await store.stageImport();
  const rows = changes.map(stagedRowOf);
  const half = Math.ceil(rows.length / 2);
  for (const batch of [rows.slice(0, half), rows.slice(half)]) expect(await stage.add(batch)).toEqual([]);
  return await stage.apply({ ...options, replace: false });
};
