// Sends large differences in pieces, and accounts for what slow readers hold of them: unlike the lists, each position has a
// difference of its own. The total of all lists and differences is capped (snapshot/reader-memory.ts).

import type { Metrics } from "../inventory/metrics.ts";
import type { Log } from "../inventory/log.ts";
import type { Pieces } from "../snapshot/pieces.ts";
import type { HoldingReaders, ReaderMemory } from "../snapshot/reader-memory.ts";
import type { Difference } from "./difference.ts";

/** Size of a piece. The runtime copies one of a reader that has stopped. */
const PIECE_BYTES = 64 * 1024;

interface Reader {
  /** Undefined once it is cut off, or has ended. */
  json: Uint8Array<ArrayBuffer> | undefined;
}

/** The readers of one difference, which share its bytes. */
interface Sharing {
  readonly bytes: number;
  readonly readers: Set<Reader>;
}

interface DifferenceReadersPorts {
  readonly readerMemory: ReaderMemory;
  readonly log: Log;
  readonly metrics: Metrics;
}

export class DifferenceReaders implements HoldingReaders {
  readonly #ports: DifferenceReadersPorts;
  readonly #sharing = new WeakMap<Difference, Sharing>();
  /** Those with readers, in the order of their first ones. */
  readonly #held = new Set<Sharing>();

  constructor(ports: DifferenceReadersPorts) {
    this.#ports = ports;
    ports.readerMemory.add(this);
  }

  get heldBytes(): number {
    return this.#held.values().reduce((sum, { bytes }) => sum + bytes, 0);
  }

  get count(): number {
    return this.#held.values().reduce((sum, { readers }) => sum + readers.size, 0);
  }

  /** Counts as a reader from the first piece to the end. Ends early, with an error, where the reader was cut off. */
  piecesOf(difference: Difference): Pieces {
    const { json } = difference;
    const sharing = this.#sharing.get(difference) ?? { bytes: json.length, readers: new Set() };
    this.#sharing.set(difference, sharing);
    // The runtime keeps a generator's arguments after it has ended: no bytes among them.
    return this.#send({ json }, sharing);
  }

  cutOffOldest(): boolean {
    const [oldest] = this.#held;
    if (oldest === undefined) return false;
    for (const reader of oldest.readers) {
      reader.json = undefined;
      this.#ports.metrics.readerCutOff();
    }
    oldest.readers.clear();
    return this.#held.delete(oldest);
  }

  async *#send(reader: Reader, sharing: Sharing): Pieces {
    this.#open(reader, sharing);
    let isCutOff = false;
    try {
      for (let at = 0; reader.json !== undefined && at < reader.json.length; at += PIECE_BYTES)
        yield reader.json.subarray(at, at + PIECE_BYTES);
      isCutOff = reader.json === undefined;
    } finally {
      this.#close(reader, sharing);
    }
    if (!isCutOff) return;
    this.#ports.log.warn("slow_reader_cut_off", { cause: "memory" });
    // Breaks the chunked body, so that the client sees an error instead of a truncated difference.
    throw new Error("cut off: the reader was too slow, and the changes that it held were freed");
  }

  #open(reader: Reader, sharing: Sharing): void {
    sharing.readers.add(reader);
    if (this.#held.has(sharing)) return;
    this.#held.add(sharing);
    this.#ports.readerMemory.afterReplacing(sharing.bytes);
  }

  #close(reader: Reader, sharing: Sharing): void {
    reader.json = undefined;
    sharing.readers.delete(reader);
    if (sharing.readers.size === 0) this.#held.delete(sharing);
  }
}
