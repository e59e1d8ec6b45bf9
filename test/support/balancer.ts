// A load balancer: asks servers whether they are ready, spreads requests over the ready ones, keeps connections, and
// repeats a request only where that is safe: the connection was refused, or the request may be repeated. It remembers
// the requests that failed.

import { RawConnection, requestOf } from "./raw-http.ts";
import { until } from "./until.ts";

const CHECK_INTERVAL_MS = 50;
/** A server that does not answer a check is not ready. */
const CHECK_LIMIT_MS = 5_000;

interface Upstream {
  readonly url: string;
  isReady: boolean;
  answered: number;
  /** Idle connections. */
  readonly idle: RawConnection[];
}

export class Balancer implements AsyncDisposable {
  /** Descriptions of requests without an answer. */
  readonly failures: string[] = [];
  refusedConnections = 0;
  repeated = 0;
  readonly #upstreams: readonly Upstream[];
  readonly #server: Bun.Server<undefined>;
  #next = 0;
  #closed = false;
  #checking: Promise<unknown>;

  constructor(urls: readonly string[]) {
    this.#upstreams = urls.map((url) => ({ url, isReady: false, answered: 0, idle: [] }));
    this.#server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      development: false,
      fetch: (request) => this.#forward(request),
    });
    this.#checking = Promise.all(this.#upstreams.map((upstream) => this.#check(upstream)));
  }

  get url(): string {
    return this.#server.url.origin;
  }

  /** Waits until a check found the server ready, and it has answered this many more requests. */
  async untilServing(url: string, requests: number): Promise<void> {
    const upstream = this.#upstreams.find((each) => each.url === url)!;
    await until(`${url} to be ready`, () => upstream.isReady);
    const before = upstream.answered;
    await until(`${url} to answer`, () => upstream.answered >= before + requests);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    await this.#checking;
    await this.#server.stop(true);
    for (const { idle } of this.#upstreams) for (const connection of idle) connection[Symbol.dispose]();
  }

  async #check(upstream: Upstream): Promise<void> {
    while (!this.#closed) {
      upstream.isReady = await isReady(upstream.url);
      await Bun.sleep(CHECK_INTERVAL_MS);
    }
  }

  async #forward(request: Request): Promise<Response> {
    const { method } = request;
    const bytes = await bytesOf(request);
    const isRepeatable = method === "GET" || request.headers.has("Idempotency-Key");
    let isRepeated = false;
    for (;;) {
      const upstream = this.#pick();
      if (upstream === undefined) return this.#fail(`${method}: no server is ready`);
      const connection = await connectionTo(upstream);
      if (connection === undefined) {
        this.refusedConnections += 1;
        // Nothing was sent, so any request may be sent to another server.
        upstream.isReady = false;
        continue;
      }
      connection.send(bytes);
      const answer = await connection.next({ method });
      if (answer !== undefined) {
        upstream.answered += 1;
        if (answer.headers.get("Connection") !== "close") upstream.idle.push(connection);
        return new Response(new Uint8Array(answer.body), {
          status: answer.status,
          headers: forwarded(answer.headers),
        });
      }
      if (!isRepeatable || isRepeated)
        return this.#fail(`${method}: the connection to ${upstream.url} broke`);
      isRepeated = true;
      this.repeated += 1;
    }
  }

  /** The next ready server, in turn. */
  #pick(): Upstream | undefined {
    for (let tries = 0; tries < this.#upstreams.length; tries++) {
      this.#next = (this.#next + 1) % this.#upstreams.length;
      const upstream = this.#upstreams[this.#next]!;
      if (upstream.isReady) return upstream;
    }
    return undefined;
  }

  #fail(words: string): Response {
    this.failures.push(words);
    return new Response(words, { status: 502 });
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(CHECK_LIMIT_MS);
    return (await fetch(`${url}/readyz`, { signal, keepalive: false })).ok;
  } catch {
    return false;
  }
}

/** A kept connection, or a new one; undefined if it is refused. */
async function connectionTo({ url, idle }: Upstream): Promise<RawConnection | undefined> {
  for (let kept = idle.pop(); kept !== undefined; kept = idle.pop()) if (!kept.isClosed) return kept;
  return RawConnection.open(url).catch(() => undefined);
}

/** Headers of a single hop (RFC 9110, section 7.6.1), or that the balancer sets itself. */
const NOT_FORWARDED = new Set(["connection", "content-length", "transfer-encoding", "host"]);

function forwarded(headers: Headers): [string, string][] {
  return [...headers].filter(([name]) => !NOT_FORWARDED.has(name));
}

async function bytesOf(request: Request): Promise<Buffer> {
  const { pathname, search } = new URL(request.url);
  const body = await request.bytes();
  return requestOf({ method: request.method, path: pathname + search }, forwarded(request.headers), body);
}
