// A proxy in front of a service: it forwards requests, except for those that a test makes it answer or break. Records the requests.

import { PetstockClient, type PetstockClientOptions } from "../../src/client/client.ts";
import { errorBody, type ErrorCode } from "../../src/contract/errors.ts";
import { formatMovementCursor } from "../../src/inventory/movement-cursor.ts";
import type { TestService } from "../support/service.ts";

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  /** With its question mark; empty without parameters. */
  readonly search: string;
  readonly headers: Headers;
  readonly at: number;
}

/** Answers one request; `pass` forwards it to the service. */
export type Turn = (pass: () => Promise<Response>, request: Request) => Response | Promise<Response>;

export class Gateway implements AsyncDisposable {
  readonly requests: RecordedRequest[] = [];
  readonly #turns: Turn[] = [];
  readonly #always = new Map<string, Turn>();
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

  /** A client of this gateway, with further options of the test. */
  client(options: Partial<PetstockClientOptions> = {}): PetstockClient {
    return new PetstockClient({ url: this.url, apiKey: this.#key, ...options });
  }

  /** Each turn answers one of the next requests. */
  next(...turns: readonly Turn[]): void {
    this.#turns.push(...turns);
  }

  /** The turn answers every request for this path, but those that `next` answers. */
  always(path: string, turn: Turn): void {
    this.#always.set(path, turn);
  }

  /** Removes the recorded requests, and returns their methods in order. */
  takeMethods(): string[] {
    return this.requests.splice(0).map(({ method }) => method);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.stop(true);
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    this.requests.push({
      method: request.method,
      path: pathname,
      search,
      headers: request.headers,
      at: performance.now(),
    });
    const body = request.body === null ? undefined : await request.text();
    const headers = new Headers(request.headers);
    headers.set("Accept-Encoding", "identity");
    const pass = () =>
      fetch(this.#service.url + pathname + search, {
        method: request.method,
        headers,
        ...(body !== undefined && { body }),
      });
    const turn = this.#turns.shift() ?? this.#always.get(pathname);
    return turn === undefined ? pass() : turn(pass, request);
  }
}

/** Answers with an error of the service. */
export function refuse(code: ErrorCode, headers: Readonly<Record<string, string>> = {}): Turn {
  const body = errorBody(code, `a test says ${code}`);
  return () =>
    Response.json(body, { status: body.status, headers: { "X-Request-Id": "refused", ...headers } });
}

/** Answers with an error page of a proxy. */
export function page(status: number, headers: Readonly<Record<string, string>> = {}): Turn {
  const html = `<html><body>${status}</body></html>`;
  return () => new Response(html, { status, headers: { "Content-Type": "text/html", ...headers } });
}

/** Forwards the request, and breaks the connection instead of answering. */
export const loseAnswer: Turn = async (pass) => {
  await pass();
  return brokenOff("");
};

/** A body with this start, whose connection then breaks: when `read` resolves, for a client that must have read the start. */
export function brokenOff(begin: string, read: Promise<unknown> = Bun.sleep(1)): Response {
  return new Response(
    new ReadableStream({
      async pull(controller) {
        if (begin !== "") controller.enqueue(new TextEncoder().encode(begin));
        await read;
        controller.error(new Error("broken off by a test"));
      },
    }),
  );
}

/** A page of the ledger's search: nothing was found for so long that the answer ends, back to this revision. */
export function stillSearching(revision: number): Response {
  const next = cursorAfter(revision);
  return Response.json({ movements: [], next, searchedBackTo: "2026-03-01T09:30:00.000Z" });
}

/** The place after all movements of the revision, newest first. */
export function cursorAfter(revision: number): string {
  return formatMovementCursor({ revision, petId: null });
}

export function answerWith(text: string): Turn {
  return () => new Response(text, { headers: { "Content-Type": "application/json" } });
}
