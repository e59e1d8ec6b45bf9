// A proxy in front of a service: it forwards requests, except for those that a test makes it answer or break, once each. Records
// the requests.

import { PetstockClient, type PetstockClientOptions } from "../../src/client/client.ts";
import { errorBody, type ErrorCode } from "../../src/contract/errors.ts";
import type { TestService } from "../support/service.ts";

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly at: number;
}

/** `pass` gives the service's own answer. */
export type Turn = (pass: () => Promise<Response>, request: Request) => Response | Promise<Response>;

export class Gateway implements AsyncDisposable {
  readonly asked: Asked[] = [];
  readonly #turns: Turn[] = [];
  readonly #service: TestService;
  readonly #key: string;
  readonly #server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    development: false,
    idleTimeout: 60,
    fetch: (request) => this.#answer(request),
    error: () => new Response("the gateway's own failure", { status: 500 }),
  });

  private constructor(service: TestService, key: string) {
    this.#service = service;
    this.#key = key;
  }

  static async before(service: TestService): Promise<Gateway> {
    return new Gateway(service, await service.makeKey());
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get port(): number {
    return this.#server.port!;
  }

  /** A client of this gateway; `timeoutMs` and the like as a test wants them. */
  client(options: Partial<PetstockClientOptions> = {}): PetstockClient {
    return new PetstockClient({ url: this.url, apiKey: this.#key, ...options });
  }

  /** Each takes one of the next requests. */
  next(...turns: readonly Turn[]): void {
    this.#turns.push(...turns);
  }

  /** The methods asked since, in order, and forgets them. */
  takeMethods(): string[] {
    return this.asked.splice(0).map(({ method }) => method);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.stop(true);
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    this.asked.push({
      method: request.method,
      path: pathname,
      headers: request.headers,
      at: performance.now(),
    });
    const body = request.method === "PATCH" ? await request.text() : undefined;
    const headers = new Headers(request.headers);
    headers.set("Accept-Encoding", "identity");
    const pass = () =>
      fetch(this.#service.url + pathname, {
        method: request.method,
        headers,
        ...(body !== undefined && { body }),
      });
    const turn = this.#turns.shift();
    return turn === undefined ? pass() : turn(pass, request);
  }
}

/** The service's own error. */
export function refuse(code: ErrorCode, headers: Readonly<Record<string, string>> = {}): Turn {
  const body = errorBody(code, `a test says ${code}`);
  return () =>
    Response.json(body, { status: body.status, headers: { "X-Request-Id": "refused", ...headers } });
}

/** An error page of a proxy. */
export function page(status: number, headers: Readonly<Record<string, string>> = {}): Turn {
  const html = `<html><body>${status}</body></html>`;
  return () => new Response(html, { status, headers: { "Content-Type": "text/html", ...headers } });
}

/** The service answers, and the answer is lost. */
export const loseAnswer: Turn = async (pass) => {
  await pass();
  return brokenOff("");
};

/** A body with this start, whose connection then breaks. */
export function brokenOff(begin: string): Response {
  return new Response(
    new ReadableStream({
      async pull(controller) {
        if (begin !== "") controller.enqueue(new TextEncoder().encode(begin));
        await Bun.sleep(1);
        controller.error(new Error("broken off by a test"));
      },
    }),
  );
}

export function answerWith(text: string): Turn {
  return () => new Response(text, { headers: { "Content-Type": "application/json" } });
}
