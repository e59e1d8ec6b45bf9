// /livez and /readyz: for whatever restarts processes and routes traffic. Without a key, and without data.

import { type Excludable, EXCLUDABLE } from "../contract/readyz.ts";
import { ApiError } from "./api-error.ts";
import { JSON_TYPE, NO_STORE, type Operation, type Reply } from "./operation.ts";
import type { Readiness } from "./readiness.ts";

const OK: Reply = { headers: { ...JSON_TYPE, ...NO_STORE }, body: '{"status":"ok"}' };

/** The process runs and answers. */
export const livez: Operation = () => OK;

/**
 * Requests should come here: for a proxy, `?exclude=database` is the question to ask. While the database is away every server
 * is as good as any other, and their own answers say more than the proxy's. As the API server of Kubernetes has it
 * (https://kubernetes.io/docs/reference/using-api/health-checks/).
 */
export function readyz(readiness: Readiness): Operation {
  return async ({ url }) => {
    const reason = await readiness.reasonAgainst(excludedBy(url));
    if (reason !== undefined)
      throw new ApiError("unavailable", `Not ready: ${reason}.`, { "Retry-After": "1" });
    return OK;
  };
}

/** Throws `invalid_query`: a probe with a typing mistake would otherwise ask another question than it seems to. */
function excludedBy(url: string): ReadonlySet<Excludable> {
  const [, query] = url.split("?", 2);
  const names = new URLSearchParams(query).getAll("exclude");
  const isKnown = (name: string): name is Excludable => EXCLUDABLE.some((each) => each === name);
  if (names.every(isKnown)) return new Set(names);
  const unknown = names.find((name) => !isKnown(name))!.slice(0, 40);
  throw new ApiError(
    "invalid_query",
    `exclude=${unknown} is not known. What can be excluded: ${EXCLUDABLE.join(", ")}.`,
  );
}
