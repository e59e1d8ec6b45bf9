// The connection of a client to one service: its address, its key, and which requests are repeated.

import { IDEMPOTENCY_RESEND_MS } from "../inventory/idempotency.ts";
import { errorFrom } from "./answers.ts";
import type { CallContext } from "./call.ts";
import { RequestError } from "./errors.ts";
import { type Answer, type ApiRequest, exchange, type ExchangeOptions, type Transport } from "./exchange.ts";
import { apiKeyOrThrow, baseUrlOrThrow, checkLimits } from "./option-checks.ts";
import { DEFAULTS, type PetstockClientOptions } from "./options.ts";
import { isOutcomeUnknown, type RetryPolicy, withRetries } from "./retry.ts";

const NOT_MODIFIED = 304;

/** The effect of sending a request again: no change, no further change, or a further change. */
export type Effect = "none" | "repeatable" | "once";

export interface SendOptions extends CallContext {
  readonly effect: Effect;
  /** The pet of an update, for its error. */
  readonly petId?: bigint | undefined;
}

interface AskOptions extends ExchangeOptions {
  readonly petId?: bigint | undefined;
}

/** Instead of a key, for the one operation that needs none. A symbol, so that a key that was forgotten is still a mistake. */
export const NO_KEY: unique symbol = Symbol("no key");

type ConnectionOptions = Omit<PetstockClientOptions, "apiKey"> & { readonly apiKey: string | typeof NO_KEY };

export class Connection {
  readonly #transport: Transport;
  readonly #policy: RetryPolicy;

  /** Throws a TypeError if an option is invalid. */
  constructor(options: ConnectionOptions) {
    const { timeoutMs = DEFAULTS.timeoutMs, retries = DEFAULTS.retries } = options;
    const { retryForMs = DEFAULTS.retryForMs } = options;
    checkLimits({ timeoutMs, retries, retryForMs });
    this.#transport = {
      url: baseUrlOrThrow(options.url),
      apiKey: options.apiKey === NO_KEY ? undefined : apiKeyOrThrow(options.apiKey),
      // A browser's fetch throws when it is called as a method of another object.
      fetch: options.fetch ?? ((address, init) => globalThis.fetch(address, init)),
      timeoutMs,
    };
    this.#policy = { retries, retryForMs };
  }

  /** The longest wait for the next bytes of an answer. */
  get timeoutMs(): number {
    return this.#transport.timeoutMs;
  }

  /**
   * Sends a request; returns the answer as `read` gives it. Repeats the request if that is safe; its last error says whether it may
   * have been applied.
   */
  async send<T>(
    request: ApiRequest,
    { effect, petId, onResponse, retries = this.#policy.retries, timeoutMs, signal }: SendOptions,
    read: (answer: Answer) => Promise<T>,
  ): Promise<T> {
    checkLimits({ retries });
    const longest = effect === "repeatable" ? IDEMPOTENCY_RESEND_MS : Number.POSITIVE_INFINITY;
    const policy = { retries, retryForMs: Math.min(this.#policy.retryForMs, longest) };
    return withRetries(policy, { repeatable: effect !== "once", signal }, async () => {
      try {
        const answer = await this.ask(request, { timeoutMs, signal, petId });
        const result = await read(answer);
        onResponse?.(answer.facts);
        return result;
      } catch (error) {
        if (error instanceof RequestError) error.mayBeApplied = effect !== "none" && isOutcomeUnknown(error);
        throw error;
      }
    });
  }

  /** One attempt: an answer of success, or a 304 if the request had `If-None-Match`. */
  async ask(request: ApiRequest, { petId, ...options }: AskOptions): Promise<Answer> {
    checkLimits({ timeoutMs: options.timeoutMs });
    const answer = await exchange(this.#transport, request, options);
    const { status } = answer;
    const isUnchanged = status === NOT_MODIFIED && request.headers?.["If-None-Match"] !== undefined;
    if (isUnchanged || (status >= 200 && status < 300)) return answer;
    throw await errorFrom(answer, petId);
  }
}
