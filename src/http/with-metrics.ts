// Counts and times the responses of a handler. Labels come from a fixed set: unknown paths and methods count as "other".

import { andThen } from "../inventory/awaitable.ts";
import type { MeasuredOperation, Metrics } from "../inventory/metrics.ts";
import type { Handler } from "./operation.ts";

/** The operations of one path by method; HEAD counts as GET. */
export type MeasuredMethods = Readonly<Record<string, MeasuredOperation>>;

/** A synchronous response stays synchronous. */
export function withMetrics(handler: Handler, methods: MeasuredMethods, metrics: Metrics): Handler {
  const operations = new Map(Object.entries(methods));
  return (request, listener) => {
    const startedAt = metrics.now();
    const method = request.method === "HEAD" ? "GET" : request.method;
    const operation = operations.get(method) ?? "other";
    return andThen(handler(request, listener), (response) => {
      metrics.answered(operation, response.status, startedAt);
      return response;
    });
  };
}
