// Limits the open streams: in all, and of each API key.

import { KeySlots } from "../inventory/key-slots.ts";

export interface StreamLimits {
  readonly streamsLimit: number;
  readonly keyStreamsLimit: number;
}

/** Which limit is reached. */
export type LimitReached = "streams" | "key_streams";

export class StreamSlots {
  readonly #streamsLimit: number;
  readonly #ofKeys: KeySlots;
  #taken = 0;

  constructor({ streamsLimit, keyStreamsLimit }: StreamLimits) {
    this.#streamsLimit = streamsLimit;
    this.#ofKeys = new KeySlots(keyStreamsLimit);
  }

  get taken(): number {
    return this.#taken;
  }

  /** Takes a slot, which the caller frees; or says which limit is reached. */
  take(keyId: string): LimitReached | undefined {
    if (!this.#ofKeys.take(keyId)) return "key_streams";
    if (this.#taken >= this.#streamsLimit) {
      this.#ofKeys.free(keyId);
      return "streams";
    }
    this.#taken += 1;
    return undefined;
  }

  free(keyId: string): void {
    this.#ofKeys.free(keyId);
    this.#taken -= 1;
  }
}
