// The history of one pet, newest first, along its chain. It costs what the pet has changed, not what the ledger holds.

import type { MovementPage } from "../inventory/movement.ts";
import { isSelective } from "./movement-conditions.ts";
import { type Link, newestLink, type PetFilter, readChain, selectPrevious } from "./pet-chain.ts";
import { movementOfRow } from "./rows.ts";
import { rows, type Work } from "./sql.ts";

/** Movements that one page examines where a filter leaves out some: each may be on a page of its own. */
const EXAMINED_MAX = 500;

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

/** The pet's newest movement after the cursor; `unknown` if the cursor is no movement of the pet. */
function* firstLink(filter: PetFilter): Work<Link | "unknown"> {
  const { petId, after } = filter;
  if (after === undefined) return yield* newestLink(filter);
  if (after.petId !== petId) return "unknown";
  const [movement] = yield* rows(selectPrevious(after.revision, petId));
  if (movement === undefined) return "unknown";
  return Number(movement.previous) === 0 ? "none" : movement.previous;
}
