// Groups of changes and their outcomes as messages between the two threads: JSON text of arrays. The runtime copies one
// string many times faster than the same objects, and names of members would be half of the text.

import type { Change, Outcome, Precondition } from "../inventory/change.ts";
import type { IdempotencyKey } from "../inventory/idempotency.ts";
import type { PetStatus } from "../inventory/item.ts";

/** Ids are text: a JSON number would lose digits. Null stands for an absent member. */
type ChangeRow = [
  petId: string,
  quantity: Exclude<Change["quantity"], undefined> | null,
  status: PetStatus | null,
  create: boolean | null,
  remove: boolean | null,
  precondition: Precondition | null,
  reason: Change["reason"],
  actor: string,
  keyId: string | null,
  requestId: string | null,
  ...key: [] | [scope: string, key: string, request: string],
];

/** Without the id of the pet, which is that of the change; also for a replayed outcome, whose first request was the same. */
type OutcomeRow =
  | [kind: Outcome["kind"], quantity?: number, status?: PetStatus, revision?: number]
  | [kind: "idempotency_limit", retryAfterMs: number];

export function packChanges(changes: readonly Change[]): string {
  return JSON.stringify(changes.map(rowOf));
}

function rowOf(change: Change): ChangeRow {
  const { petId, quantity, status, create, remove, precondition, idempotencyKey, reason, by } = change;
  const stock = [quantity ?? null, status ?? null] as const;
  const wanted = [...stock, create ?? null, remove ?? null, precondition ?? null] as const;
  const row = [String(petId), ...wanted, reason, by.actor, by.keyId, by.requestId] as const;
  if (idempotencyKey === undefined) return [...row];
  const { scope, key, request } = idempotencyKey;
  return [...row, scope, key, request];
}

export function unpackChanges(text: string): Change[] {
  return (JSON.parse(text) as ChangeRow[]).map(
    ([petId, quantity, status, create, remove, precondition, reason, actor, keyId, requestId, ...key]) => ({
      petId: BigInt(petId),
      ...(quantity !== null && { quantity }),
      ...(status !== null && { status }),
      ...(create !== null && { create }),
      ...(remove !== null && { remove }),
      ...(precondition !== null && { precondition }),
      ...(key.length > 0 && { idempotencyKey: idempotencyKeyOf(key) }),
      reason,
      by: { actor, keyId, requestId },
    }),
  );
}

function idempotencyKeyOf(parts: readonly string[]): IdempotencyKey {
  const [scope = "", key = "", request = ""] = parts;
  return { scope, key, request };
}

export function packOutcomes(outcomes: readonly Outcome[]): string {
  return JSON.stringify(
    outcomes.map((outcome): OutcomeRow => {
      if (outcome.kind === "idempotency_limit") return [outcome.kind, outcome.retryAfterMs];
      if (!("item" in outcome)) return [outcome.kind];
      const { quantity, status } = outcome.item;
      return "revision" in outcome
        ? [outcome.kind, quantity, status, outcome.revision]
        : [outcome.kind, quantity, status];
    }),
  );
}

/** `changes` is the group that the outcomes belong to. */
export function unpackOutcomes(text: string, changes: readonly Change[]): Outcome[] {
  return (JSON.parse(text) as OutcomeRow[]).map(([kind, quantity, status, revision], index): Outcome => {
    if (kind === "not_found" || kind === "idempotency_mismatch") return { kind };
    if (kind === "idempotency_limit") return { kind, retryAfterMs: quantity as number };
    const item = { petId: changes[index]?.petId, quantity, status };
    return { kind, item, ...(revision !== undefined && { revision }) } as Outcome;
  });
}
