// The network between a dashboard and its service, which a test can interrupt: the requests reach a real service, unless the
// test holds or drops them.

export interface SentRequest {
  readonly method: string;
  readonly path: string;
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
}

export const isList: Matches = ({ method }) => method === "GET";
export const isUpdate: Matches = ({ method }) => method === "PATCH";

export function isUpdateOf(petId: number): Matches {
  return ({ method, path }) => method === "PATCH" && path === `/v1/inventory/${petId}`;
}

export class TestNetwork {
  readonly sent: SentRequest[] = [];
  #rules: readonly Rule[] = [];

  /** In place of the global `fetch`. */
  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const request = describe(url, init);
    this.sent.push(request);
    const send = (): Promise<Response> => fetch(url, init);
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
    const end = this.#add(matches, async (send) => {
      await sending.promise;
      const answer = await send();
      answered.resolve();
      await delivering.promise;
      return answer;
    });
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

  /** Requests fail before they reach the service. Returns the function that ends it. */
  drop(matches: Matches): () => void {
    return this.#add(matches, () => Promise.reject(new TypeError("the network is down")));
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

  #add(matches: Matches, handle: Handler): () => void {
    const rule = { matches, handle };
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
    apiKey: new Headers(headers).get("Authorization")!.replace("Bearer ", ""),
    quantity: typeof body === "string" ? (JSON.parse(body) as { quantity: number }).quantity : undefined,
  };
}
