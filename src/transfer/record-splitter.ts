// Splits a stream of bytes, however it is chunked, into records. Owns the one buffer of a file: memory stays the same
// whatever the file holds. The records depend on the file's bytes alone, never on the chunks.

import { byteOrderMarkLength, foreignFileFault, START_BYTES } from "./file-start.ts";
import { RECORD_BYTES_MAX, type RecordScanner, type ScanWindow } from "./record-scanner.ts";
import { type RecordPlace, type RecordText, recordTexts } from "./record-text.ts";
import type { RowReport } from "./row-report.ts";

/** The most bytes to push at once: at most some thousand rows, as many as one batch is to hold. */
export const PIECE_BYTES_MAX = 16_384;

/** Decoded at once: a call of the decoder costs more than the bytes of a record. */
const BLOCK_RECORDS = 100;

/** Reads the records of one format. */
export interface RecordReader {
  readonly scanner: RecordScanner;
  /** Reads a record from its bytes, if that is possible; false if it is to be read as text. */
  readPlain?(bytes: Uint8Array, place: RecordPlace): boolean;
  read(record: RecordText): void;
  /** The file has ended, without a problem of its records' ends. */
  end(): void;
}

export class RecordSplitter {
  readonly #reader: RecordReader;
  readonly #report: Pick<RowReport, "isEnded" | "addProblem" | "addFatalProblem">;
  readonly #window: ScanWindow = {
    bytes: new Uint8Array(RECORD_BYTES_MAX + PIECE_BYTES_MAX),
    start: 0,
    at: 0,
    to: 0,
  };
  /** Number of the bytes in the window. */
  #length = 0;
  #isStarted = false;
  #isEmpty = true;
  /** The current record is too long: its bytes are dropped until its end. */
  #isSkipping = false;
  #places: RecordPlace[] = [];

  constructor(reader: RecordReader, report: Pick<RowReport, "isEnded" | "addProblem" | "addFatalProblem">) {
    this.#reader = reader;
    this.#report = report;
  }

  /** Copies at most `PIECE_BYTES_MAX` bytes. Not to be called once `report.isEnded`. */
  push(piece: Uint8Array): void {
    const nul = piece.indexOf(0);
    const text = nul === -1 ? piece : piece.subarray(0, nul);
    this.#window.bytes.set(text, this.#length);
    this.#length += text.length;
    if (this.#isStarted || this.#length >= START_BYTES || nul !== -1) this.#split();
    if (nul === -1 || this.#report.isEnded) return;
    this.#report.addFatalProblem(this.#reader.scanner.currentLine, { fault: { code: "nul_byte" } });
  }

  /** The file has ended. */
  end(): void {
    this.#split();
    if (this.#report.isEnded) return;
    if (this.#isEmpty) return this.#report.addFatalProblem(1, { fault: { code: "file_empty" } });
    const problem = this.#reader.scanner.end(this.#window);
    if (problem !== undefined) return this.#report.addFatalProblem(problem.line, problem);
    if (!this.#isSkipping && this.#length > 0) {
      this.#window.at = this.#length;
      this.#notePlace();
      this.#readNoted();
    }
    if (!this.#report.isEnded) this.#reader.end();
  }

  #split(): void {
    if (!this.#isStarted) this.#start();
    if (this.#length > 0) this.#isEmpty = false;
    while (!this.#report.isEnded && this.#nextRecord());
    this.#readNoted();
    this.#dropUntil(this.#isSkipping ? this.#length : this.#window.start);
  }

  #start(): void {
    this.#isStarted = true;
    const start = this.#window.bytes.subarray(0, this.#length);
    const code = foreignFileFault(start);
    if (code !== undefined) this.#report.addFatalProblem(1, { fault: { code } });
    this.#dropUntil(byteOrderMarkLength(start));
  }

  /** False if the current record goes on behind the bytes in the window, or the file cannot be read on. */
  #nextRecord(): boolean {
    const window = this.#window;
    const { scanner } = this.#reader;
    const limit = window.start + RECORD_BYTES_MAX;
    window.to = this.#isSkipping ? this.#length : Math.min(this.#length, limit);
    if (scanner.next(window)) {
      if (!this.#isSkipping) this.#notePlace();
      this.#isSkipping = false;
      window.start = window.at;
      return true;
    }
    if (scanner.problem !== undefined) {
      this.#readNoted();
      if (!this.#report.isEnded) this.#report.addFatalProblem(scanner.problem.line, scanner.problem);
    } else if (!this.#isSkipping && window.at === limit) {
      this.#readNoted();
      if (!this.#report.isEnded) this.#refuseRecord();
      return true;
    }
    return false;
  }

  #refuseRecord(): void {
    const { line, fault, isFatal } = this.#reader.scanner.tooLong();
    if (isFatal) this.#report.addFatalProblem(line, { fault });
    else this.#report.addProblem(line, { fault });
    this.#isSkipping = true;
  }

  #notePlace(): void {
    const { scanner } = this.#reader;
    if (scanner.isBlank) return;
    this.#places.push({ start: this.#window.start, end: this.#window.at, line: scanner.line });
  }

  #readNoted(): void {
    const places = this.#places;
    if (places.length === 0) return;
    this.#places = [];
    const { bytes } = this.#window;
    for (let at = 0; at < places.length && !this.#report.isEnded;) {
      if (this.#reader.readPlain?.(bytes, places[at] as RecordPlace)) {
        at += 1;
        continue;
      }
      const block = places.slice(at, at + BLOCK_RECORDS);
      for (const record of recordTexts(bytes, block)) {
        if (this.#report.isEnded) return;
        this.#reader.read(record);
      }
      at += block.length;
    }
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
