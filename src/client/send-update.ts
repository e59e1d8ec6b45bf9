// Sends one request to set the stock of a pet.

import type { InventoryItem } from "../contract/item-json.ts";
import { itemFrom } from "./answers.ts";
import type { CallContext } from "./call.ts";
import type { Connection } from "./connection.ts";
import { LIST_PATH } from "./list.ts";

export interface StockUpdate {
  readonly petId: bigint;
  readonly quantity: number;
  readonly ifMatch: string | undefined;
  /** Without one the update is not sent again if it may have been applied. */
  readonly idempotencyKey: string | undefined;
  /** Further headers. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The item as it is after the update. */
export function sendUpdate(
  connection: Connection,
  context: CallContext,
  { petId, quantity, ifMatch, idempotencyKey, headers }: StockUpdate,
): Promise<InventoryItem> {
  const request = {
    method: "PATCH",
    path: `${LIST_PATH}/${petId}`,
    headers: {
      "Content-Type": "application/json",
      ...headers,
      ...(ifMatch !== undefined && { "If-Match": ifMatch }),
      ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
    },
    body: JSON.stringify({ quantity }),
  } as const;
  const effect = idempotencyKey === undefined ? "once" : "repeatable";
  return connection.send(request, { ...context, effect, petId }, itemFrom);
}
