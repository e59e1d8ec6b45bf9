// Counts and times the responses of a handler. Labels come from a fixed set: unknown paths and methods count as "other".

import { andThen } from "../inventory/awaitable.ts";
import type { MeasuredOperation, Metrics } from "../inventory/ports.ts";
import type { Handler } from "./operation.ts";

/** By path and method. */
const OPERATIONS: Readonly<Record<string, ReadonlyMap<string, MeasuredOperation>>> = {
  "/v1/inventory": new Map([
    ["GET", "listInventory"],
    ["HEAD", "listInventory"],
  ]),
  "/v1/inventory/:petId": new Map([["PATCH", "updateInventory"]]),
};
/** A synchronous response stays synchronous. */
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
