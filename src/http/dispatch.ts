// Selects the operation of a path by the request's method.

import { andThen } from "../inventory/awaitable.ts";
import { ApiError } from "./api-error.ts";
import { fulfillingIfMatch } from "./entity-tags.ts";
import type { Operation } from "./operation.ts";

/** The operations of one path by method. */
export type Methods = Readonly<Record<string, Operation>>;

/** Operations by path and method. In a path `:name` is a parameter. */
export type RouteTable = Readonly<Record<string, Methods>>;

/** HEAD is GET without a body, OPTIONS answers `Allow`, other methods get 405. */
export function dispatcherOf(methods: Methods): Operation {
  const allowed = Object.keys(methods).flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  const allow = [...allowed, "OPTIONS"].join(", ");
  const patch = "PATCH" in methods ? { "Accept-Patch": "application/json" } : {};
  return (request, requestId, listener) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    const operation = methods[isRead ? "GET" : request.method];
    if (operation !== undefined) {
      const reply = operation(request, requestId, listener);
      if (!isRead || !request.headers.has("If-Match")) return reply;
      return andThen(reply, (known) => fulfillingIfMatch(known, request.headers));
    }
    if (request.method === "OPTIONS") return { status: 204, headers: { Allow: allow, ...patch } };
    throw new ApiError("method_not_allowed", `${request.method} is not allowed here. Use ${allow}.`, {
      Allow: allow,
    });
  };
}
