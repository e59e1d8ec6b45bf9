// Joins small pieces of a body, such as compressed pages: each write is a system call.

type Bytes = Uint8Array<ArrayBuffer>;

/** Larger pieces are written as they are, without a copy. */
const SMALL_BYTES_MAX = 16 * 1024;
const JOINED_BYTES_MIN = 32 * 1024;

export class PieceJoiner {
  #small: Bytes[] = [];
  #bytes = 0;

  /** The bytes to write now; undefined for none yet. */
  add(piece: Bytes): Bytes | undefined {
    if (this.#bytes === 0 && piece.length > SMALL_BYTES_MAX) return piece;
    this.#small.push(piece);
    this.#bytes += piece.length;
    return this.#bytes < JOINED_BYTES_MIN ? undefined : this.rest();
  }

  rest(): Bytes {
    const joined = new Uint8Array(this.#bytes);
    let at = 0;
    for (const piece of this.#small) {
      joined.set(piece, at);
      at += piece.length;
    }
    this.#small = [];
    this.#bytes = 0;
    return joined;
  }
}
