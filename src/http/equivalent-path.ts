// Addresses that differ only in the percent-encoding of unreserved characters are the same (RFC 3986, section 6.2.2.2). The
// runtime's router compares them as they were sent, so this is asked where it has found nothing.

import { targetOf } from "./limits.ts";
import type { RouteRequest } from "./operation.ts";

/** Letters, digits, `-`, `.`, `_` and `~` (RFC 3986, section 2.3). */
const ENCODED_UNRESERVED = /%(?:2[de]|3[0-9]|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/gi;

export interface Match<Target> {
  readonly target: Target;
  readonly request: RouteRequest;
}

/** Finds the route of an address that is written in an unusual way. `routes`: by path, with `:name` for a parameter. */
export class EquivalentPaths<Target> {
  readonly #routes: readonly { readonly segments: readonly string[]; readonly target: Target }[];

  constructor(routes: Iterable<readonly [path: string, target: Target]>) {
    this.#routes = [...routes].map(([path, target]) => ({ segments: path.split("/"), target }));
  }

  /** Undefined if the address has no needless encoding, or does not exist without it either. */
  find(request: RouteRequest): Match<Target> | undefined {
    const [path = ""] = targetOf(request.url).split("?", 1);
    // Not part of an address that is sent: the router takes it for a part of the last segment.
    if (path.includes("#")) return undefined;
    const plain = path.replace(ENCODED_UNRESERVED, decodeURIComponent);
    if (plain === path) return undefined;
    const segments = plain.split("/");
    for (const { segments: pattern, target } of this.#routes) {
      const params = paramsOf(pattern, segments);
      if (params === undefined) continue;
      // The runtime sets the parameters of the route that it has found itself.
      return { target, request: Object.defineProperty(request, "params", { value: params }) };
    }
    return undefined;
  }
}

/** The parameters of a path that matches the pattern, as the runtime gives them: decoded, and never empty. */
function paramsOf(
  pattern: readonly string[],
  segments: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index]!;
    if (!part.startsWith(":")) {
      if (part !== segment) return undefined;
    } else if (segment === "") return undefined;
    else params[part.slice(1)] = decoded(segment);
  }
  return params;
}

/** A segment that is no percent-encoded UTF-8 stays as it is, so that the operation refuses it. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
