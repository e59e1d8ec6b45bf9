// Sends requests one after the other over TLS, on one connection as long as the service keeps it.

import { connect, type TLSSocket } from "node:tls";
import { readAnswer, requestOf, type RawQuestion } from "../support/raw-http.ts";
import { until } from "../support/until.ts";
import { TRUSTED } from "./certificates.ts";

/** The connection ended before a request was sent over it. */
class ConnectionRefused extends Error {}

export class TlsCaller implements Disposable {
  readonly #url: URL;
  #socket: TLSSocket | undefined;
  #received: Buffer = Buffer.alloc(0);
  #isClosed = true;
  connections = 0;
  /** Connections that ended before a request was sent over them. */
  refusals = 0;

  constructor(url: string) {
    this.#url = new URL(url);
  }

  /** Returns the status. Throws if the connection ends between the request and the end of its response. */
  async ask(
    question: RawQuestion,
    headers: readonly (readonly [string, string])[],
    body = "",
  ): Promise<number> {
    if (this.#isClosed) await this.#connect();
    this.#received = Buffer.alloc(0);
    this.#socket?.write(requestOf(question, headers, body));
    const found = await until("the answer", () => {
      const answer = readAnswer(this.#received, { bodiless: false, ended: this.#isClosed });
      if (answer === undefined && this.#isClosed) throw new Error("the connection ended before the answer");
      return answer;
    });
    if (found.headers.get("Connection") === "close") this[Symbol.dispose]();
    return found.status;
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#socket?.destroy();
  }

  /** Connects again after a refusal, as every client does. */
  async #connect(): Promise<void> {
    for (;;) {
      try {
        return await this.#connectOnce();
      } catch (error) {
        if (!(error instanceof ConnectionRefused) || this.refusals > 20) throw error;
        this.refusals += 1;
      }
    }
  }

  async #connectOnce(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const { hostname, port } = this.#url;
    const socket = connect({ host: hostname, port: Number(port), ca: TRUSTED }, resolve);
    this.#socket = socket;
    this.#isClosed = false;
    const isMine = () => this.#socket === socket;
    socket.on("data", (bytes: Buffer) => {
      if (isMine()) this.#received = Buffer.concat([this.#received, bytes]);
    });
    socket.on("error", (error) => reject(new ConnectionRefused(error.message)));
    socket.on("close", () => {
      reject(new ConnectionRefused("closed"));
      if (isMine()) this.#isClosed = true;
    });
    await promise;
    this.connections += 1;
  }
}
