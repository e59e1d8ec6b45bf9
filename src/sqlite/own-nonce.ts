// The nonce of the newest commit of this process, in memory that its writers share: one on the writer's thread, one on the
// service's. A newest commit with another nonce is one of another process.

const NONCE_BYTES = 16;

export class OwnNonce {
  readonly #text: Buffer;

  /** `memory`: from `memory` of the first one, also of another thread. */
  constructor(readonly memory: SharedArrayBuffer = new SharedArrayBuffer(NONCE_BYTES)) {
    this.#text = Buffer.from(memory);
  }

  /** Whether a newest commit with `nonce` is another process's. False before the first commit. */
  isOther(nonce: string): boolean {
    return this.#text[0] !== 0 && this.#text.toString("latin1") !== nonce;
  }

  /** Under the write lock. */
  set(nonce: string): void {
    this.#text.write(nonce, "latin1");
  }
}
