// The bytes of a large request body, as they arrive, up to a size and within a time.

import { ApiError } from "../http/api-error.ts";
import { confirmWhole } from "../http/whole-request.ts";
import { steadyClock, type TimerClock } from "../inventory/ports.ts";

export interface UploadLimits {
  readonly bytesMax: number;
  /** For the whole body. An upload occupies one of few places (task-slots.ts). */
  readonly timeoutMs: number;
  readonly clock?: TimerClock;
}

/** 64 MiB in two minutes need 4.5 Mbit/s. */
export const ROWS_LIMITS: UploadLimits = { bytesMax: 64 * 1024 * 1024, timeoutMs: 120_000 };

/**
 * Ends only after the last byte of a complete body. Throws `body_too_large`, `request_timeout`, and `invalid_changes` if the
 * connection broke off, so that part of a body is never applied.
 */
export async function* uploadOf(
  request: Request,
  { bytesMax, timeoutMs, clock = steadyClock }: UploadLimits,
): AsyncGenerator<Uint8Array> {
  const length = Number(request.headers.get("Content-Length") ?? 0);
  if (length > bytesMax) throw tooLarge(bytesMax);
  if (request.body === null) return;
  const reader = request.body.getReader();
  const late = Promise.withResolvers<never>();
  late.promise.catch(() => {});
  const timer = clock.setTimeout(() => late.reject(timedOut(timeoutMs)), timeoutMs, "upload");
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late.promise]);
      if (done) break;
      bytes += value.length;
      if (bytes > bytesMax) throw tooLarge(bytesMax);
      yield value;
    }
    await confirmWhole(request);
  } catch (error) {
    throw error instanceof ApiError ? error : brokenOff();
  } finally {
    clock.clearTimeout(timer);
    // Frees what has arrived and was not read.
    await reader.cancel().catch(() => {});
  }
}

function tooLarge(bytesMax: number): ApiError {
  const message = `The body is larger than ${bytesMax / 1024 / 1024} MiB; nothing was changed. Send the rows in several requests.`;
  return new ApiError("body_too_large", message);
}

function timedOut(timeoutMs: number): ApiError {
  const message = `The body did not arrive within ${timeoutMs / 1000} s; nothing was changed. Send it faster, or in several requests.`;
  return new ApiError("request_timeout", message, { Connection: "close" });
}

/** The client has gone, so only the log shows it. */
function brokenOff(): ApiError {
  return new ApiError("invalid_changes", "The body is incomplete; nothing was changed. Send it again.");
}
