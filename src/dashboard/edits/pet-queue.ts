// Runs the updates of one pet one after the other, because each is guarded with the result of the previous one. Updates of
// different pets run at the same time.

export class PetQueue {
  readonly #last = new Map<bigint, Promise<void>>();

  /** Whether an update of the pet is sent, or waits. */
  isBusy(petId: bigint): boolean {
    return this.#last.has(petId);
  }

  /** Starts `send` when all earlier updates of the pet have ended, with or without an error. */
  run<T>(petId: bigint, send: () => Promise<T>): Promise<T> {
    const sent = this.#last.get(petId)?.then(send) ?? send();
    const ended: Promise<void> = sent.then(ignore, ignore).then(() => {
      if (this.#last.get(petId) === ended) this.#last.delete(petId);
    });
    this.#last.set(petId, ended);
    return sent;
  }
}

function ignore(): void {}
