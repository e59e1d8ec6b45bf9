// The history of one pet, oldest first. Its chain leads from the newest movement back, so the part after the cursor is followed to its
// start, of which the first movements are read.

import type { MovementPage } from "../inventory/movement.ts";
import { isSelective } from "./movement-conditions.ts";
import { newestLink, type PetFilter, readChain } from "./pet-chain.ts";
import { movementOfRow } from "./rows.ts";
import { type Integer, rows, sql, type Work } from "./sql.ts";

/** The most links that one page follows: as many as a scan examines movements, some milliseconds. */
const LINKS_MAX = 10_000;
/** In a short ledger, too. */
const LINKS_MIN = 1_000;
/** A scan soon meets a page of movements of a pet that has one in so many revisions. */
const REVISIONS_PER_LINK = 100;
/** Movements that one page examines where a filter leaves out some: each may be on a page of its own. */
const EXAMINED_MAX = 500;

const END: MovementPage = { movements: [], next: null };

/** Undefined if the pet has too many movements after the cursor: a scan of the ledger soon meets some of them. */
export function* readPetHistoryAscending(filter: PetFilter): Work<MovementPage | undefined> {
  const { petId, ...conditions } = filter;
  const { limit, lastRevision = Number.MAX_SAFE_INTEGER } = conditions;
  const firstRevision = firstRevisionOf(filter);
  const newest = yield* newestLink(filter);
  if (newest === "none") return END;
  const examined = isSelective(conditions) ? EXAMINED_MAX : Math.min(limit, EXAMINED_MAX);
  const links = yield* oldestLinks({ petId, newest, firstRevision, count: examined + 1 });
  if (links === undefined) return undefined;
  const selected = links.filter(({ revision }) => revision <= lastRevision);
  const top = selected.slice(0, examined).at(-1);
  if (top === undefined) return END;
  const chain = yield* readChain({ ...filter, firstRevision }, { first: top.revision, examined });
  const found = chain
    .filter(({ matches }) => Number(matches) === 1)
    .toReversed()
    .slice(0, limit);
  const last = found.length === limit ? found.at(-1)! : top;
  const isContinued = last.revision < selected.at(-1)!.revision;
  return {
    movements: found.map(movementOfRow),
    next: isContinued ? { revision: Number(last.revision), petId } : null,
  };
}

/** The first revision that the filter selects after its cursor; the cursor may be of another pet. */
function firstRevisionOf({ petId, firstRevision = 0, after }: PetFilter): number {
  if (after === undefined) return firstRevision;
  const isAfterPet = after.petId === null || petId <= after.petId;
  return Math.max(firstRevision, isAfterPet ? after.revision + 1 : after.revision);
}

interface LinkRow {
  readonly revision: Integer;
  readonly previous: Integer;
  readonly length: Integer;
}

interface Part {
  readonly petId: bigint;
  readonly newest: Integer;
  readonly firstRevision: number;
  readonly count: number;
}

/** The first `count` links from `firstRevision` on, oldest first. Undefined if there are too many links to follow. */
function* oldestLinks({ petId, newest, firstRevision, count }: Part): Work<readonly LinkRow[] | undefined> {
  const linksMax = linksWorthFollowing(Number(newest) - firstRevision);
  const links = yield* rows(sql<LinkRow>`
    WITH RECURSIVE chain AS (
      SELECT revision, previous, 1 AS length FROM ledger_entry
        WHERE revision = ${newest} AND pet_id = ${petId} AND revision >= ${firstRevision}
      UNION ALL
      SELECT entry.revision, entry.previous, length + 1 FROM chain JOIN ledger_entry AS entry
        ON entry.revision = chain.previous AND entry.pet_id = ${petId}
      -- Descending also in a damaged ledger, so that it ends.
      WHERE length < ${linksMax} AND chain.previous < chain.revision AND chain.previous >= ${firstRevision}
    )
    SELECT revision, previous, length FROM chain ORDER BY length DESC LIMIT ${count}`);
  const oldest = links[0];
  const isWhole = oldest === undefined || oldest.length < linksMax || oldest.previous < firstRevision;
  return isWhole ? links : undefined;
}

function linksWorthFollowing(revisions: number): number {
  return Math.min(Math.max(Math.floor(revisions / REVISIONS_PER_LINK), LINKS_MIN), LINKS_MAX);
}
