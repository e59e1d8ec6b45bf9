// A large body as a generator of pieces, which counts as a reader of its version from the first piece to its end.

import type { Metrics } from "../inventory/metrics.ts";
import type { Log } from "../inventory/log.ts";
import { BodyPieces, type Encoding } from "./encode.ts";
import type { PagedBody } from "./paged-body.ts";
import type { Readers } from "./readers.ts";

/** Ends early, with an error, where the reader was cut off. */
export type Pieces = AsyncGenerator<Uint8Array<ArrayBuffer>>;

interface ReaderPorts {
  readonly readers: Readers;
  readonly log: Log;
  readonly metrics: Metrics;
}

export interface NumberedBody extends PagedBody {
  /** The version's number among those of its readers. */
  readonly number: number;
}

export function piecesOf(body: NumberedBody, encoding: Encoding, ports: ReaderPorts): Pieces {
  return piecesFor(new BodyPieces(body, encoding), body.number, ports);
}

/** References the pages only through `pieces`, so that cutting off a reader frees them at once. */
async function* piecesFor(
  pieces: BodyPieces,
  version: number,
  { readers, log, metrics }: ReaderPorts,
): Pieces {
  const reader = readers.open(version, () => {
    pieces.release();
    metrics.readerCutOff();
  });
  try {
    for (let piece = await pieces.next(); piece !== undefined; piece = await pieces.next()) yield piece;
  } finally {
    pieces.release();
    readers.close(reader);
  }
  if (!reader.cutOff) return;
  log.warn("slow_reader_cut_off", { cause: "memory" });
  // Breaks the chunked body, so that the client sees an error instead of a truncated list.
  throw new Error("cut off: the reader was too slow, and its superseded pages were freed");
}
