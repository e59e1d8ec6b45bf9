// The rate of each API key, and the headers that tell a client of it: `RateLimit-Policy` and `RateLimit` in the form of
// draft-ietf-httpapi-ratelimit-headers-09, so that it can slow down before it is refused.

import type { Clock } from "../inventory/clock.ts";
import { type Rate, TokenBuckets } from "./token-buckets.ts";

/** Names the policy in both headers. */
const POLICY = '"key"';

export class KeyRate {
  readonly #buckets: TokenBuckets;
  /** A bucket: so many at once, and so many in the window. */
  readonly #policy: string;
  /** The ids of the keys of requests that are being answered. */
  readonly #keys = new WeakMap<Request, string>();

  /** The clock must be monotonic. */
  constructor(rate: Rate, clock: Clock) {
    this.#buckets = new TokenBuckets(rate, { clock });
    this.#policy = `${POLICY};q=${rate.count};w=${Math.ceil(rate.perMs / 1_000)}`;
  }

  /** Counts a request of a key. Gives 0, or the time in ms until one is admitted. */
  take(request: Request, keyId: string): number {
    this.#keys.set(request, keyId);
    return this.#buckets.take(keyId);
  }

  /** Counts the further changes of a request that was admitted. */
  charge(keyId: string, changes: number): void {
    this.#buckets.charge(keyId, changes);
  }

  /** Tells what is left for the key of the request, if it has one. */
  readonly finish = ({ headers }: Response, request: Request): void => {
    const keyId = this.#keys.get(request);
    if (keyId === undefined) return;
    const { tokens, fullInMs } = this.#buckets.stateOf(keyId);
    headers.set("RateLimit-Policy", this.#policy);
    headers.set("RateLimit", `${POLICY};r=${tokens};t=${Math.ceil(fullInMs / 1_000)}`);
  };
}
