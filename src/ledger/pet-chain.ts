// The movements of one pet as a chain of primary-key look-ups: its row has the revision of its last movement, and each movement
// the revision of the one before it.

import type { MovementFilter } from "../inventory/movement.ts";
import { matching } from "./movement-conditions.ts";
import type { MovementRow } from "./rows.ts";
import { type Integer, type Query, rows, sql, type Work } from "./sql.ts";

export type PetFilter = MovementFilter & { readonly petId: bigint };

/** The revision of a movement; `none` if the pet has none there. */
export type Link = Integer | "none";

/** The pet's newest movement, or a newer one than the filter selects. */
export function* newestLink({ petId, firstRevision, lastRevision }: PetFilter): Work<Link> {
  if (lastRevision !== undefined) {
    const hasMovement = (yield* rows(selectPrevious(lastRevision, petId))).length > 0;
    if (hasMovement) return lastRevision;
    if (firstRevision === lastRevision) return "none";
  }
  const [pet] = yield* rows(sql<{ revision: Integer }>`
    SELECT revision FROM inventory WHERE pet_id = ${petId}`);
  return pet?.revision ?? "none";
}

export function selectPrevious(revision: Integer, petId: bigint): Query<{ previous: Integer }> {
  return sql<{ previous: Integer }>`
    SELECT previous FROM ledger_entry WHERE revision = ${revision} AND pet_id = ${petId}`;
}

export interface ChainRow extends MovementRow {
  readonly matches: Integer;
}

/** The movements from `first` back to `firstRevision`, newest first; at most `examined`. */
export function* readChain(
  filter: PetFilter,
  { first, examined }: { first: Integer; examined: number },
): Work<readonly ChainRow[]> {
  const { petId, firstRevision = 0, lastRevision = Number.MAX_SAFE_INTEGER } = filter;
  const chain = yield* rows(sql<ChainRow>`
    WITH RECURSIVE chain AS (
      SELECT movement.*, 1 AS length FROM movement WHERE revision = ${first} AND pet_id = ${petId}
      UNION ALL
      SELECT movement.*, length + 1 FROM chain JOIN movement
        ON movement.revision = chain.previous AND movement.pet_id = chain.pet_id
      -- Descending also in a damaged ledger, so that it ends.
      WHERE length < ${examined} AND chain.previous < chain.revision AND chain.previous >= ${firstRevision}
    )
    SELECT *, CASE WHEN revision BETWEEN ${firstRevision} AND ${lastRevision} ${matching(filter)} THEN 1 ELSE 0 END AS matches
    FROM chain`);
  return chain.toSorted((a, b) => Number(b.revision) - Number(a.revision));
}
