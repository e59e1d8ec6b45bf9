// /livez and /readyz: for whatever restarts processes and routes traffic. Without a key, and without data.

import { ApiError } from "./api-error.ts";
import { JSON_TYPE, NEVER_KEPT, type Operation, type Reply } from "./operation.ts";

const OK: Reply = { headers: { ...JSON_TYPE, ...NEVER_KEPT }, body: '{"status":"ok"}' };

/** The process runs and answers. */
export const livez: Operation = () => OK;

/** Requests should come here. `notReady` gives the reason why not, undefined where all is well. */
export function readyz(notReady: () => Promise<string | undefined>): Operation {
  return async () => {
    const reason = await notReady();
    if (reason !== undefined)
      throw new ApiError("unavailable", `Not ready: ${reason}.`, { "Retry-After": "1" });
    return OK;
  };
}
