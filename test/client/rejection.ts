// The error that a promise is rejected with; the test fails if it is fulfilled.

import { RequestError } from "../../src/client/client.ts";

export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  const value = await promise.then(
    (fulfilled) => ({ fulfilled }),
    (reason: unknown) => ({ reason }),
  );
  if ("reason" in value) return value.reason;
  throw new Error(`fulfilled with ${Bun.inspect(value.fulfilled)}`);
}

/** The same for an error of a request. */
export async function requestError(promise: Promise<unknown>): Promise<RequestError> {
  const reason = await rejection(promise);
  if (reason instanceof RequestError) return reason;
  throw new Error(`rejected with ${Bun.inspect(reason)}`);
}
