// Undoing a revision of a service.

import { type Conflict, PetstockAdmin, PetstockError } from "../../client/client.ts";
import type { Stock } from "../../inventory/item.ts";
import type { ChangedPet, UndoOptions, UndoReport } from "../../inventory/undo.ts";
import { newestPosition, positionOrThrow } from "./admin.ts";

/** The command shows no more of the pets that have changed since. */
const NAMED_MAX = 20;

export async function undoRevision(
  admin: PetstockAdmin,
  { revision, dryRun, skipChanged }: Omit<UndoOptions, "by" | "idempotencyKey">,
): Promise<UndoReport> {
  try {
    const {
      position,
      skipped = [],
      skippedTotal = skipped.length,
      dryRun: _,
      ...counts
    } = await admin.undo(revision, { dryRun, skipChanged });
    // The undo is done: that its report is incomplete must not make it fail.
    const unknown = (petId: bigint): ChangedPet => ({ petId, revision: 0, present: null });
    const pets = await Promise.all(
      skipped.slice(0, NAMED_MAX).map((petId) => changedPet(admin, petId, null).catch(() => unknown(petId))),
    );
    return {
      kind: "undone",
      ...counts,
      position: positionOrThrow(position),
      skipped: { count: skippedTotal, pets },
    };
  } catch (error) {
    const refusal = error instanceof PetstockError ? await refusalOf(admin, revision, error) : undefined;
    if (refusal !== undefined) return refusal;
    throw error;
  }
}

async function refusalOf(
  admin: PetstockAdmin,
  revision: number,
  { code, conflicts, conflictsTotal, historyStart }: PetstockError,
): Promise<UndoReport | undefined> {
  if (code === "revision_not_found") {
    if (historyStart !== undefined) return { kind: "pruned", historyStart };
    const { revision: newest } = await newestPosition(admin);
    return revision > newest ? { kind: "future", newest } : undefined;
  }
  if (code !== "changed_since") return undefined;
  const named = conflicts.slice(0, NAMED_MAX);
  const pets = await Promise.all(named.map((each) => changedPet(admin, each.petId, presentOf(each))));
  return { kind: "changed_since", count: conflictsTotal, pets };
}

/** With the revision that changed the pet last, which errors do not name. */
async function changedPet(admin: PetstockAdmin, petId: bigint, present: Stock | null): Promise<ChangedPet> {
  let revision = 0;
  for await (const movement of admin.movements({ petId, pageSize: 1 })) {
    revision = movement.revision;
    break;
  }
  return { petId, revision, present };
}

function presentOf({ quantity, status }: Conflict): Stock | null {
  return quantity === null || status === null ? null : { quantity, status };
}
