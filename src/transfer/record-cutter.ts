// Cuts a stream of bytes, however it is chunked, into blocks of whole records. Owns the one buffer of a reading: memory
// stays the same whatever the file holds. What it hands over depends on the file's bytes alone, never on the chunks.

import { type Boundary, RECORD_BYTES_MAX, type Window } from "./boundary.ts";
import { byteOrderMarkLength, foreignFileRule, START_BYTES } from "./file-start.ts";
import type { Findings } from "./findings.ts";

/** Bytes to push at once: some thousand rows at the most, which is what one batch is to hold. */
export const PIECE_BYTES_MAX = 16_384;

/** Whole records that lie one behind the other in `bytes`. Valid only until the call that got it returns. */
export interface RecordBlock {
  readonly bytes: Uint8Array;
  /** Where each begins and ends (exclusive) in `bytes`, and the line of the file where it begins. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly lines: readonly number[];
}

/** Reads the records of one format. */
export interface RecordReader {
  readonly boundary: Boundary;
  read(block: RecordBlock): void;
  /** The file has ended, and in order so far. */
  end(): void;
}

export class RecordCutter {
  readonly #reader: RecordReader;
  readonly #found: Findings;
  readonly #window: Window = {
    bytes: new Uint8Array(RECORD_BYTES_MAX + PIECE_BYTES_MAX),
    start: 0,
    at: 0,
    to: 0,
  };
  #length = 0;
  #begun = false;
  #empty = true;
  /** The present record is too long: its bytes are dropped until its end. */
  #skipping = false;
  #starts: number[] = [];
  #ends: number[] = [];
  #lines: number[] = [];

  constructor(reader: RecordReader, found: Findings) {
    this.#reader = reader;
    this.#found = found;
  }

  /** Takes at most `PIECE_BYTES_MAX` bytes, which it copies. Not to be called again once `Findings.broken`. */
  push(piece: Uint8Array): void {
    const nul = piece.indexOf(0);
    const text = nul === -1 ? piece : piece.subarray(0, nul);
    this.#window.bytes.set(text, this.#length);
    this.#length += text.length;
    if (this.#begun || this.#length >= START_BYTES || nul !== -1) this.#cut();
    if (nul === -1 || this.#found.broken) return;
    const rule = "there is a NUL byte: the file is binary or UTF-16, save it as UTF-8 text";
    this.#found.breakOff(this.#reader.boundary.currentLine, { rule });
  }

  /** The file has ended. */
  end(): void {
    this.#cut();
    if (this.#found.broken) return;
    if (this.#empty) return this.#found.breakOff(1, { rule: "the file is empty" });
    const { boundary } = this.#reader;
    const breakage = boundary.end(this.#window);
    if (breakage !== undefined) return this.#found.breakOff(breakage.line, breakage);
    if (!this.#skipping && this.#length > 0) {
      this.#window.at = this.#length;
      this.#noteRecord();
      this.#handOver();
    }
    if (!this.#found.broken) this.#reader.end();
  }

  #cut(): void {
    if (!this.#begun) this.#begin();
    if (this.#length > 0) this.#empty = false;
    while (!this.#found.broken && this.#cutRecord());
    this.#handOver();
    this.#dropUntil(this.#skipping ? this.#length : this.#window.start);
  }

  #begin(): void {
    this.#begun = true;
    const start = this.#window.bytes.subarray(0, this.#length);
    const rule = foreignFileRule(start);
    if (rule !== undefined) this.#found.breakOff(1, { rule });
    this.#dropUntil(byteOrderMarkLength(start));
  }

  /** False where there is nothing more to cut until more bytes come. */
  #cutRecord(): boolean {
    const window = this.#window;
    const { boundary } = this.#reader;
    const limit = window.start + RECORD_BYTES_MAX;
    window.to = this.#skipping ? this.#length : Math.min(this.#length, limit);
    if (boundary.next(window)) {
      if (!this.#skipping) this.#noteRecord();
      this.#skipping = false;
      window.start = window.at;
      return true;
    }
    if (boundary.broken !== undefined) {
      this.#handOver();
      if (!this.#found.broken) this.#found.breakOff(boundary.broken.line, boundary.broken);
    } else if (!this.#skipping && window.at === limit) {
      this.#handOver();
      this.#refuseRecord();
      return true;
    }
    return false;
  }

  #refuseRecord(): void {
    if (this.#found.broken) return;
    const { line, rule, fatal } = this.#reader.boundary.tooLong();
    if (fatal) this.#found.breakOff(line, { rule });
    else this.#found.addProblem(line, { rule });
    this.#skipping = true;
  }

  #noteRecord(): void {
    const { boundary } = this.#reader;
    if (boundary.blank) return;
    this.#starts.push(this.#window.start);
    this.#ends.push(this.#window.at);
    this.#lines.push(boundary.line);
  }

  #handOver(): void {
    if (this.#ends.length === 0) return;
    const [starts, ends, lines] = [this.#starts, this.#ends, this.#lines];
    [this.#starts, this.#ends, this.#lines] = [[], [], []];
    if (this.#found.broken) return;
    this.#reader.read({ bytes: this.#window.bytes, starts, ends, lines });
  }

  #dropUntil(offset: number): void {
    const window = this.#window;
    if (offset === 0) return;
    window.bytes.copyWithin(0, offset, this.#length);
    this.#length -= offset;
    window.at = Math.max(0, window.at - offset);
    window.start = 0;
  }
}
