// Limits the authenticated requests in flight: beyond the limit requests are refused at once, so that the others are not
// slowed down. Requests without a valid key do not count: they cost little, and counting them would let any client lock out
// all others.

import { andThen } from "../inventory/awaitable.ts";
import { ApiError } from "./api-error.ts";
import type { Authenticate } from "./authenticate.ts";
import type { Operation, Reply } from "./operation.ts";
import type { RouteTable } from "./server.ts";

type Pieces = AsyncGenerator<Uint8Array<ArrayBuffer>>;

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
  /** Requests from authentication on, and streamed bodies until their end. */
  readonly #inFlight = new Set<object>();

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
        if (reply instanceof Promise) return reply.then((known) => this.#counted(known)).finally(remove);
        remove();
        return this.#counted(reply);
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

  #counted(reply: Reply): Reply {
    return isInPieces(reply) ? { ...reply, body: this.#countedPieces(reply.body) } : reply;
  }

  /** Counts a streamed body from its first piece on. It never starts for HEAD, or if the client has disconnected. */
  async *#countedPieces(pieces: Pieces): Pieces {
    const body = {};
    this.#inFlight.add(body);
    try {
      yield* pieces;
    } finally {
      this.#inFlight.delete(body);
    }
  }
}

function isInPieces(reply: Reply): reply is Reply & { readonly body: Pieces } {
  return typeof reply.body === "object" && Symbol.asyncIterator in reply.body;
}
