// Limits the authenticated requests in flight: beyond the limit requests are refused at once, so that the others are not
// slowed down. Requests without a valid key do not count: they cost little, and counting them would let any client lock out
// all others.

import { andThen } from "../inventory/awaitable.ts";
import { ApiError } from "./api-error.ts";
import type { Authenticate } from "./authenticate.ts";
import type { Operation } from "./operation.ts";
import type { RouteTable } from "./dispatch.ts";

/** Builds the routes with an `authenticate` that counts requests, so that at most `requestsMax` are in flight. */
export function limitRequests(
  requestsMax: number | undefined,
  authenticate: Authenticate,
  routesWith: (authenticate: Authenticate) => RouteTable,
): RouteTable {
  if (requestsMax === undefined) return routesWith(authenticate);
  const inFlight = new InFlightRequests(requestsMax);
  return mapOperations(routesWith(inFlight.authenticating(authenticate)), (operation) =>
    inFlight.limiting(operation),
  );
}

function mapOperations(routes: RouteTable, change: (operation: Operation) => Operation): RouteTable {
  const entries = Object.entries(routes).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, change(operation)])),
  ]);
  return Object.fromEntries(entries);
}

class InFlightRequests {
  readonly #requestsMax: number;
  /** From authentication to the reply. A body that is being sent is no work: large ones have limits of their own (downloads.ts). */
  readonly #inFlight = new Set<Request>();

  constructor(requestsMax: number) {
    this.#requestsMax = requestsMax;
  }

  /** Authenticates, then counts the request. Throws `overloaded` at the limit. */
  authenticating(authenticate: Authenticate): Authenticate {
    return (request, listener) =>
      andThen(authenticate(request, listener), (key) => {
        this.#add(request);
        return key;
      });
  }

  /** Uncounts the request at its reply. A synchronous reply stays synchronous. */
  limiting(operation: Operation): Operation {
    return (request, requestId, listener) => {
      const remove = () => void this.#inFlight.delete(request);
      try {
        const reply = operation(request, requestId, listener);
        if (reply instanceof Promise) return reply.finally(remove);
        remove();
        return reply;
      } catch (error) {
        remove();
        throw error;
      }
    };
  }

  #add(request: Request): void {
    if (this.#inFlight.size >= this.#requestsMax) {
      throw new ApiError(
        "overloaded",
        "Too many requests are in flight; nothing was changed. Try again shortly.",
        { "Retry-After": "1" },
      );
    }
    this.#inFlight.add(request);
  }
}
