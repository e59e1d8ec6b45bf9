// Reads the list of the inventory as columns, piece by piece as it arrives.

import type { Connection } from "../../client/connection.ts";
import { LIST_PATH } from "../../client/list.ts";
import { itemBatches } from "../../client/stream-items.ts";
import { batchOf, type PetBatch } from "./pet-columns.ts";

export interface ReadListOptions {
  /** The tag of the known list: an unchanged one is not sent again. */
  readonly etag?: string | undefined;
  /** The first batch follows; called again after a broken connection. */
  readonly onStart: () => void;
  readonly onBatch: (batch: PetBatch) => void;
  /** Awaited between two pieces, so that the thread can do other work. */
  readonly rest?: () => Promise<void> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The tag of a list or of labels that were read; undefined if a proxy removed it. */
export interface ReadResult {
  readonly etag: string | undefined;
}

const NOT_MODIFIED = 304;

/** Undefined if the list has not changed since `etag`. Throws the client's errors. */
export function readList(
  connection: Connection,
  { etag, onStart, onBatch, rest, signal }: ReadListOptions,
): Promise<ReadResult | undefined> {
  const headers = etag === undefined ? {} : { "If-None-Match": etag };
  const request = { method: "GET", path: LIST_PATH, headers, signal } as const;
  return connection.send(request, { effect: "none" }, async (answer) => {
    if (answer.status === NOT_MODIFIED) {
      answer.discard();
      return undefined;
    }
    onStart();
    for await (const items of itemBatches(answer)) {
      onBatch(batchOf(items));
      await rest?.();
    }
    return { etag: answer.headers.get("ETag") ?? undefined };
  });
}
