// Calls of the service's operations within the process, for a request that stands for several of them: each is authenticated, limited
// and answered as if its client had sent it.

import type { Awaitable } from "../inventory/awaitable.ts";
import type { Listener } from "./client-address.ts";
import { dispatcherOf, type RouteTable } from "./dispatch.ts";
import { withParams } from "./equivalent-path.ts";
import { targetOf } from "./limits.ts";
import { handlerOf, type HandlerPorts } from "./operation.ts";
import { PathTable } from "./path-table.ts";

/** The request that a client has sent, with its connection. */
export interface Sent {
  readonly request: Request;
  readonly requestId: string;
  readonly listener: Listener;
}

/** Answers an inner request to one of the routes. Ends when the outer one is aborted. */
export type InProcess = (inner: Request, outer: Sent) => Awaitable<Response>;

export function inProcess(routes: RouteTable, ports: HandlerPorts): InProcess {
  const handlers = new PathTable(
    Object.entries(routes).map(([path, methods]) => [path, handlerOf(dispatcherOf(methods), ports)] as const),
  );
  return (inner, outer) => {
    const [path = ""] = targetOf(inner.url).split("?", 1);
    const found = handlers.find(path);
    if (found === undefined) throw new Error(`no operation at ${path}`);
    const signal = AbortSignal.any([inner.signal, outer.request.signal]);
    const request = new Request(inner, { signal });
    // The ledger and the log name the request that the client knows.
    request.headers.set("X-Request-Id", outer.requestId);
    return found.target(withParams(request, found.params), connectionOf(outer));
  };
}

/** An inner request has no connection of its own. */
function connectionOf({ request, listener }: Sent): Listener {
  return {
    requestIP: () => listener.requestIP(request),
    timeout: (_, seconds) => listener.timeout(request, seconds),
  };
}
