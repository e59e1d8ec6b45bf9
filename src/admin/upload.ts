// The bytes of a request body as they arrive: up to a size, within a time, and at a minimum rate.

import { ApiError } from "../http/api-error.ts";
import { keyEnded } from "../http/authenticate.ts";
import { BYTES_PER_S_MIN } from "../http/minimum-rate.ts";
import { type BodyLimit, tooLarge } from "../http/read-body.ts";
import { confirmWhole } from "../http/whole-request.ts";
import { steadyClock, type TimerClock } from "../inventory/clock.ts";

export interface UploadLimits extends BodyLimit {
  /** For the whole body. An upload occupies one of few places (task-slots.ts). */
  readonly timeoutMs: number;
  readonly clock?: TimerClock;
  /** The error of a body whose connection broke off. Its client has gone, so only the log shows it. Default: `invalid_changes`. */
  readonly brokenOff?: () => ApiError;
  /** Calls back when the API key has ended; gives the end of the watch. */
  readonly watch?: (onEnd: () => void) => () => void;
}

/** 64 MiB in two minutes need 4.5 Mbit/s. */
export const ROWS_LIMITS: UploadLimits = {
  bytesMax: 64 * 1024 * 1024,
  advice: "Nothing was changed. Send the rows in several requests.",
  timeoutMs: 120_000,
};

/** How long a body may be behind the minimum rate: a phone that changes its network is silent for some seconds. */
const BEHIND_MS_MAX = 15_000;

/**
 * Ends only after the last byte of a complete body. Throws `body_too_large`, `request_timeout`, `invalid_api_key` if the key ends
 * meanwhile, and `invalid_changes` if the connection broke off, so that part of a body is never applied.
 */
export async function* uploadOf(request: Request, limits: UploadLimits): AsyncGenerator<Uint8Array> {
  const { bytesMax, timeoutMs, clock = steadyClock, brokenOff = brokenOffRows, watch } = limits;
  const length = Number(request.headers.get("Content-Length") ?? 0);
  if (length > bytesMax) throw tooLarge(limits);
  if (request.body === null) return;
  const reader = request.body.getReader();
  const late = Promise.withResolvers<never>();
  late.promise.catch(() => {});
  const timer = clock.setTimeout(() => late.reject(timedOut(timeoutMs)), timeoutMs, "upload");
  const unwatch = watch?.(() => late.reject(keyEnded()));
  const pace = new UploadPace(clock, () => late.reject(tooSlow()));
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await pace.during(() => Promise.race([reader.read(), late.promise]));
      if (done) break;
      bytes += value.length;
      if (bytes > bytesMax) throw tooLarge(limits);
      pace.take(value.length);
      yield value;
    }
    await confirmWhole(request);
  } catch (error) {
    throw error instanceof ApiError ? error : brokenOff();
  } finally {
    clock.clearTimeout(timer);
    unwatch?.();
    // Frees what has arrived and was not read.
    await reader.cancel().catch(() => {});
  }
}

/** The minimum rate of a body, over the time in which the service waits for it: it may itself take longer to stage rows. */
class UploadPace {
  readonly #clock: TimerClock;
  readonly #onTooSlow: () => void;
  #leftMs = BEHIND_MS_MAX;

  constructor(clock: TimerClock, onTooSlow: () => void) {
    this.#clock = clock;
    this.#onTooSlow = onTooSlow;
  }

  async during<T>(read: () => Promise<T>): Promise<T> {
    const startedAt = this.#clock.now();
    const timer = this.#clock.setTimeout(this.#onTooSlow, this.#leftMs, "slow upload");
    try {
      return await read();
    } finally {
      this.#clock.clearTimeout(timer);
      this.#leftMs -= this.#clock.now() - startedAt;
    }
  }

  /** Bytes pay for as much time as they may take at the minimum rate. */
  take(bytes: number): void {
    this.#leftMs = Math.min(BEHIND_MS_MAX, this.#leftMs + (bytes / BYTES_PER_S_MIN) * 1000);
  }
}

function timedOut(timeoutMs: number): ApiError {
  return requestTimeout(
    `The body did not arrive within ${timeoutMs / 1000} s; nothing was changed. Send it faster, or in several requests.`,
  );
}

function tooSlow(): ApiError {
  return requestTimeout(
    `The body arrived at less than ${BYTES_PER_S_MIN / 1024} KiB a second for ${BEHIND_MS_MAX / 1000} s; nothing was changed. Send it faster.`,
  );
}

function requestTimeout(message: string): ApiError {
  return new ApiError("request_timeout", message, { Connection: "close" });
}

function brokenOffRows(): ApiError {
  return new ApiError("invalid_changes", "The body is incomplete; nothing was changed. Send it again.");
}
