// The network between a dashboard and its service, which a test can interrupt: the requests reach a real service, unless the
// test holds or drops them.

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly apiKey: string;
  /** Of an update. */
  readonly quantity: number | undefined;
}

export type Matches = (request: SentRequest) => boolean;

/** Passes a matching request on in its own way; `send` sends it to the service. */
type Handler = (send: () => Promise<Response>) => Promise<Response>;

interface Rule {
  readonly matches: Matches;
  readonly handle: Handler;
  /** Until it resolves, the events of open streams wait, too. */
  readonly delivered?: Promise<void>;
  /** Streams that open in spite of it, because they were requested before, break. */
  readonly isBroken?: boolean;
}

/** A stream that the service keeps open. */
interface OpenStream {
  readonly request: SentRequest;
  readonly fail: () => void;
}

export const isList: Matches = ({ method, path }) => method === "GET" && path === "/v1/inventory";
export const isChanges: Matches = ({ path }) => path === "/admin/v1/changes";
/** Everything that tells the page what is in stock. */
export const isRead: Matches = (request) => isList(request) || isChanges(request);
export const isAdmin: Matches = ({ path }) => path.startsWith("/admin/");
export const isMe: Matches = ({ path }) => path === "/admin/v1/me";
/** Changes of several pets; not their dry runs. */
export const isChangeSet: Matches = ({ method, path, query }) =>
  method === "POST" && path === "/admin/v1/revisions" && !query.includes("dryRun");
export const isUpdate: Matches = ({ method }) => method === "PATCH";

export function isUpdateOf(petId: number): Matches {
  return ({ method, path }) => method === "PATCH" && path === `/v1/inventory/${petId}`;
}

export class TestNetwork {
  readonly sent: SentRequest[] = [];
  #rules: readonly Rule[] = [];
  readonly #streams = new Set<OpenStream>();

  /** In place of the global `fetch`. */
  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const request = describe(url, init);
    this.sent.push(request);
    const send = async (): Promise<Response> => this.#interruptible(request, await fetch(url, init));
    const rule = this.#rules.find(({ matches }) => matches(request));
    return rule === undefined ? send() : rule.handle(send);
  };

  /** Requests wait until the returned function is called. */
  hold(matches: Matches): () => void {
    const { send, deliver } = this.pause(matches);
    return () => {
      deliver();
      void send();
    };
  }

  /** Requests wait for `send`, which resolves when the service has answered; the answers wait for `deliver`. */
  pause(matches: Matches): { send: () => Promise<void>; deliver: () => void } {
    const sending = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const delivering = Promise.withResolvers<void>();
    const pausing: Handler = async (send) => {
      await sending.promise;
      const answer = await send();
      answered.resolve();
      await delivering.promise;
      return answer;
    };
    const end = this.#add(matches, pausing, { delivered: delivering.promise });
    return {
      send: () => {
        sending.resolve();
        return answered.promise;
      },
      deliver: () => {
        end();
        delivering.resolve();
      },
    };
  }

  /** Requests fail before they reach the service, and open streams break. Returns the function that ends it. */
  drop(matches: Matches): () => void {
    for (const { request, fail } of this.#streams) if (matches(request)) fail();
    return this.#add(matches, () => Promise.reject(new TypeError("the network is down")), { isBroken: true });
  }

  /** The next request gets this answer, which does not come from the service. */
  answerOnce(matches: Matches, answer: Response): void {
    const end = this.#add(matches, async () => {
      end();
      return answer;
    });
  }

  /** Streams that the page reads. */
  get openStreams(): number {
    return this.#streams.size;
  }

  /** Requests get the answer of a proxy that denies them. Returns the function that ends it. */
  deny(matches: Matches): () => void {
    return this.#add(matches, async () => new Response("denied", { status: 403 }));
  }

  /** Requests reach the service, but their answers are lost. Returns the function that ends it. */
  loseAnswers(matches: Matches): () => void {
    return this.#add(matches, async (send) => {
      await send();
      throw new TypeError("the network is down");
    });
  }

  /** Answers stop halfway until the returned function is called. */
  halve(matches: Matches): () => void {
    const released = Promise.withResolvers<void>();
    const end = this.#add(matches, async (send) => {
      const answer = await send();
      const body = await answer.bytes();
      const halves = async function* (): AsyncGenerator<Uint8Array> {
        yield body.subarray(0, body.length / 2);
        await released.promise;
        yield body.subarray(body.length / 2);
      };
      return new Response(halves(), {
        status: answer.status,
        headers: { "Content-Type": "application/json" },
      });
    });
    return () => {
      end();
      released.resolve();
    };
  }

  countOf(matches: Matches): number {
    return this.sent.filter(matches).length;
  }

  /** A stream passes its events on one by one, unless the test holds them. */
  #interruptible(request: SentRequest, answer: Response): Response {
    if (!answer.headers.get("Content-Type")?.startsWith("text/event-stream")) return answer;
    if (this.#rules.some(({ matches, isBroken }) => isBroken && matches(request))) {
      throw new TypeError("the network is down");
    }
    const reader = answer.body!.getReader();
    const stream: { fail: () => void; readonly request: SentRequest } = { request, fail: () => {} };
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        stream.fail = () => controller.error(new TypeError("the network is down"));
        this.#streams.add(stream);
      },
      pull: async (controller) => {
        const { value } = await reader.read().catch((error: unknown) => {
          this.#streams.delete(stream);
          throw error;
        });
        await this.#rules.find(({ matches, delivered }) => delivered !== undefined && matches(request))
          ?.delivered;
        if (value !== undefined) return controller.enqueue(value);
        this.#streams.delete(stream);
        controller.close();
      },
      cancel: (reason) => {
        this.#streams.delete(stream);
        return reader.cancel(reason);
      },
    });
    return new Response(body, { status: answer.status, headers: answer.headers });
  }

  #add(matches: Matches, handle: Handler, more: Omit<Rule, "matches" | "handle"> = {}): () => void {
    const rule = { matches, handle, ...more };
    this.#rules = [rule, ...this.#rules];
    return () => {
      this.#rules = this.#rules.filter((each) => each !== rule);
    };
  }
}

function describe(url: string, { method = "GET", headers, body }: RequestInit): SentRequest {
  return {
    method,
    path: new URL(url).pathname,
    query: new URL(url).search,
    apiKey: (new Headers(headers).get("Authorization") ?? "").replace("Bearer ", ""),
    quantity: typeof body === "string" ? (JSON.parse(body) as { quantity: number }).quantity : undefined,
  };
}
