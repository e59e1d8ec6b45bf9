// Saves whose answer was lost: each waits for a list that was requested later, which shows whether it was applied.

interface Wait {
  /** `performance.now()`. */
  readonly since: number;
  readonly resume: () => void;
}

export class ListWaits {
  readonly #waits = new Set<Wait>();

  /** Resolves with the next list that is requested from now on, or with `end`. */
  untilList(): Promise<void> {
    return new Promise((resume) => this.#waits.add({ since: performance.now(), resume }));
  }

  /** `requestedAt`: of the list that has arrived. */
  onList(requestedAt: number): void {
    for (const wait of this.#waits) {
      if (wait.since >= requestedAt) continue;
      this.#waits.delete(wait);
      wait.resume();
    }
  }

  /** No list will follow. */
  end(): void {
    this.onList(Infinity);
  }
}
