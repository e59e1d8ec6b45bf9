// The connection of a client to one service: its address, its key, and which requests are repeated.

import { errorFrom } from "./answers.ts";
import { RequestError } from "./errors.ts";
import { type Answer, type ApiRequest, exchange, type Fetch, type Transport } from "./exchange.ts";
import { DEFAULTS, type PetstockClientOptions } from "./options.ts";
import { isOutcomeUnknown, type RetryPolicy, withRetries } from "./retry.ts";

const NOT_MODIFIED = 304;

/** What a request changes: nothing; the same if it is sent again; or more if it is sent again. */
export type Effect = "none" | "repeatable" | "once";

export interface SendOptions {
  readonly effect: Effect;
  /** Of an update, for its error. */
  readonly petId?: bigint | undefined;
}

export class Connection {
  readonly #transport: Transport;
  readonly #policy: RetryPolicy;

  constructor({ url, apiKey, fetch, timeoutMs, retries, retryForMs }: PetstockClientOptions) {
    // A browser's fetch throws when it is called as a method of another object.
    const send: Fetch = fetch ?? ((address, init) => globalThis.fetch(address, init));
    // Checked here, because a header that cannot be sent would look like a network error.
    if (!/^[!-~]+$/.test(apiKey)) throw new TypeError("apiKey must be a petstock API key");
    this.#transport = { url: baseOf(url), apiKey, fetch: send, timeoutMs: timeoutMs ?? DEFAULTS.timeoutMs };
    this.#policy = { retries: retries ?? DEFAULTS.retries, retryForMs: retryForMs ?? DEFAULTS.retryForMs };
  }

  /** The longest wait for the next bytes of an answer. */
  get timeoutMs(): number {
    return this.#transport.timeoutMs;
  }

  /** What `read` makes of the answer. Repeats the request if that is safe; its last error says whether it may have been applied. */
  send<T>(
    request: ApiRequest,
    { effect, petId }: SendOptions,
    read: (answer: Answer) => Promise<T>,
  ): Promise<T> {
    const { signal } = request;
    return withRetries(this.#policy, { repeatable: effect !== "once", signal }, async () => {
      try {
        return await read(await this.ask(request, petId));
      } catch (error) {
        if (error instanceof RequestError) error.mayBeApplied = effect !== "none" && isOutcomeUnknown(error);
        throw error;
      }
    });
  }

  /** One attempt: an answer of success, or a 304 if the request had `If-None-Match`. */
  async ask(request: ApiRequest, petId?: bigint): Promise<Answer> {
    const answer = await exchange(this.#transport, request);
    const { status } = answer;
    const isUnchanged = status === NOT_MODIFIED && request.headers?.["If-None-Match"] !== undefined;
    if (isUnchanged || (status >= 200 && status < 300)) return answer;
    throw await errorFrom(answer, petId);
  }
}

/** The service's address without `/v1` and `/admin/v1`. */
function baseOf(url: string | URL): string {
  const { protocol, origin, pathname } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:")
    throw new TypeError(`url must be http or https: ${protocol}`);
  return origin + pathname.replace(/\/+$/, "").replace(/(?:\/admin)?\/v1$/, "");
}
