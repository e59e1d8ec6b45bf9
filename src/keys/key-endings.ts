// Tells what a key has under way (streams, bodies that arrive or are being sent) when the key has been revoked or has expired.

/** With the keys' own refresh interval of 500 ms: within a second of the revocation. */
const CHECK_INTERVAL_MS = 500;

type OnEnd = () => void;

export class KeyEndings {
  readonly #isUsable: (keyId: string) => boolean;
  /** By the key's id. */
  readonly #underWay = new Map<string, Set<OnEnd>>();
  #timer: ReturnType<typeof setInterval> | undefined;

  /** `isUsable`: whether a key that was valid still is. */
  constructor(isUsable: (keyId: string) => boolean) {
    this.#isUsable = isUsable;
  }

  /** Calls `onEnd` once when the key has ended. The function that is returned ends the watch. */
  watch(keyId: string, onEnd: OnEnd): () => void {
    let watched = this.#underWay.get(keyId);
    if (watched === undefined) this.#underWay.set(keyId, (watched = new Set()));
    // Two watches may share a function.
    const entry = () => onEnd();
    watched.add(entry);
    this.#timer ??= this.#startTimer();
    return () => {
      watched.delete(entry);
      if (watched.size === 0 && this.#underWay.get(keyId) === watched) this.#forget(keyId);
    };
  }

  #startTimer(): ReturnType<typeof setInterval> {
    const timer = setInterval(() => this.#check(), CHECK_INTERVAL_MS);
    timer.unref();
    return timer;
  }

  #check(): void {
    for (const [keyId, watched] of this.#underWay) {
      if (this.#isUsable(keyId)) continue;
      this.#forget(keyId);
      for (const end of watched) end();
    }
  }

  #forget(keyId: string): void {
    this.#underWay.delete(keyId);
    if (this.#underWay.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
