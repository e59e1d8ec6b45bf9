// What is sent of one pet goes one after the other: each is guarded with what the one before it leaves.

export class Turns {
  readonly #last = new Map<bigint, Promise<void>>();

  /** Sends it once all that was to be sent of the pet before is over, whatever became of that. */
  take<T>(petId: bigint, send: () => Promise<T>): Promise<T> {
    const sent = this.#last.get(petId)?.then(send) ?? send();
    const over: Promise<void> = sent.then(nothing, nothing).then(() => {
      if (this.#last.get(petId) === over) this.#last.delete(petId);
    });
    this.#last.set(petId, over);
    return sent;
  }
}

function nothing(): void {}
