// One open stream: its position, and the event that is being sent. It never has a second event waiting: what happened while its
// reader was slow is in the difference to its position.

import type { KeyRecord } from "../inventory/key-store.ts";
import type { StreamEnd } from "../inventory/metrics.ts";
import type { Position } from "../inventory/position.ts";
import type { Difference } from "./difference.ts";
import { GONE } from "./event.ts";

/**
 * Written at once: a system call for each. The runtime copies the piece that the socket does not take, so a reader that has stopped
 * costs so much; the event itself is shared.
 */
export const PIECE_BYTES = 64 * 1024;

export interface StreamListener {
  /** The event did not fit into the socket's buffer: `stream.sending` is kept in memory for its reader. */
  onBlocked(stream: OpenStream): void;
  /** The reader takes bytes again; more of the event may follow. */
  onUnblocked(stream: OpenStream): void;
  /** A stream that was passed over can take an event. */
  onReady(): void;
  /** `sending`: the event that its reader has not taken. */
  onEnd(stream: OpenStream, reason: StreamEnd, sending: Uint8Array | undefined): void;
}

export interface StreamOptions {
  readonly first: Difference;
  /** Whether its events name who made the changes. */
  readonly actors: boolean;
  readonly key: KeyRecord;
  readonly heartbeatSlot: number;
  readonly listener: StreamListener;
}

export class OpenStream {
  /** The position of the event that was sent last, or is being sent. */
  position: Position;
  readonly actors: boolean;
  readonly key: KeyRecord;
  /** Its part of the heartbeat interval, from 0: heartbeats of many streams are spread over it. */
  readonly heartbeatSlot: number;
  readonly body: ReadableStream;
  readonly #listener: StreamListener;
  #controller: ReadableStreamDirectController | undefined;
  #sending: Uint8Array<ArrayBuffer> | undefined;
  #sentBytes = 0;
  #isPassedOver = false;
  #isEnded = false;

  /** Sends `first` as soon as the response has begun. */
  constructor({ first, actors, key, heartbeatSlot, listener }: StreamOptions) {
    this.position = first.position;
    this.actors = actors;
    this.key = key;
    this.heartbeatSlot = heartbeatSlot;
    this.#sending = first.event;
    this.#listener = listener;
    this.body = new ReadableStream({
      type: "direct",
      // Returns no promise, so the stream stays open until it is closed.
      pull: (controller) => this.#begin(controller),
      // Also called where the client has left before the response began.
      cancel: () => this.#ended("client"),
    });
  }

  /** The event that its reader has not taken yet; undefined if the stream can take the next one. */
  get sending(): Uint8Array | undefined {
    return this.#sending;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Only while nothing is being sent. */
  send({ event, position }: Difference): void {
    this.position = position;
    this.#sending = event;
    this.#attempt(() => this.#sendRest());
  }

  /** It cannot take an event now, and there may be one: as soon as it can, it says so. */
  passOver(): void {
    this.#isPassedOver = true;
  }

  /** A few bytes that are no event, such as a comment; does nothing while an event is being sent. */
  sendAside(bytes: Uint8Array<ArrayBuffer>): void {
    if (this.#sending !== undefined || this.#isEnded) return;
    this.#attempt(() => {
      this.#controller?.write(bytes);
      this.#controller?.flush();
    });
  }

  /** Completes the response, `gone` with its event. An event that is being sent stays incomplete, and its reader ignores it. */
  end(reason: StreamEnd): void {
    if (reason === "gone") this.sendAside(GONE);
    this.#close(reason);
  }

  /** Closes the connection at once, though its reader has not taken everything. */
  cutOff(reason: StreamEnd): void {
    this.#close(reason, new Error("the reader of the stream was too slow"));
  }

  #begin(controller: ReadableStreamDirectController): void {
    if (this.#isEnded) return void controller.close();
    this.#controller = controller;
    this.#attempt(() => this.#sendRest());
  }

  #sendRest(): void {
    const [controller, event] = [this.#controller, this.#sending];
    if (controller === undefined || event === undefined) return;
    while (this.#sentBytes < event.length) {
      const piece = event.subarray(this.#sentBytes, this.#sentBytes + PIECE_BYTES);
      this.#sentBytes += piece.length;
      const written = controller.write(piece) as number | Promise<number>;
      if (written instanceof Promise) return this.#waitFor(written);
    }
    controller.flush();
    this.#sentBytes = 0;
    this.#sending = undefined;
    if (!this.#isPassedOver) return;
    this.#isPassedOver = false;
    this.#listener.onReady();
  }

  #waitFor(written: Promise<number>): void {
    this.#listener.onBlocked(this);
    const goOn = () => {
      if (this.#isEnded) return;
      this.#listener.onUnblocked(this);
      this.#attempt(() => this.#sendRest());
    };
    written.then(goOn, () => this.#ended("client"));
  }

  /** The runtime may refuse to write to a connection that was lost a moment ago. That ends this stream, and no other. */
  #attempt(write: () => void): void {
    try {
      write();
    } catch {
      this.#ended("client");
    }
  }

  #close(reason: StreamEnd, error?: Error): void {
    if (this.#isEnded) return;
    const controller = this.#controller;
    this.#ended(reason);
    this.#attempt(() => controller?.close(error));
  }

  #ended(reason: StreamEnd): void {
    if (this.#isEnded) return;
    const sending = this.#sending;
    this.#isEnded = true;
    this.#controller = undefined;
    this.#sending = undefined;
    this.#listener.onEnd(this, reason, sending);
  }
}
