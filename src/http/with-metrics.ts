// Counts and times the answers of a handler. The names are few and fixed: what a stranger makes up, addresses and methods,
// is all counted as one.

import { andThen } from "../inventory/awaitable.ts";
import type { MeasuredOperation, Metrics } from "../inventory/ports.ts";
import type { Handler } from "./operation.ts";

/** By address and method. HEAD is GET without a body. */
const OPERATIONS: Readonly<Record<string, ReadonlyMap<string, MeasuredOperation>>> = {
  "/v1/inventory": new Map([
    ["GET", "listInventory"],
    ["HEAD", "listInventory"],
  ]),
  "/v1/inventory/:petId": new Map([["PATCH", "updateInventory"]]),
};
/** The same handler, told of to `metrics`. What it answers at once is still answered at once. */
export function withMetrics(handler: Handler, path: string, metrics: Metrics): Handler {
  const operations = OPERATIONS[path];
  return (request, listener) => {
    const startedAt = metrics.now();
    const operation = operations?.get(request.method) ?? "other";
    return andThen(handler(request, listener), (response) => {
      metrics.answered(operation, response.status, startedAt);
      return response;
    });
  };
}
