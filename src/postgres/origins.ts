// The ids of the origins (ledger/origins.ts) of a group of updates, read in its transaction: another server may have written the
// commit before it.

import type { ReservedSQL } from "bun";
import type { CommitUnit } from "../inventory/commit-unit.ts";
import type { MovementReason } from "../inventory/movement.ts";
import { OriginIds } from "../ledger/origins.ts";

interface OriginRow {
  id: number;
  reason: MovementReason;
  actor: string;
  key_id: string | null;
}

/** All origins of the units' actors. Sends its statement before it returns. */
export async function findOrigins(connection: ReservedSQL, units: readonly CommitUnit[]): Promise<OriginIds> {
  const actors = [...new Set(units.map(({ by }) => by.actor))];
  const found = await connection<OriginRow[]>`
    SELECT id, reason, actor, key_id FROM origin
    WHERE actor = ANY(${connection.array(actors, "TEXT")})`.execute();
  const ids = new OriginIds();
  for (const { id, reason, actor, key_id: keyId } of found) ids.set({ reason, by: { actor, keyId } }, id);
  return ids;
}
