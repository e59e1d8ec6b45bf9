// Addresses that differ only in the percent-encoding of unreserved characters are the same (RFC 3986, section 6.2.2.2). The
// runtime's router compares them as they were sent, so this is asked where it has found nothing.

import { targetOf } from "./limits.ts";
import type { RouteRequest } from "./operation.ts";
import { PathTable } from "./path-table.ts";

/** Letters, digits, `-`, `.`, `_` and `~` (RFC 3986, section 2.3). */
const ENCODED_UNRESERVED = /%(?:2[de]|3[0-9]|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/gi;

export interface Match<Target> {
  readonly target: Target;
  readonly request: RouteRequest;
}

/** Finds the route of an address that is written in an unusual way. `routes`: by path, with `:name` for a parameter. */
export class EquivalentPaths<Target> {
  readonly #routes: PathTable<Target>;

  constructor(routes: Iterable<readonly [path: string, target: Target]>) {
    this.#routes = new PathTable(routes);
  }

  /** Undefined if the address has no needless encoding, or does not exist without it either. */
  find(request: RouteRequest): Match<Target> | undefined {
    const [path = ""] = targetOf(request.url).split("?", 1);
    // Not part of an address that is sent: the router takes it for a part of the last segment.
    if (path.includes("#")) return undefined;
    const plain = path.replace(ENCODED_UNRESERVED, decodeURIComponent);
    if (plain === path) return undefined;
    const found = this.#routes.find(plain);
    return found && { target: found.target, request: withParams(request, found.params) };
  }
}

/** The runtime sets the parameters only of the route that it has found itself. */
export function withParams(request: Request, params: Readonly<Record<string, string>>): RouteRequest {
  return Object.defineProperty(request, "params", { value: params });
}
