// A receiver of hooks as an integrator would write it, for tests: verifies each message with the reference library of Standard Webhooks,
// and folds it into a copy of stock and labels. It can also fail in every way that receivers do.

import { Webhook } from "standardwebhooks";
import { parseJson } from "../../src/contract/json.ts";

/** What the receiver does with the next message. */
export type Behaviour =
  | "take"
  /** Answers 500. */
  | "fail"
  /** Folds the message, and answers 500 all the same. */
  | "lie"
  /** Folds the message, and closes the connection without an answer. */
  | "close"
  /** Answers after its client has given up. */
  | "hang"
  | "gone"
  | "redirect";

export interface Position {
  readonly position: string;
}

interface Item {
  readonly petId: bigint;
}

export interface MessageData extends Position {
  readonly since: string;
  readonly items?: readonly Item[];
  readonly removed?: readonly bigint[];
  readonly labels?: readonly Item[];
  readonly unlabeled?: readonly bigint[];
  readonly low?: readonly Item[];
  readonly reason?: string;
}

export interface ReceivedMessage {
  readonly id: string;
  readonly type: string;
  readonly data: MessageData;
  readonly signatures: number;
}

export class TestReceiver implements AsyncDisposable {
  readonly #server;
  readonly messages: ReceivedMessage[] = [];
  /** Messages whose signature no secret made. */
  forged = 0;
  secret = "";
  behaviour: () => Behaviour = () => "take";
  /** Called with each message that the receiver takes in, in their order. */
  onMessage: (message: ReceivedMessage) => Promise<void> | void = () => {};

  constructor() {
    this.#server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      idleTimeout: 60,
      fetch: (request) => this.#receive(request),
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.port}/hook?shop=7`;
  }

  get last(): ReceivedMessage | undefined {
    return this.messages.at(-1);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.stop(true);
  }

  async #receive(request: Request): Promise<Response> {
    const body = await request.text();
    const behaviour = this.behaviour();
    if (behaviour === "fail") return new Response(null, { status: 500 });
    if (behaviour === "gone") return new Response(null, { status: 410 });
    if (behaviour === "redirect")
      return new Response(null, { status: 307, headers: { Location: "http://127.0.0.1:1/" } });
    if (behaviour === "hang") await until(request.signal);
    const message = this.#verified(request.headers, body);
    if (message === undefined) return new Response(null, { status: 401 });
    this.messages.push(message);
    await this.onMessage(message);
    if (behaviour === "lie") return new Response("it is full", { status: 503 });
    // A body that breaks off before its first byte closes the connection.
    if (behaviour === "close") return new Response(brokenOff());
    return new Response(null, { status: 204 });
  }

  #verified(headers: Headers, body: string): ReceivedMessage | undefined {
    try {
      new Webhook(this.secret).verify(body, Object.fromEntries(headers));
    } catch {
      this.forged += 1;
      return undefined;
    }
    const { type, data } = parseJson(body) as unknown as { type: string; data: MessageData };
    const signatures = headers.get("webhook-signature")!.split(" ").length;
    return { id: headers.get("webhook-id")!, type, data, signatures };
  }
}

function brokenOff(): ReadableStream {
  return new ReadableStream({
    pull() {
      throw new Error("closed");
    },
  });
}

function until(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
