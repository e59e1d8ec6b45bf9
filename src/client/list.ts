// Reads the list of the inventory: whole, or in batches as its bytes arrive.

import type { InventoryItem } from "../contract/item-json.ts";
import { type Batches, started } from "./batches.ts";
import type { CallContext } from "./call.ts";
import type { Connection } from "./connection.ts";
import { itemBatches } from "./stream-items.ts";

export const LIST_PATH = "/v1/inventory";

const NOT_MODIFIED = 304;

export interface List {
  readonly items: readonly InventoryItem[];
  /** The list's tag, which is its position; undefined if a proxy removed it. */
  readonly etag: string | undefined;
}

export interface ListOptions extends CallContext {
  /** Tag of the known list: an unchanged one is not sent again. */
  readonly etag?: string | undefined;
  /** Called repeatedly with the part that has arrived; starts again after a broken connection. */
  readonly onArriving?: ((items: readonly InventoryItem[]) => void) | undefined;
}

/** The whole list; undefined if it has not changed since `etag`. */
export function readList(
  connection: Connection,
  { etag, onArriving, ...context }: ListOptions,
): Promise<{ items: InventoryItem[]; etag: string | undefined } | undefined> {
  const headers = etag === undefined ? {} : { "If-None-Match": etag };
  const request = { method: "GET", path: LIST_PATH, headers } as const;
  return connection.send(request, { ...context, effect: "none" }, async (answer) => {
    if (answer.status === NOT_MODIFIED) {
      answer.discard();
      return undefined;
    }
    const items: InventoryItem[] = [];
    for await (const batch of itemBatches(answer)) {
      for (const item of batch) items.push(item);
      onArriving?.(items);
    }
    return { items, etag: answer.headers.get("ETag") ?? undefined };
  });
}

/** A list whose items are still arriving. */
export interface OpenList {
  readonly etag: string | undefined;
  /** The items in the order of the list. Stopping early closes the connection. */
  readonly batches: Batches<InventoryItem>;
}

/** Repeats until the first items have arrived; not after that, because the next list may differ. */
export function openList(connection: Connection, context: CallContext): Promise<OpenList> {
  const request = { method: "GET", path: LIST_PATH } as const;
  return connection.send(request, { ...context, effect: "none" }, async (answer) => {
    const batches = await started(itemBatches(answer));
    return { etag: answer.headers.get("ETag") ?? undefined, batches };
  });
}
