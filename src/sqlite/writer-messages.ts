// Groups and their outcomes as the two threads send them to each other: as JSON text of bare rows, since the runtime
// copies one text in a fraction of the time that it takes for the same objects, and names of members are half of it.

import type { Change, Outcome, Precondition } from "../inventory/change.ts";
import type { IdempotencyKey } from "../inventory/idempotency.ts";
import type { PetStatus } from "../inventory/item.ts";

/** Ids travel as text: a JSON number would lose digits. Null stands for what is absent. */
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
  ...once: [] | [scope: string, key: string, request: string],
];

/** Without the pet, which the change named: also where it is replayed, since it asks for what was asked before. */
type OutcomeRow =
  | [kind: Outcome["kind"], quantity?: number, status?: PetStatus, revision?: number]
  | [kind: "idempotency_limit", retryAfterMs: number];

export function packChanges(changes: readonly Change[]): string {
  return JSON.stringify(
    changes.map(
      ({
        petId,
        quantity,
        status,
        create,
        remove,
        precondition,
        idempotencyKey: once,
        reason,
        by,
      }): ChangeRow => {
        const stock = [quantity ?? null, status ?? null] as const;
        const wish = [...stock, create ?? null, remove ?? null, precondition ?? null] as const;
        const last = once === undefined ? ([] as const) : ([once.scope, once.key, once.request] as const);
        return [String(petId), ...wish, reason, by.actor, by.keyId, by.requestId, ...last];
      },
    ),
  );
}

export function unpackChanges(text: string): Change[] {
  return (JSON.parse(text) as ChangeRow[]).map(
    ([petId, quantity, status, create, remove, precondition, reason, actor, keyId, requestId, ...once]) => ({
      petId: BigInt(petId),
      ...(quantity !== null && { quantity }),
      ...(status !== null && { status }),
      ...(create !== null && { create }),
      ...(remove !== null && { remove }),
      ...(precondition !== null && { precondition }),
      ...(once.length > 0 && { idempotencyKey: idempotencyKeyOf(once) }),
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

/** `changes` are those that the outcomes are of. */
export function unpackOutcomes(text: string, changes: readonly Change[]): Outcome[] {
  return (JSON.parse(text) as OutcomeRow[]).map(([kind, quantity, status, revision], index): Outcome => {
    if (kind === "not_found" || kind === "idempotency_mismatch") return { kind };
    if (kind === "idempotency_limit") return { kind, retryAfterMs: quantity as number };
    const item = { petId: changes[index]?.petId, quantity, status };
    return { kind, item, ...(revision !== undefined && { revision }) } as Outcome;
  });
}
