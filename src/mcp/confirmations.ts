// Changes that were previewed and may be confirmed: a token stands for one request, word for word, and for the plan of its preview,
// for a limited time.

import type { Clock } from "../inventory/clock.ts";
import { makeNonce } from "../inventory/nonce.ts";
import { ToolError } from "./tool.ts";

interface Confirmation {
  readonly token: string;
  /** For the service: a confirmation that is repeated, such as after a lost answer, is applied once. */
  readonly idempotencyKey: string;
  /** The effects that the preview showed, for the service; undefined if the request has another guard. */
  readonly plan: string | undefined;
}

interface Pending extends Confirmation {
  readonly request: string;
  readonly expiresAt: number;
}

/** Long enough for a person to read the preview; what it showed is checked again when it is applied. */
const VALID_MS = 15 * 60_000;
/** More previews than a conversation leaves open. The oldest is dropped. */
const PENDING_MAX = 100;

export class Confirmations {
  readonly #pending = new Map<string, Pending>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** `request`: equal for equal requests. */
  offer(request: string, plan?: string): Confirmation {
    const oldest = this.#pending.keys().next();
    if (this.#pending.size >= PENDING_MAX && oldest.done !== true) this.#pending.delete(oldest.value);
    const token = makeNonce();
    const expiresAt = this.#clock.now() + VALID_MS;
    const pending = { token, request, plan, expiresAt, idempotencyKey: `mcp-${token}-${makeNonce()}` };
    this.#pending.set(token, pending);
    return pending;
  }

  /** The confirmation that was offered for this request. Stays valid after its use: see `idempotencyKey`. Throws a `ToolError`. */
  getOrThrow(token: string, request: string): Confirmation {
    const pending = this.#pending.get(token);
    if (pending === undefined || pending.expiresAt <= this.#clock.now()) {
      throw new ToolError(
        "`confirm` is not of a preview of the last 15 minutes; nothing was changed. Call again without it for a new preview.",
      );
    }
    if (pending.request !== request) {
      throw new ToolError(
        "This is not the request that was previewed; nothing was changed. Repeat it word for word with `confirm`, or call without it for a new preview.",
      );
    }
    return pending;
  }
}
