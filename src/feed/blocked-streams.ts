// Accounts for the events that are kept in memory for readers that have stopped reading. Streams share them, but readers that
// stopped at different times keep different ones. Beyond the cap the longest blocked streams are cut off.

import type { OpenStream } from "./open-stream.ts";

/** An event has 3 MB at most. */
const HELD_BYTES_MAX = 16 * 1024 * 1024;

export class BlockedStreams {
  readonly #heldBytesMax: number;
  /** By the event that they are being sent, the longest kept first. */
  readonly #byEvent = new Map<Uint8Array, Set<OpenStream>>();
  #heldBytes = 0;

  constructor(heldBytesMax = HELD_BYTES_MAX) {
    this.#heldBytesMax = heldBytesMax;
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  add(stream: OpenStream): void {
    const event = stream.sending;
    if (event === undefined) return;
    const streams = this.#byEvent.get(event);
    if (streams !== undefined) return void streams.add(stream);
    this.#byEvent.set(event, new Set([stream]));
    this.#heldBytes += event.length;
    this.#enforceCap();
  }

  /** `event`: what the stream was being sent. */
  remove(stream: OpenStream, event: Uint8Array | undefined): void {
    const streams = event && this.#byEvent.get(event);
    if (event === undefined || !streams?.delete(stream) || streams.size > 0) return;
    this.#byEvent.delete(event);
    this.#heldBytes -= event.length;
  }

  #enforceCap(): void {
    for (const streams of this.#byEvent.values()) {
      // The newest event alone is within the cap.
      if (this.#heldBytes <= this.#heldBytesMax) return;
      for (const stream of streams) stream.cutOff("slow");
    }
  }
}
