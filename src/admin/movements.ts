// listMovements: the ledger, newest first, in pages.

import { timeText } from "../contract/time.ts";
import { ApiError } from "../http/api-error.ts";
import type { Authenticate } from "../http/authenticate.ts";
import type { Operation } from "../http/operation.ts";
import type { KeyTurns } from "../inventory/key-turns.ts";
import type { Movement, MovementFilter, MovementPage } from "../inventory/movement.ts";
import { formatMovementCursor, parseMovementCursor } from "../inventory/movement-cursor.ts";
import type { InventoryStore } from "../inventory/store.ts";
import { jsonReply } from "./json-body.ts";
import { searchMovements } from "./movement-search.ts";
import { type Query, queryOf } from "./query.ts";

export interface MovementsPorts {
  readonly authenticate: Authenticate;
  readonly store: Pick<InventoryStore, "movements">;
  readonly ledgerTurns: KeyTurns;
}

export function movements({ authenticate, store, ledgerTurns }: MovementsPorts): Operation {
  return async (request, _, listener) => {
    const key = await authenticate(request, listener);
    const filter = filterOf(queryOf(request, "listMovements"));
    // Each slice is a turn of its own: a long search delays no other key's.
    const read = (slice: MovementFilter) =>
      ledgerTurns.run(key.id, request.signal, () => store.movements(slice));
    return jsonReply(pageJson(await searchMovements(filter, read)));
  };
}

function pageJson({ movements: found, next, searchedBackTo }: MovementPage): object {
  return {
    movements: found.map(movementJson),
    next: next && formatMovementCursor(next),
    ...(searchedBackTo !== undefined && { searchedBackTo: timeText(searchedBackTo) }),
  };
}

function filterOf({ revision, after, ...filter }: Query<"listMovements">): MovementFilter {
  return {
    ...filter,
    ...(revision !== undefined && { firstRevision: revision, lastRevision: revision }),
    ...(after !== undefined && { after: cursorOf(after) }),
  };
}

function cursorOf(text: string): NonNullable<MovementFilter["after"]> {
  const cursor = parseMovementCursor(text);
  if (cursor !== undefined) return cursor;
  throw new ApiError("invalid_query", '"after" must be the "next" of a previous page of movements.');
}

function movementJson({ revision, petId, before, after, label, ...rest }: Movement): object {
  const { reason, note, undoes, by, at } = rest;
  const changed = { before, after, ...(label && { label }) };
  return { revision, petId, ...changed, reason, note, undoes, ...by, at: timeText(at) };
}
