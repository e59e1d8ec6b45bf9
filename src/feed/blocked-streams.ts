// Accounts for the memory that readers hold that have stopped reading: the piece that the runtime keeps for each, and their events.
// Streams share events, but readers that stopped at different times keep different ones. Beyond the cap the longest blocked
// streams are cut off.

import { type OpenStream, PIECE_BYTES } from "./open-stream.ts";

const HELD_BYTES_MAX = 16 * 1024 * 1024;

export class BlockedStreams {
  readonly #heldBytesMax: number;
  /** By the event that they are being sent, the longest kept first. */
  readonly #byEvent = new Map<Uint8Array, Set<OpenStream>>();
  #heldBytes = 0;

  constructor(heldBytesMax = HELD_BYTES_MAX) {
    this.#heldBytesMax = heldBytesMax;
  }

  add(stream: OpenStream): void {
    const event = stream.sending;
    if (event === undefined) return;
    let streams = this.#byEvent.get(event);
    if (streams === undefined) {
      streams = new Set();
      this.#byEvent.set(event, streams);
      this.#heldBytes += event.length;
    }
    if (!streams.has(stream)) this.#heldBytes += PIECE_BYTES;
    streams.add(stream);
    this.#enforceCap();
  }

  /** `event`: what the stream was being sent. */
  remove(stream: OpenStream, event: Uint8Array | undefined): void {
    const streams = event && this.#byEvent.get(event);
    if (event === undefined || !streams?.delete(stream)) return;
    this.#heldBytes -= PIECE_BYTES;
    if (streams.size > 0) return;
    this.#byEvent.delete(event);
    this.#heldBytes -= event.length;
  }

  #enforceCap(): void {
    for (const streams of this.#byEvent.values())
      for (const stream of streams) {
        if (this.#heldBytes <= this.#heldBytesMax) return;
        stream.cutOff("slow");
      }
  }
}
