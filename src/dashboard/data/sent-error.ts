// Errors in messages between threads, which keep no class.

import { RequestError } from "../../client/client.ts";

/** An error of the client, or any other (`code` undefined). */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly code: string | undefined;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
}

export function sentError(error: unknown): SentError {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const { code, status, retryAfterMs } = error instanceof RequestError ? error : {};
  return { name, message, code, status, retryAfterMs };
}
