// A receiver of hooks as an integrator would write it, for tests: verifies each message with the reference library of Standard Webhooks,
// and folds it into a copy of stock and labels. It can also fail in every way that receivers do.

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
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
  readonly actors?: readonly {
    readonly actor: string;
    readonly keyId: string | null;
    readonly petIds: readonly bigint[];
  }[];
  readonly reason?: string;
}

export interface ReceivedMessage {
  readonly id: string;
  readonly type: string;
  readonly data: MessageData;
  readonly signatures: number;
}

export class TestReceiver implements AsyncDisposable {
  readonly #server = createServer((request, response) => void this.#receive(request, response));
  readonly messages: ReceivedMessage[] = [];
  /** Messages whose signature no secret made. */
  forged = 0;
  secret = "";
  /** By the message's body. */
  behaviour: (body: string) => Behaviour = () => "take";
  /** Called with each message that the receiver takes in, in their order. */
  onMessage: (message: ReceivedMessage) => Promise<void> | void = () => {};

  constructor() {
    this.#server.listen(0, "127.0.0.1");
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook?shop=7`;
  }

  get last(): ReceivedMessage | undefined {
    return this.messages.at(-1);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(() => resolve());
    this.#server.closeAllConnections();
    await promise;
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const answer = (status: number, headers = {}) => void response.writeHead(status, headers).end();
    const behaviour = this.behaviour(body);
    if (behaviour === "fail") return answer(500);
    if (behaviour === "gone") return answer(410);
    if (behaviour === "redirect") return answer(307, { Location: "http://127.0.0.1:1/" });
    // Until its client gives up.
    if (behaviour === "hang") await once(response, "close");
    const message = this.#verified(request.headers as Record<string, string>, body);
    if (message === undefined) return answer(401);
    this.messages.push(message);
    await this.onMessage(message);
    if (behaviour === "close") request.socket.destroy();
    else answer(behaviour === "lie" ? 503 : 204);
  }

  #verified(headers: Readonly<Record<string, string>>, body: string): ReceivedMessage | undefined {
    try {
      new Webhook(this.secret).verify(body, headers);
    } catch {
      this.forged += 1;
      return undefined;
    }
    const { type, data } = parseJson(body) as unknown as { type: string; data: MessageData };
    const signatures = headers["webhook-signature"]!.split(" ").length;
    return { id: headers["webhook-id"]!, type, data, signatures };
  }
}
