// Reads the inventory over the Admin API: this key, one entry, everything, and what differs from a position.

import { CHANGES } from "./admin-answers.ts";
import type { CursorOptions, PageOptions, WatchChangesOptions } from "./admin-options.ts";
import { queryOf } from "./admin-requests.ts";
import { readObject } from "./admin-send.ts";
import type { ChangesSince, Entry, Me, Snapshot } from "./admin-types.ts";
import { elementsOf } from "./batches.ts";
import type { CallContext } from "./call.ts";
import type { Connection } from "./connection.ts";
import { followChanges } from "./follow-changes.ts";
import { openList } from "./list.ts";
import { type Page, type PetId, petIdOrThrow } from "./options.ts";
import { isRetryable } from "./retry.ts";

export function readMe(connection: Connection, context: CallContext): Promise<Me> {
  return readObject<Me>(connection, "/me", context, "name", "account", "role", "expiresAt", "position");
}

export function readEntry(connection: Connection, context: CallContext, petId: PetId): Promise<Entry> {
  const path = `/inventory/${petIdOrThrow(petId)}`;
  return readObject<Entry>(
    connection,
    path,
    context,
    "petId",
    "quantity",
    "status",
    "tag",
    "revision",
    "label",
  );
}

export async function readEntriesByCode(
  connection: Connection,
  context: CallContext,
  { code, cursor, pageSize }: CursorOptions & PageOptions & { readonly code: string },
): Promise<Page<Entry>> {
  const path = `/inventory${queryOf({ code, after: cursor, limit: pageSize })}`;
  type Body = { entries: readonly Entry[]; next: string | null };
  return readObject<Body>(connection, path, context, "entries", "next");
}

export async function readSnapshot(connection: Connection, context: CallContext): Promise<Snapshot> {
  const { signal } = context;
  const { etag, batches } = await openList(connection, context);
  if (etag !== undefined) return { position: etag, items: elementsOf(batches, signal) };
  // A proxy removed the tag. A position from before the list skips no change; one from after it might.
  await batches.return();
  const { position } = await readMe(connection, context);
  const list = await openList(connection, context);
  return { position, items: elementsOf(list.batches, signal) };
}

export function readChanges(
  connection: Connection,
  context: CallContext,
  since: string | undefined,
  actors: boolean | undefined,
): Promise<ChangesSince> {
  const path = `/changes${queryOf({ since, actors })}`;
  return readObject<ChangesSince>(connection, path, context, ...CHANGES);
}

export function watchChanges(
  connection: Connection,
  options: WatchChangesOptions,
): AsyncGenerator<ChangesSince, void, undefined> {
  const { since, retries = Number.POSITIVE_INFINITY } = options;
  return followChanges(connection, {
    ...options,
    since,
    // A stream that gave changes was opened: its loss begins a new row of attempts.
    reopensAfter: (error, { wasOpen, failures }) =>
      isRetryable(error, true) && (wasOpen ? retries > 0 : failures < retries),
  });
}
