// One body that is being sent in pieces. It can be cut off at any time, also while its reader takes nothing.

import type { Pieces } from "../snapshot/pieces.ts";
import type { MinimumRate } from "./minimum-rate.ts";
import { PieceJoiner } from "./piece-joiner.ts";

interface DownloadListener {
  /** Undefined: send the piece now. Else ask again when it resolves. */
  waitToSend(): Promise<void> | undefined;
  onPiece(): void;
  /** Called once; also where the client has left before the response began. */
  onEnd(download: Download): void;
}

export class Download {
  readonly keyId: string;
  readonly rate: MinimumRate;
  readonly stream: ReadableStream;
  readonly #pieces: Pieces;
  readonly #listener: DownloadListener;
  #controller: ReadableStreamDirectController | undefined;
  #isEnded = false;
  #cutOffFor: Error | undefined;

  constructor(
    keyId: string,
    pieces: Pieces,
    { rate, listener }: { rate: MinimumRate; listener: DownloadListener },
  ) {
    this.keyId = keyId;
    this.rate = rate;
    this.#pieces = pieces;
    this.#listener = listener;
    this.stream = new ReadableStream({
      type: "direct",
      pull: (controller) => this.#send(controller),
      // Also for HEAD, and where the client has left before the response began.
      cancel: () => void this.#end(),
    });
  }

  /** Closes the connection at once, so that the client sees a broken body, never a truncated one. */
  cutOff(reason: string): void {
    const controller = this.#controller;
    if (!this.#end()) return;
    this.#cutOffFor = new Error(reason);
    this.#close(controller, this.#cutOffFor);
  }

  async #send(controller: ReadableStreamDirectController): Promise<void> {
    if (this.#isEnded) return this.#close(controller, this.#cutOffFor);
    this.#controller = controller;
    const joiner = new PieceJoiner();
    try {
      for await (const piece of this.#pieces) {
        const bytes = joiner.add(piece);
        if (bytes !== undefined) await this.#write(bytes);
        if (this.#isEnded) return;
      }
      const rest = joiner.rest();
      if (rest.length > 0) await this.#write(rest);
      if (this.#end()) this.#close(controller);
    } catch (error) {
      if (this.#end()) this.#close(controller, error as Error);
    }
  }

  /** Resolves when the socket has taken the bytes, or the download has ended. */
  async #write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    for (let wait = this.#listener.waitToSend(); wait !== undefined; wait = this.#listener.waitToSend())
      await wait;
    const written = this.#controller?.write(bytes) as number | Promise<number> | undefined;
    if (written instanceof Promise) await written;
    if (this.#isEnded) return;
    this.rate.take(bytes.length);
    this.#listener.onPiece();
  }

  /** The runtime may refuse to close a connection that was lost a moment ago. */
  #close(controller: ReadableStreamDirectController | undefined, error?: Error): void {
    try {
      controller?.close(error);
    } catch {
      // It is closed.
    }
  }

  /** False if it had ended before. */
  #end(): boolean {
    if (this.#isEnded) return false;
    this.#isEnded = true;
    this.#controller = undefined;
    // Frees the pages that were not sent yet.
    void this.#pieces.return(undefined);
    this.#listener.onEnd(this);
    return true;
  }
}
