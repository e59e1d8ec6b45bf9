// The health checks /livez and /readyz, for supervisors and load balancers. They need no key and show no data but the version.

import { type Excludable, EXCLUDABLE } from "../contract/readyz.ts";
import { ApiError } from "./api-error.ts";
import { JSON_TYPE, NO_STORE, type Operation, type Reply } from "./operation.ts";
import type { Readiness } from "./readiness.ts";

const OK: Reply = { headers: { ...JSON_TYPE, ...NO_STORE }, body: '{"status":"ok"}' };

/** The process responds. */
export const livez: Operation = () => OK;

/**
 * Requests should be routed here. A proxy should ask with `?exclude=database`: while the database is away no server is
 * better than another, and their own errors say more than the proxy's. The query follows the API server of Kubernetes
 * (https://kubernetes.io/docs/reference/using-api/health-checks/).
 */
export function readyz(readiness: Readiness, version: string): Operation {
  const ready: Reply = { ...OK, body: JSON.stringify({ status: "ok", version }) };
  return async ({ url }) => {
    const reason = await readiness.reasonAgainst(excludedBy(url));
    if (reason !== undefined)
      throw new ApiError("unavailable", `Not ready: ${reason}.`, { "Retry-After": "1" });
    return ready;
  };
}

/** Throws `invalid_query` for an unknown name, so that a typing mistake in a probe does not go unnoticed. */
function excludedBy(url: string): ReadonlySet<Excludable> {
  const [, query] = url.split("?", 2);
  const names = new URLSearchParams(query).getAll("exclude");
  const isKnown = (name: string): name is Excludable => EXCLUDABLE.some((each) => each === name);
  if (names.every(isKnown)) return new Set(names);
  const unknown = names.find((name) => !isKnown(name))!.slice(0, 40);
  throw new ApiError(
    "invalid_query",
    `exclude=${unknown} is unknown. Accepted values: ${EXCLUDABLE.join(", ")}.`,
  );
}
