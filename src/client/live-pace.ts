// The pace of what follows the list live, the watch of the client and the dashboard: how long it waits before it reads the list again,
// when it opens a stream again, and which errors end it.

import { RequestError } from "./errors.ts";
import type { LostStream } from "./follow-changes.ts";
import { isRetryable, pauseMsAfter, TEMPORARY_STATUSES } from "./retry.ts";

/** A list that takes a second is read at most every ten seconds: it uses a tenth of the connection. */
const PART_OF_TIME = 10;
/** Up to a quarter longer each time, so that clients that started together spread. */
const JITTER = 0.25;
/** The service has no stream for this client now, such as beyond a limit, or a proxy holds it back. */
const STREAM_RETRY_MS = 60_000;
/** Attempts to open a stream while the service refuses everything, such as while it ends: some ten seconds. */
const REFUSED_ATTEMPTS = 8;

export class LivePace {
  readonly #intervalMs: number;
  /** When to open a stream next, by `performance.now()`. */
  #streamAt: number;
  /** A list was read, and its position is still in the history. */
  #isListKnown = false;
  #transferMs = 0;
  #failures = 0;
  #backoffMs = 0;

  /** `intervalMs`: the least time between two lists. `stream`: whether streams are opened at all. */
  constructor({ intervalMs, stream = true }: { intervalMs: number; stream?: boolean }) {
    this.#intervalMs = intervalMs;
    this.#streamAt = stream ? 0 : Number.POSITIVE_INFINITY;
  }

  get opensStream(): boolean {
    return performance.now() >= this.#streamAt;
  }

  /** The list was answered. `transferMs`: how long it took; undefined if it is unchanged. */
  listRead(transferMs: number | undefined): void {
    this.#failures = this.#backoffMs = 0;
    this.#isListKnown = true;
    this.#transferMs = transferMs ?? this.#transferMs;
  }

  /** Throws an error that a retry does not fix, such as that of a revoked key. */
  listFailed(error: unknown): asserts error is RequestError {
    if (!isTemporary(error)) throw error;
    this.#backoffMs = pauseMsAfter(this.#failures++, error.retryAfterMs);
  }

  /**
   * Streams ended, and the list is read next: it decides whether the error is permanent. `gone`: it must be read whole. `trouble`: the
   * service is away, or has no stream for this client now.
   */
  streamFailed(error: RequestError): "gone" | "trouble" | "none" {
    if (error.code === "position_gone") {
      this.#isListKnown = false;
      return "gone";
    }
    if (!isTemporary(error)) {
      this.#streamAt = Number.POSITIVE_INFINITY;
      return "none";
    }
    if (!isRefused(error)) this.#streamAt = performance.now() + STREAM_RETRY_MS;
    return "trouble";
  }

  /** The pause before the next list, in ms. */
  pauseMs(): number {
    const leastMs =
      Math.max(this.#intervalMs, this.#transferMs * PART_OF_TIME) * (1 + Math.random() * JITTER);
    return this.#isListKnown ? Math.max(this.#backoffMs, leastMs) : this.#backoffMs;
  }
}

/** Whether another stream follows one that was lost: a restart of the service must not make every client read the list again. */
export function isReopened(error: RequestError, { wasOpen, failures }: LostStream): boolean {
  if (wasOpen) return isRetryable(error, true);
  return error.code === "network_error" || (isRefused(error) && failures < REFUSED_ATTEMPTS);
}

function isTemporary(error: unknown): error is RequestError {
  return error instanceof RequestError && isRetryable(error, true);
}

/** Then reading the list would fail as well. */
function isRefused({ code, status }: RequestError): boolean {
  return code === "unavailable" || (code === "unexpected_answer" && TEMPORARY_STATUSES.has(status));
}
