// A proxy that sends only half of the list until the rest is released, like a large list or a slow connection.

import type { TestService } from "../support/service.ts";

export class Halfway implements AsyncDisposable {
  readonly #service: TestService;
  readonly #rest = Promise.withResolvers<void>();
  readonly #server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    development: false,
    idleTimeout: 60,
    fetch: (request) => this.#pass(request),
  });

  constructor(service: TestService) {
    this.#service = service;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.port}`;
  }

  release(): void {
    this.#rest.resolve();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.stop(true);
  }

  async #pass({ method, url, headers, body }: Request): Promise<Response> {
    const { pathname, search } = new URL(url);
    const plain = new Headers(headers);
    plain.set("Accept-Encoding", "identity");
    const answer = await fetch(this.#service.url + pathname + search, { method, headers: plain, body });
    if (pathname !== "/v1/inventory" || answer.status !== 200) return answer;
    const list = await answer.bytes();
    const rest = this.#rest.promise;
    const halves = async function* (): AsyncGenerator<Uint8Array> {
      yield list.subarray(0, list.length / 2);
      await rest;
      yield list.subarray(list.length / 2);
    };
    return new Response(halves(), { headers: { "Content-Type": "application/json" } });
  }
}
