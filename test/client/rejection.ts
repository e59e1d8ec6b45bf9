// What a promise is rejected with; that it is fulfilled fails the test.

import { RequestError } from "../../src/client/client.ts";

export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  const value = await promise.then(
    (fulfilled) => ({ fulfilled }),
    (reason: unknown) => ({ reason }),
  );
  if ("reason" in value) return value.reason;
  throw new Error(`fulfilled with ${Bun.inspect(value.fulfilled)}`);
}

/** The same where it is an error of a request. */
export async function requestError(promise: Promise<unknown>): Promise<RequestError> {
  const reason = await rejection(promise);
  if (reason instanceof RequestError) return reason;
  throw new Error(`rejected with ${Bun.inspect(reason)}`);
}
