// Checks that a request is whole and its client still waits, before anything is changed.
//
// The runtime reads on behind a request. If the next bytes are no request (a stray line break, trailer fields, garbage), it sends
// an empty 400; if they are one, and the response is still pending, it closes the connection. Both abort the request. Bytes that
// arrive together with the end of the request are parsed in the same turn of the event loop, but after its handler has run.

import { ApiError } from "./api-error.ts";

/**
 * Waits for the next turn of the event loop. Throws the signal's reason if the request was aborted. Not needed before the commit
 * queue, which waits and looks itself, for all requests of a turn at once: a turn for each would cost an update 3% more time.
 */
export async function confirmWhole({ signal }: Pick<Request, "signal">): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  signal.throwIfAborted();
}

/** The error of an aborted request, for the log: its client gets no response. Undefined for other causes. */
export function abortionOf({ signal }: Pick<Request, "signal">, cause: unknown): ApiError | undefined {
  if (!signal.aborted || cause !== signal.reason) return undefined;
  const problem = "The connection was closed, or bytes that are no request followed";
  return new ApiError("invalid_json", `${problem}; nothing was changed. Send the request again.`);
}
