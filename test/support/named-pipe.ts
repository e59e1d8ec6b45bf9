// A named pipe that the test reads: it can stall, read on, or close.

import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";
import { TemporaryFolder } from "./temporary-folder.ts";

const FILLER = Buffer.from(`${"-".repeat(4095)}\n`);

export class NamedPipe implements Disposable {
  readonly #folder = new TemporaryFolder();
  readonly path = this.#folder.file("pipe");
  #reader: number | undefined;
  /** Bytes of the filling that were not read yet. */
  #filledBytes = 0;

  constructor() {
    const { success, stderr } = Bun.spawnSync(["mkfifo", this.path]);
    if (!success) throw new Error(`there is no pipe: ${stderr.toString()}`);
    // Opens both ends, so that opening does not block.
    this.#reader = openSync(this.path, constants.O_RDWR | constants.O_NONBLOCK);
  }

  /** Fills the pipe's buffer: a writer waits for a reader. */
  fill(): void {
    for (const chunk of [FILLER, Buffer.from("\n")]) {
      let written: number | undefined;
      while ((written = unlessBusy(() => writeSync(this.#reader!, chunk))) !== undefined) {
        this.#filledBytes += written;
      }
    }
  }

  /** The current content of the pipe, without the filling. */
  read(): string {
    const chunks: Buffer[] = [];
    for (;;) {
      const chunk = Buffer.alloc(65_536);
      const length = unlessBusy(() => readSync(this.#reader!, chunk));
      if (length === undefined) return Buffer.concat(chunks).toString();
      const skipped = Math.min(this.#filledBytes, length);
      this.#filledBytes -= skipped;
      chunks.push(chunk.subarray(skipped, length));
    }
  }

  /** Closes the reader: writing to the pipe fails with EPIPE from now on. */
  close(): void {
    if (this.#reader !== undefined) closeSync(this.#reader);
    this.#reader = undefined;
  }

  [Symbol.dispose](): void {
    this.close();
    this.#folder[Symbol.dispose]();
  }
}

function unlessBusy(work: () => number): number | undefined {
  try {
    return work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return undefined;
    throw error;
  }
}
