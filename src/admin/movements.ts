// listMovements: the ledger in pages, newest first, or oldest first for programs that follow it.

import { timeText } from "../contract/time.ts";
import { ApiError } from "../http/api-error.ts";
import type { Authenticate } from "../http/authenticate.ts";
import type { Downloads } from "../http/downloads.ts";
import { prefers } from "../http/media-type.ts";
import { NO_STORE, type Operation } from "../http/operation.ts";
import type { KeyTurns } from "../inventory/key-turns.ts";
import type { MovementFilter, MovementPage } from "../inventory/movement.ts";
import {
  formatMovementCursor,
  type MovementCursor,
  parseMovementCursor,
} from "../inventory/movement-cursor.ts";
import type { InventoryStore } from "../inventory/store.ts";
import { jsonReply } from "./json-body.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { type MovementFormat, movementJson } from "../transfer/write-movements.ts";
import { MOVEMENT_TYPES, movementFile } from "./movement-file.ts";
import { searchMovements } from "./movement-search.ts";
import { type Query, queryOf } from "./query.ts";

export interface MovementsPorts {
  readonly authenticate: Authenticate;
  readonly store: Pick<InventoryStore, "movements">;
  readonly ledgerTurns: KeyTurns;
  readonly downloads: Downloads;
  /** Knows the current position. */
  readonly snapshot: Pick<Snapshot, "current">;
}

export function movements(ports: MovementsPorts): Operation {
  const { authenticate, store, ledgerTurns, downloads, snapshot } = ports;
  return async (request, _, listener) => {
    const key = await authenticate(request, listener);
    const filter = filterOf(queryOf(request, "listMovements"));
    // Each slice is a turn of its own: a long search delays no other key's.
    const read = (slice: MovementFilter) =>
      ledgerTurns.run(key.id, request.signal, () => store.movements(slice));
    const format = formatOf(request.headers);
    if (format === undefined) return jsonReply(pageJson(await searchMovements(filter, read)));
    throwIfLimited(request);
    const { revision } = (await snapshot.current()).position;
    const lastRevision = Math.min(filter.lastRevision ?? revision, revision);
    return {
      headers: { "Content-Type": MOVEMENT_TYPES[format], "X-Content-Type-Options": "nosniff", ...NO_STORE },
      body: downloads.body(key, movementFile({ filter: { ...filter, lastRevision }, format, read })),
    };
  };
}

function formatOf(headers: Headers): MovementFormat | undefined {
  const accept = headers.get("Accept");
  if (prefers(accept, "text/csv")) return "csv";
  return prefers(accept, "application/x-ndjson") ? "ndjson" : undefined;
}

/** It has a default, and would else be taken for one that is obeyed. */
function throwIfLimited({ url }: Request): void {
  if (!new URL(url).searchParams.has("limit")) return;
  throw new ApiError("invalid_query", 'CSV and NDJSON have all movements of the filter: leave out "limit".');
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
