// Groups and their outcomes as the two threads send them to each other: as JSON text of bare rows, since the runtime
// copies one text in a fraction of the time that it takes for the same objects, and names of members are half of it.

import type { Change, Outcome, Precondition } from "../inventory/change.ts";
import type { PetStatus } from "../inventory/item.ts";

/** Ids travel as text: a JSON number would lose digits. Null stands for what is absent. */
type ChangeRow = [
  petId: string,
  quantity: number | null,
  status: PetStatus | null,
  create: boolean | null,
  precondition: Precondition | null,
  reason: Change["reason"],
  actor: string,
  keyId: string | null,
  requestId: string | null,
];

/** Without the pet, which the change named. */
type OutcomeRow = [kind: Outcome["kind"], quantity?: number, status?: PetStatus, revision?: number];

export function packChanges(changes: readonly Change[]): string {
  return JSON.stringify(
    changes.map(({ petId, quantity, status, create, precondition, reason, by }): ChangeRow => {
      const wish = [quantity ?? null, status ?? null, create ?? null, precondition ?? null] as const;
      return [String(petId), ...wish, reason, by.actor, by.keyId, by.requestId];
    }),
  );
}

export function unpackChanges(text: string): Change[] {
  return (JSON.parse(text) as ChangeRow[]).map(
    ([petId, quantity, status, create, precondition, reason, actor, keyId, requestId]) => ({
      petId: BigInt(petId),
      ...(quantity !== null && { quantity }),
      ...(status !== null && { status }),
      ...(create !== null && { create }),
      ...(precondition !== null && { precondition }),
      reason,
      by: { actor, keyId, requestId },
    }),
  );
}

export function packOutcomes(outcomes: readonly Outcome[]): string {
  return JSON.stringify(
    outcomes.map((outcome): OutcomeRow => {
      if (outcome.kind === "not_found") return [outcome.kind];
      const { quantity, status } = outcome.item;
      return outcome.kind === "updated"
        ? [outcome.kind, quantity, status, outcome.revision]
        : [outcome.kind, quantity, status];
    }),
  );
}

/** `changes` are those that the outcomes are of. */
export function unpackOutcomes(text: string, changes: readonly Change[]): Outcome[] {
  return (JSON.parse(text) as OutcomeRow[]).map(([kind, quantity, status, revision], index): Outcome => {
    if (kind === "not_found") return { kind };
    const item = { petId: changes[index]?.petId, quantity, status };
    return { kind, item, ...(kind === "updated" && { revision }) } as Outcome;
  });
}
