// The history of one pet as a chain of primary-key look-ups: its row has the revision of its last movement, and each movement
// the revision of the one before it. It costs what the pet has changed, not what the ledger holds.

import type { MovementFilter, MovementPage } from "../inventory/movement.ts";
import { isSelective, matching } from "./movement-conditions.ts";
import { type MovementRow, movementOfRow } from "./rows.ts";
import { type Integer, type Query, rows, sql, type Work } from "./sql.ts";

/** Movements that one page examines where a filter leaves out some: each may be on a page of its own. */
const EXAMINED_MAX = 500;

type PetFilter = MovementFilter & { readonly petId: bigint };

const END: MovementPage = { movements: [], next: null };

/** Undefined if the cursor is no movement of the pet: it is from another list, or a prune has removed that movement. */
export function* readPetHistory(filter: PetFilter): Work<MovementPage | undefined> {
  const { petId, ...rest } = filter;
  const { firstRevision = 0, limit } = rest;
  const first = yield* firstLink(filter);
  if (first === "unknown") return undefined;
  if (first === "none") return END;
  const isFiltered = rest.lastRevision !== undefined || isSelective(rest);
  const examined = isFiltered ? EXAMINED_MAX : Math.min(limit, EXAMINED_MAX);
  const chain = yield* readChain(filter, { first, examined });
  const found = chain.filter(({ matches }) => Number(matches) === 1).slice(0, limit);
  const movements = found.map(movementOfRow);
  const last = found.length === limit ? found.at(-1) : chain.at(-1);
  if (last === undefined) return END;
  const isCut = found.length === limit || chain.length === examined;
  const isContinued = isCut && last.previous > 0 && last.previous >= firstRevision;
  return { movements, next: isContinued ? { revision: Number(last.revision), petId } : null };
}

/** The revision of the pet's newest movement after the cursor; `unknown` if the cursor is no movement of the pet. */
function* firstLink({ petId, after, firstRevision, lastRevision }: PetFilter): Work<Link> {
  if (after === undefined && lastRevision !== undefined) {
    const hasMovement = (yield* rows(selectPrevious(lastRevision, petId))).length > 0;
    if (hasMovement) return lastRevision;
    if (firstRevision === lastRevision) return "none";
  }
  if (after === undefined) {
    const [pet] = yield* rows(sql<{ revision: Integer }>`
      SELECT revision FROM inventory WHERE pet_id = ${petId}`);
    return pet?.revision ?? "none";
  }
  if (after.petId !== petId) return "unknown";
  const [movement] = yield* rows(selectPrevious(after.revision, petId));
  if (movement === undefined) return "unknown";
  return Number(movement.previous) === 0 ? "none" : movement.previous;
}

type Link = Integer | "none" | "unknown";

function selectPrevious(revision: Integer, petId: bigint): Query<{ previous: Integer }> {
  return sql<{ previous: Integer }>`
    SELECT previous FROM ledger_entry WHERE revision = ${revision} AND pet_id = ${petId}`;
}

interface ChainRow extends MovementRow {
  readonly matches: Integer;
}

function* readChain(
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
