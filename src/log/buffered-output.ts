// Writes text to a file descriptor. The caller never waits and never gets an error, and memory is bounded: text is buffered
// and written by a thread of the runtime's pool, one write(2) at a time. A pipe that is not read, a full disk and a closed
// reader cost log lines, which are counted, and nothing else.
//
// Not pino's own destination (sonic-boom): if it is asynchronous, it flushes at exit with a blocking write, which hangs on a
// stalled reader, and after a failed write it waits for the next line before it tries again.

import { write } from "node:fs";

/** About 5,000 lines: enough while a reader restarts. The part that is being written takes as much again. */
const BYTES_MAX = 1024 * 1024;
/** The pause before the next attempt if a non-blocking pipe is full. */
const AGAIN_MS = 10;
/** The pause after a full disk, a closed pipe or an I/O error, which may be temporary. */
const RETRY_MS = 500;

export interface BufferedOutputOptions {
  readonly bytesMax?: number;
  /** Called when there is room again: how many texts were dropped, and since when (ms since 1970). May write. */
  onDropped?(count: number, since: number): void;
}

export class BufferedOutput {
  readonly #descriptor: number;
  readonly #bytesMax: number;
  readonly #onDropped: (count: number, since: number) => void;
  #waiting: string[] = [];
  #waitingBytes = 0;
  /** The text that is being written; kept until all of it is, so that a failure breaks no line. */
  #writing: Buffer = Buffer.alloc(0);
  #isBusy = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** Called when everything is written, or at the first failure. */
  #onIdle: (() => void) | undefined;
  #droppedTotal = 0;
  #droppedUnreported = 0;
  #droppedSince = 0;

  constructor(
    descriptor: number,
    { bytesMax = BYTES_MAX, onDropped = () => {} }: BufferedOutputOptions = {},
  ) {
    this.#descriptor = descriptor;
    this.#bytesMax = bytesMax;
    this.#onDropped = onDropped;
  }

  /** The number of dropped texts since the start. */
  get dropped(): number {
    return this.#droppedTotal;
  }

  write(text: string): void {
    const bytes = Buffer.byteLength(text);
    if (this.#waitingBytes + bytes > this.#bytesMax) return this.#drop();
    this.#waiting.push(text);
    this.#waitingBytes += bytes;
    if (!this.#isBusy) this.#writeNext();
  }

  /** True when all is written; false after the deadline, or if writing fails. Must not be called concurrently. */
  async flush(deadlineMs: number): Promise<boolean> {
    if (this.#isEmpty) return true;
    const idle = Promise.withResolvers<void>();
    this.#onIdle = idle.resolve;
    const timer = setTimeout(idle.resolve, deadlineMs);
    // The disk may have room again.
    if (this.#retry !== undefined) this.#writeNext();
    await idle.promise;
    clearTimeout(timer);
    this.#onIdle = undefined;
    return this.#isEmpty;
  }

  get #isEmpty(): boolean {
    return this.#writing.length === 0 && this.#waiting.length === 0;
  }

  #drop(): void {
    if (this.#droppedUnreported === 0) this.#droppedSince = Date.now();
    this.#droppedTotal += 1;
    this.#droppedUnreported += 1;
  }

  #writeNext(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#isBusy = true;
    if (this.#writing.length === 0) this.#takeWaiting();
    if (this.#writing.length === 0) {
      this.#isBusy = false;
      this.#onIdle?.();
      return;
    }
    try {
      write(this.#descriptor, this.#writing, (error, written) => this.#written(error, written));
    } catch (error) {
      this.#written(error as NodeJS.ErrnoException, 0);
    }
  }

  #takeWaiting(): void {
    this.#writing = Buffer.from(this.#waiting.join(""));
    this.#waiting = [];
    this.#waitingBytes = 0;
    const count = this.#droppedUnreported;
    this.#droppedUnreported = 0;
    // Reported where they are missing: after the text that is being written, before all later text.
    if (count > 0) this.#onDropped(count, this.#droppedSince);
  }

  #written(error: NodeJS.ErrnoException | null, bytes: number): void {
    if (error === null) {
      this.#writing = this.#writing.subarray(bytes);
      return this.#writeNext();
    }
    const isFull = error.code === "EAGAIN";
    if (!isFull) this.#onIdle?.();
    this.#retry = setTimeout(() => this.#writeNext(), isFull ? AGAIN_MS : RETRY_MS);
    this.#retry.unref();
  }
}
