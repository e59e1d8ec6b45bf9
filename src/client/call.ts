// One call of a method of the client: its options, its result, and the facts of the answer that gave it.

/** Options of every method. */
export interface CallOptions {
  /** When it is aborted, the call rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** The longest wait for the next bytes of an answer, in ms, for each attempt. Default: the client's. */
  readonly timeoutMs?: number | undefined;
  /** Attempts after the first, if they are safe. 0: none. Default: the client's. */
  readonly retries?: number | undefined;
}

/** Facts of the answer that succeeded. A browser shows those of another origin only if the service exposes them; it does. */
export interface ResponseFacts {
  readonly status: number;
  /** `X-Request-Id`: names the request in the service's log and ledger. Undefined if a proxy removed it. */
  readonly requestId: string | undefined;
  /** `ETag`: of an update the item's tag (`"12-available"`), of a list its position. */
  readonly etag: string | undefined;
  /** `Idempotency-Replayed`: the update had been applied by an earlier request, whose answer this is. */
  readonly replayed: boolean;
}

/** A result with the facts of its answer. */
export interface WithResponse<T> extends ResponseFacts {
  readonly data: T;
}

/** The return value of a method: awaited, it is the result alone. */
export interface Call<T> extends Promise<T> {
  /** The result as `data`, beside the facts of its answer: of the last one, if the call needed several requests. */
  withResponse(): Promise<WithResponse<T>>;
}

/** The options of one call, as its requests get them. */
export interface CallContext extends CallOptions {
  /** Called with the facts of each answer that succeeded. */
  readonly onResponse?: ((facts: ResponseFacts) => void) | undefined;
}

/** Starts a call. What `work` throws rejects it. */
export function startCall<T>(options: CallOptions, work: (context: CallContext) => Promise<T>): Call<T> {
  let facts: ResponseFacts | undefined;
  const { signal, timeoutMs, retries } = options;
  const result = (async () => work({ signal, timeoutMs, retries, onResponse: (given) => (facts = given) }))();
  // Derived from the result only when it is asked for: a second promise that fails unobserved would end the process.
  const withResponse = async (): Promise<WithResponse<T>> => {
    const data = await result;
    return { ...facts!, data };
  };
  return Object.assign(result, { withResponse });
}
