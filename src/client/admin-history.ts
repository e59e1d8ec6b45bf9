// Reads the history over the Admin API: the activity, the ledger, and the stock over time.

import type {
  CursorOptions,
  MovementFilter,
  MovementOptions,
  PageOptions,
  TotalsOptions,
} from "./admin-options.ts";
import { queryOf, timeText } from "./admin-requests.ts";
import { readObject, sendAdmin } from "./admin-send.ts";
import type { Movement, Revision, Totals } from "./admin-types.ts";
import { type Batches, started } from "./batches.ts";
import type { CallContext } from "./call.ts";
import type { Connection } from "./connection.ts";
import { type Page, petIdOrThrow, type SearchedPage } from "./options.ts";
import { movementBatches } from "./stream-movements.ts";

export async function readRevisionPage(
  connection: Connection,
  context: CallContext,
  { cursor, pageSize }: CursorOptions & PageOptions,
): Promise<Page<Revision>> {
  const path = `/revisions${queryOf({ before: cursor, limit: pageSize })}`;
  type Body = { revisions: readonly Revision[]; next: string | null };
  const { revisions, next } = await readObject<Body>(connection, path, context, "revisions", "next");
  return { entries: revisions, next };
}

export async function readMovementPage(
  connection: Connection,
  context: CallContext,
  options: CursorOptions & MovementOptions,
): Promise<SearchedPage<Movement>> {
  const query = movementQuery(options);
  type Body = {
    movements: readonly Movement[];
    next: string | null;
    searchedBackTo?: string;
    through?: number;
  };
  const page = await readObject<Body>(connection, `/movements${query}`, context, "movements", "next");
  const { movements: entries, next, searchedBackTo, through } = page;
  return {
    entries,
    next,
    ...(searchedBackTo !== undefined && { searchedBackTo }),
    ...(through !== undefined && { through }),
  };
}

/** All movements of the filter. Repeats until the first ones have arrived; not after that, because the ledger grows. */
export function openMovements(
  connection: Connection,
  context: CallContext,
  filter: MovementFilter,
): Promise<Batches<Movement>> {
  const path = `/movements${movementQuery(filter)}`;
  const request = { method: "GET", path, headers: { Accept: "application/x-ndjson" } } as const;
  return sendAdmin(connection, request, { ...context, effect: "none" }, (answer) =>
    started(movementBatches(answer)),
  );
}

function movementQuery({
  petId,
  since,
  until,
  pageSize,
  cursor,
  afterRevision,
  ...options
}: CursorOptions & MovementOptions): string {
  return queryOf({
    petId: petId === undefined ? undefined : petIdOrThrow(petId),
    revision: options.revision,
    key: options.key,
    reason: options.reason,
    requestId: options.requestId,
    order: options.order,
    since: timeText("since", since),
    until: timeText("until", until),
    limit: pageSize,
    after: cursor ?? afterRevision,
  });
}

export async function readTotals(
  connection: Connection,
  context: CallContext,
  { since, until, step }: TotalsOptions,
): Promise<readonly Totals[]> {
  const query = queryOf({ since: timeText("since", since), until: timeText("until", until), step });
  type Body = { totals: readonly Totals[] };
  return (await readObject<Body>(connection, `/totals${query}`, context, "totals")).totals;
}

/** Reads the next page when its first entry is asked for. */
export async function* entriesOf<T>(
  read: (cursor: string | undefined) => Promise<Page<T>>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void, undefined> {
  let cursor: string | undefined;
  for (;;) {
    const { entries, next } = await read(cursor);
    for (const entry of entries) {
      yield entry;
      signal?.throwIfAborted();
    }
    if (next === null) return;
    cursor = next;
  }
}
