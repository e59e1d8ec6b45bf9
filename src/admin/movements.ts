// listMovements: the ledger in pages, newest first, or oldest first for programs that follow it.

import { timeText } from "../contract/time.ts";
import { ApiError } from "../http/api-error.ts";
import type { Authenticate } from "../http/authenticate.ts";
import type { Operation } from "../http/operation.ts";
import type { KeyTurns } from "../inventory/key-turns.ts";
import type { Movement, MovementFilter, MovementPage } from "../inventory/movement.ts";
import {
  formatMovementCursor,
  type MovementCursor,
  parseMovementCursor,
} from "../inventory/movement-cursor.ts";
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

function pageJson({ movements: found, next, searchedBackTo, through }: MovementPage): object {
  return {
    movements: found.map(movementJson),
    next: next && formatMovementCursor(next),
    ...(searchedBackTo !== undefined && { searchedBackTo: timeText(searchedBackTo) }),
    ...(through !== undefined && { through }),
  };
}

function filterOf({ revision, after, order, ...filter }: Query<"listMovements">): MovementFilter {
  const ascending = order === "asc";
  return {
    ...filter,
    ...(revision !== undefined && { firstRevision: revision, lastRevision: revision }),
    ...(ascending && { ascending }),
    ...(after !== undefined && { after: cursorOf(after, ascending) }),
  };
}

/** No cursor has only digits. */
const REVISION = /^(0|[1-9][0-9]{0,14})$/;

function cursorOf(text: string, ascending: boolean): MovementCursor {
  if (ascending && REVISION.test(text)) return { revision: Number(text), petId: null };
  const cursor = parseMovementCursor(text);
  if (cursor !== undefined) return cursor;
  const revision = ascending ? "a revision, or " : "";
  const hint = !ascending && REVISION.test(text) ? ' With a revision, add "order=asc".' : "";
  throw new ApiError(
    "invalid_query",
    `"after" must be ${revision}the "next" of a previous page of movements.${hint}`,
  );
}

function movementJson({ revision, petId, before, after, label, ...rest }: Movement): object {
  const { reason, note, undoes, by, at } = rest;
  const changed = { before, after, ...(label && { label }) };
  return { revision, petId, ...changed, reason, note, undoes, ...by, at: timeText(at) };
}
