// Lines of a request's body, put together while a file is planned: a million of them at once would hold up the page for seconds.

/** A Blob of fewer pieces is quicker to make. */
const PIECE_CHARS = 65_536;

export class TextPieces {
  readonly #pieces: string[] = [];
  #piece: string;

  constructor(head = "") {
    this.#piece = head;
  }

  add(line: string): void {
    this.#piece += line;
    if (this.#piece.length < PIECE_CHARS) return;
    this.#pieces.push(this.#piece);
    this.#piece = "";
  }

  blob(type: string): Blob {
    return new Blob([...this.#pieces, this.#piece], { type });
  }
}
