// Work that may take longer than the server's idle timeout, such as a large import.

import type { Listener } from "./client-address.ts";
import { IDLE_TIMEOUT_S } from "./limits.ts";

/**
 * Runs the work without the idle timeout of its connection. The runtime counts that timeout from the beginning of the request,
 * also while a body arrives slowly, and closes the connection without a response while the work goes on. The work itself must
 * limit its time, and that of the body.
 */
export async function runLongWork<T>(
  { request, listener }: { readonly request: Request; readonly listener: Pick<Listener, "timeout"> },
  work: () => Promise<T>,
): Promise<T> {
  listener.timeout(request, 0);
  try {
    return await work();
  } finally {
    listener.timeout(request, IDLE_TIMEOUT_S);
  }
}
