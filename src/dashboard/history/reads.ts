// What is read for one list, one after another: of two reads at once, the one that began first could end last, and its older answer
// would replace the newer one.

export type Read = (signal: AbortSignal) => Promise<void>;

export class Reads {
  readonly #stop = new AbortController();
  #last: Promise<void> = Promise.resolve();
  #isUpdateDue = false;

  /** Begins once the reads before it have ended. It must not reject. */
  add(read: Read): void {
    const { signal } = this.#stop;
    this.#last = this.#last.then(() => (signal.aborted ? undefined : read(signal)));
  }

  /** As `add`, unless another update still waits: that one will read what this one would. */
  addUpdate(read: Read): void {
    if (this.#isUpdateDue) return;
    this.#isUpdateDue = true;
    this.add((signal) => {
      this.#isUpdateDue = false;
      return read(signal);
    });
  }

  /** Aborts the read that has begun; those that wait never begin. */
  stop(): void {
    this.#stop.abort();
  }
}
