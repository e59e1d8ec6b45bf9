// How many requests with a good key may be in flight: beyond it the others are refused at once, rather than all of them
// served late. Requests without a good key take no place: pages, health checks and refusals cost little, and counting them
// would let any client shut out all others.

import { andThen } from "../inventory/awaitable.ts";
import { ApiError } from "./api-error.ts";
import type { Authenticate } from "./authenticate.ts";
import type { Operation, Reply } from "./operation.ts";
import type { RouteTable } from "./server.ts";

type Pieces = AsyncGenerator<Uint8Array<ArrayBuffer>>;

/** The routes, which authenticate by what they are handed, with no more than so many requests in flight at a time. */
export function limitRequests(
  placesMax: number | undefined,
  authenticate: Authenticate,
  routesWith: (authenticate: Authenticate) => RouteTable,
): RouteTable {
  if (placesMax === undefined) return routesWith(authenticate);
  const places = new InFlightRequests(placesMax);
  return mapOperations(routesWith(places.authenticating(authenticate)), (operation) =>
    places.limiting(operation),
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
  readonly #placesMax: number;
  /** What takes a place: a request from its key on, and an answer in pieces until its end. */
  readonly #taken = new Set<object>();

  constructor(placesMax: number) {
    this.#placesMax = placesMax;
  }

  /** The same, which then takes a place for the request. Throws `overloaded` as well. */
  authenticating(authenticate: Authenticate): Authenticate {
    return (request, listener) =>
      andThen(authenticate(request, listener), (key) => {
        this.#take(request);
        return key;
      });
  }

  /** The operation, whose request gives its place back with its answer. What it answers at once is still answered at once. */
  limiting(operation: Operation): Operation {
    return (request, requestId, listener) => {
      const leave = () => void this.#taken.delete(request);
      try {
        const reply = operation(request, requestId, listener);
        if (reply instanceof Promise) return reply.then((known) => this.#sent(known)).finally(leave);
        leave();
        return this.#sent(reply);
      } catch (error) {
        leave();
        throw error;
      }
    };
  }

  #take(request: Request): void {
    if (this.#taken.size >= this.#placesMax) {
      throw new ApiError(
        "overloaded",
        "Too many requests are in flight; nothing was changed. Try again shortly.",
        { "Retry-After": "1" },
      );
    }
    this.#taken.add(request);
  }

  #sent(reply: Reply): Reply {
    return isInPieces(reply) ? { ...reply, body: this.#counted(reply.body) } : reply;
  }

  /** Counted from its first piece on: where a client is gone before, or asks with HEAD, it never begins. */
  async *#counted(pieces: Pieces): Pieces {
    const place = {};
    this.#taken.add(place);
    try {
      yield* pieces;
    } finally {
      this.#taken.delete(place);
    }
  }
}

function isInPieces(reply: Reply): reply is Reply & { readonly body: Pieces } {
  return typeof reply.body === "object" && Symbol.asyncIterator in reply.body;
}
