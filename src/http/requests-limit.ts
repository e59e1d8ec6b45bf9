// How many requests may be in flight: beyond it the others are refused at once, rather than all of them served late.

import { ApiError } from "./api-error.ts";
import type { Operation } from "./operation.ts";
import type { RouteTable } from "./server.ts";

/** The routes, where no more than so many requests are between their beginning and the end of their answer. */
export function limitRequests(requestsMax: number | undefined, routes: RouteTable): RouteTable {
  if (requestsMax === undefined) return routes;
  const limited = (operation: Operation): Operation => {
    return (request, requestId, listener) => {
      if (listener.pendingRequests <= requestsMax) return operation(request, requestId, listener);
      throw new ApiError(
        "overloaded",
        "Too many requests are in flight; nothing was changed. Try again shortly.",
        { "Retry-After": "1" },
      );
    };
  };
  return mapOperations(routes, limited);
}

function mapOperations(routes: RouteTable, change: (operation: Operation) => Operation): RouteTable {
  const entries = Object.entries(routes).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, change(operation)])),
  ]);
  return Object.fromEntries(entries);
}
