// Sends one request and reads its answer, with a timeout and the caller's signal. Does not interpret the answer.

import type { ResponseFacts } from "./call.ts";
import { TransportError, type TransportCode } from "./errors.ts";
import { isSurelyNotSent, systemCodeOf } from "./not-sent.ts";
import { TIMER_MS_MAX } from "./pause.ts";

/**
 * The part of the global `fetch` that is used, so that another function can replace it. It must send each request at most once:
 * the client repeats requests itself, and says of a refused connection that nothing was sent.
 */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Transport {
  readonly fetch: Fetch;
  /** The service's address, without a slash at the end. */
  readonly url: string;
  /** Undefined: sent without one. */
  readonly apiKey: string | undefined;
  /** The longest wait for the next bytes of the service. */
  readonly timeoutMs: number;
}

export interface ApiRequest {
  readonly method: "GET" | "PATCH" | "POST" | "PUT" | "DELETE";
  /** With `/v1` or `/admin/v1`, and the query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Blob;
  /** Added to the timeout: how long the service may take for this request, or its body to arrive. */
  readonly workMs?: number | undefined;
}

export interface ExchangeOptions {
  /** Instead of the transport's. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Sends a request. Throws `TransportError` (`network_error`, `timeout`), or the signal's reason. */
export async function exchange(
  wire: Transport,
  { method, path, headers, body, workMs = 0 }: ApiRequest,
  { timeoutMs = wire.timeoutMs, signal }: ExchangeOptions,
): Promise<Answer> {
  const patience = new ReadTimeout(timeoutMs + workMs, signal);
  try {
    const response = await patience.wait(() =>
      wire.fetch(wire.url + path, {
        method,
        headers: { ...(wire.apiKey && { Authorization: `Bearer ${wire.apiKey}` }), ...headers },
        ...(body !== undefined && { body }),
        // The service never redirects, and a key must not be sent to another host.
        redirect: "manual",
        signal: patience.signal,
      }),
    );
    return new Answer(response, patience);
  } catch (cause) {
    patience.end();
    if (patience.signal.aborted) throw patience.signal.reason;
    throw networkError(wire.url, method, cause);
  }
}

function networkError(url: string, method: string, cause: unknown): TransportError {
  const systemCode = systemCodeOf(cause);
  const notSent = isSurelyNotSent(method, cause);
  const what = systemCode === "ECONNREFUSED" ? `${url} refused the connection` : `no answer from ${url}`;
  const reason = systemCode === undefined ? `: ${String(cause)}` : ` (${systemCode})`;
  const message = `${what}${reason}${notSent ? "; nothing was sent" : ""}`;
  return new TransportError("network_error", message, { systemCode, notSent, cause });
}

/** Bytes to read at once, some thousand items, so that a page can render in between. */
const PIECE_BYTES_MAX = 65_536;

/** The part of a stream's reader that is used: runtimes differ in the types of the rest. */
interface Reader {
  read(): Promise<{ value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/** An answer whose body is read at most once: as `chunks`, as `text`, or not at all (`discard`). */
export class Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly #body: ReadableStream<Uint8Array> | null;
  readonly #patience: ReadTimeout;

  constructor(response: Response, patience: ReadTimeout) {
    this.status = response.status;
    this.headers = response.headers;
    this.#body = response.body;
    this.#patience = patience;
  }

  /** `timeoutMs` gives the longest wait for each chunk; the default is the request's. */
  async *chunks(timeoutMs?: () => number): AsyncGenerator<Uint8Array, void, undefined> {
    const reader: Reader | undefined = this.#body?.getReader();
    try {
      for (;;) {
        const next = await this.#next(reader, timeoutMs?.());
        if (next === undefined) return;
        yield next;
      }
    } finally {
      // A caller that stops early must not leave the rest of the body on the connection.
      this.#patience.end();
      reader?.cancel().catch(() => {});
    }
  }

  /** The chunks in parts of at most `PIECE_BYTES_MAX`. */
  async *pieces(): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of this.chunks()) {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES_MAX)
        yield chunk.subarray(at, at + PIECE_BYTES_MAX);
    }
  }

  /** The body as text. Throws `unexpected_answer` if it is longer than `bytesMax`. */
  async text(bytesMax: number): Promise<string> {
    const decoder = new TextDecoder();
    let text = "";
    let bytes = 0;
    for await (const chunk of this.chunks()) {
      bytes += chunk.length;
      if (bytes > bytesMax)
        throw this.error("unexpected_answer", `the answer is longer than ${bytesMax} bytes`);
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  }

  discard(): void {
    this.#patience.end();
    this.#body?.cancel().catch(() => {});
  }

  get requestId(): string | undefined {
    return this.headers.get("X-Request-Id") ?? undefined;
  }

  get retryAfterMs(): number | undefined {
    return retryAfterMsOf(this.headers.get("Retry-After"), Date.now());
  }

  get facts(): ResponseFacts {
    const { status, headers, requestId } = this;
    const etag = headers.get("ETag") ?? undefined;
    return { status, requestId, etag, replayed: headers.get("Idempotency-Replayed") === "true" };
  }

  error(code: TransportCode, message: string, cause?: unknown): TransportError {
    const { status, requestId, retryAfterMs } = this;
    return new TransportError(code, message, {
      status,
      requestId,
      retryAfterMs,
      ...(cause !== undefined && { cause }),
    });
  }

  async #next(reader: Reader | undefined, timeoutMs?: number): Promise<Uint8Array | undefined> {
    if (reader === undefined) return undefined;
    try {
      return (await this.#patience.wait(() => reader.read(), timeoutMs)).value;
    } catch (cause) {
      if (this.#patience.signal.aborted) throw this.#patience.signal.reason;
      throw this.error("broken_body", `the answer broke off: ${String(cause)}`, cause);
    }
  }
}

/** Aborts a request when the caller's signal is aborted, or when nothing arrives within the timeout. */
class ReadTimeout {
  readonly #controller = new AbortController();
  readonly #timeoutMs: number;
  readonly #callerSignal: AbortSignal | undefined;
  readonly #abort = (): void => this.#controller.abort(this.#callerSignal?.reason);

  constructor(timeoutMs: number, callerSignal: AbortSignal | undefined) {
    this.#timeoutMs = timeoutMs;
    this.#callerSignal = callerSignal;
    if (callerSignal?.aborted) this.#abort();
    callerSignal?.addEventListener("abort", this.#abort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Rejects when the timeout is over or the signal aborted, even if `work` ignores the signal. */
  async wait<T>(work: () => Promise<T>, timeoutMs: number = this.#timeoutMs): Promise<T> {
    this.signal.throwIfAborted();
    const waitMs = Math.min(timeoutMs, TIMER_MS_MAX);
    const timer = setTimeout(() => {
      const message = `nothing arrived from the service for ${waitMs} ms`;
      this.#controller.abort(new TransportError("timeout", message));
    }, waitMs);
    let onAbort = (): void => {};
    const aborted = new Promise<never>((_, reject) => {
      onAbort = () => reject(this.signal.reason);
      this.signal.addEventListener("abort", onAbort, { once: true });
    });
    try {
      return await Promise.race([work(), aborted]);
    } finally {
      clearTimeout(timer);
      this.signal.removeEventListener("abort", onAbort);
    }
  }

  /** Leaves no listener behind: a caller's signal may outlive thousands of requests. */
  end(): void {
    this.#callerSignal?.removeEventListener("abort", this.#abort);
  }
}

const SECONDS = /^[0-9]{1,9}$/;

/** Retry-After (RFC 9110, section 10.2.3), seconds or a date, as milliseconds from `nowMs`; undefined if the header is absent or malformed. */
export function retryAfterMsOf(header: string | null, nowMs: number): number | undefined {
  const text = header?.trim() ?? "";
  if (SECONDS.test(text)) return Number(text) * 1000;
  // Date.parse accepts nearly anything; a date in HTTP ends in GMT.
  const date = text.endsWith("GMT") ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
