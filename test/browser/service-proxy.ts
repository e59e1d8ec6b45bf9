// A proxy in front of a service, with which a test can stop the network, let requests fail, hold half of a list, silence streams, or
// deliver another version of the pages.

/** The scripts and styles that version 2 delivers under other names. */
const CHUNK = /\/assets\/chunk-(\w+)\.(js|css)/g;
const RENAMED = /^\/assets\/chunk-(\w+)-version2\.(js|css)$/;

export class ServiceProxy implements AsyncDisposable {
  version = 1;
  /** Answers 503. */
  fails = false;
  /** Keeps streams open, and passes none of their bytes on. */
  isSilent = false;
  readonly #target: string;
  #rest: Promise<void> | undefined;
  readonly #server: Bun.Server<undefined>;

  constructor(target: string) {
    this.#target = target;
    this.#server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      idleTimeout: 0,
      fetch: (request) => this.#answer(request),
    });
  }

  get url(): string {
    return this.#server.url.origin;
  }

  /** Sends half of each list until the returned function is called, as of a large list or on a slow connection. */
  holdLists(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#rest = promise;
    return resolve;
  }

  async stop(): Promise<void> {
    await this.#server.stop(true);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  #passed(response: Response): Response {
    const transform = (chunk: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>): void => {
      if (!this.isSilent) controller.enqueue(chunk);
    };
    return new Response(response.body?.pipeThrough(new TransformStream({ transform })), response);
  }

  async #answer(request: Request): Promise<Response> {
    // CONNECT: a browser that has this proxy for all hosts asks for tunnels to its vendor's.
    if (request.url === "") return new Response("no tunnels", { status: 405 });
    if (this.fails) return new Response("no service", { status: 503 });
    const { pathname, search } = new URL(request.url);
    const isOld = pathname.replace(CHUNK, "") === "";
    if (this.version === 2 && isOld) return new Response("no such version", { status: 404 });
    const path = pathname.replace(RENAMED, "/assets/chunk-$1.$2");
    const headers = new Headers(request.headers);
    headers.set("Accept-Encoding", "identity");
    if (this.version === 2) headers.delete("If-None-Match");
    const body = request.body === null ? null : await request.arrayBuffer();
    const response = await fetch(this.#target + path + search, { method: request.method, headers, body });
    if (this.#rest !== undefined && pathname === "/v1/inventory") return halved(response, this.#rest);
    if (pathname === "/admin/v1/changes") return this.#passed(response);
    return this.version === 2 ? rewritten(response) : response;
  }
}

async function halved(response: Response, rest: Promise<void>): Promise<Response> {
  if (response.status !== 200) return response;
  const list = await response.bytes();
  const halves = async function* (): AsyncGenerator<Uint8Array> {
    yield list.subarray(0, list.length / 2);
    await rest;
    yield list.subarray(list.length / 2);
  };
  return new Response(halves(), { headers: { "Content-Type": "application/json" } });
}

async function rewritten(response: Response): Promise<Response> {
  const type = response.headers.get("Content-Type") ?? "";
  if (!/html|javascript|css/.test(type)) return response;
  const text = (await response.text())
    .replaceAll(CHUNK, "/assets/chunk-$1-version2.$2")
    .replace("<title>", '<meta name="version" content="2" /><title>');
  const headers = new Headers(response.headers);
  headers.delete("Content-Length");
  headers.set("ETag", `"${Bun.hash(text)}"`);
  return new Response(text, { status: response.status, headers });
}
