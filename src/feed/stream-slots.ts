// Limits the open streams: in all, and of each API key.

export interface StreamLimits {
  readonly streamsLimit: number;
  readonly keyStreamsLimit: number;
}

/** Which limit is reached. */
export type LimitReached = "streams" | "key_streams";

export class StreamSlots {
  readonly #limits: StreamLimits;
  /** By the key's id. */
  readonly #byKey = new Map<string, number>();
  #taken = 0;

  constructor(limits: StreamLimits) {
    this.#limits = limits;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Takes a slot, which the caller frees; or says which limit is reached. */
  take(keyId: string): LimitReached | undefined {
    const ofKey = this.#byKey.get(keyId) ?? 0;
    if (ofKey >= this.#limits.keyStreamsLimit) return "key_streams";
    if (this.#taken >= this.#limits.streamsLimit) return "streams";
    this.#byKey.set(keyId, ofKey + 1);
    this.#taken += 1;
    return undefined;
  }

  free(keyId: string): void {
    const ofKey = (this.#byKey.get(keyId) ?? 0) - 1;
    if (ofKey > 0) this.#byKey.set(keyId, ofKey);
    else this.#byKey.delete(keyId);
    this.#taken -= 1;
  }
}
