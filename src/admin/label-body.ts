// All labels as a response body. Up to 1 MiB it is one piece, which is kept until the labels change. A larger one is sent in
// pages at the reader's pace: each page is a short read, since a slow reader must hold neither a snapshot of the database nor
// more than a page in memory.

import { pipeline } from "node:stream";
import { createGzip } from "node:zlib";
import { ApiError } from "../http/api-error.ts";
import type { LabelPage, LabelStore } from "../inventory/label-store.ts";
import type { Encoding, WholeBody } from "../snapshot/encode.ts";
import { openLabelWriter } from "../transfer/write-rows.ts";

export interface LabelForm {
  readonly format: "json" | "csv";
  readonly encoding: Encoding;
}

export interface LabelBody {
  /** Of the labels that the body has. */
  readonly counter: number;
  readonly body: WholeBody | Pieces;
}

type Bytes = Uint8Array<ArrayBuffer>;
type Pieces = AsyncGenerator<Bytes>;

/** A body of more bytes is not kept, and sent in pages. */
const WHOLE_BYTES_MAX = 1024 * 1024;
/** Reading and encoding a page takes some milliseconds. */
const PAGE_LABELS = 1_000;
/** Each takes some ten milliseconds, and a change of labels is rare. */
const ATTEMPTS_MAX = 10;
/** As for the list of pets (snapshot/encode.ts). */
const GZIP_LEVEL = 4;

/** The labels have changed since the first page. */
class LabelsChangedError extends Error {
  constructor() {
    super("broken off: the labels have changed since its beginning");
  }
}

function changesTooOften(): ApiError {
  const message = "The labels change too often to be read at once. Try again shortly.";
  return new ApiError("unavailable", message, { "Retry-After": "1" });
}

export class LabelBodies {
  readonly #labels: Pick<LabelStore, "counter" | "page">;
  readonly #kept = new Map<string, { readonly counter: number; readonly body: WholeBody }>();
  /** The counter at which a form was too large to be kept: its pieces are not collected again, so slow readers hold one page. */
  readonly #large = new Map<string, number>();

  constructor(labels: Pick<LabelStore, "counter" | "page">) {
    this.#labels = labels;
  }

  /** `counter` is the present one. Throws a StoreError. */
  async body(form: LabelForm, counter: number): Promise<LabelBody> {
    const name = `${form.format} ${form.encoding}`;
    const kept = this.#kept.get(name);
    if (kept?.counter === counter) return kept;
    this.#kept.delete(name);
    const made = await this.#makeUnchanged(form);
    if ("blob" in made.body) this.#kept.set(name, { counter: made.counter, body: made.body });
    return made;
  }

  /** Begins again where the labels change before the first piece is sent. */
  async #makeUnchanged(form: LabelForm): Promise<LabelBody> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#make(form);
      } catch (error) {
        if (!(error instanceof LabelsChangedError)) throw error;
        if (attempt === ATTEMPTS_MAX) throw changesTooOften();
      }
    }
  }

  async #make({ format, encoding }: LabelForm): Promise<LabelBody> {
    const first = await this.#labels.page({ limit: PAGE_LABELS });
    const { counter } = first;
    const open = (): Pieces => {
      const plain = this.#pieces(first, format);
      return encoding === "gzip" ? compressed(plain) : plain;
    };
    const name = `${format} ${encoding}`;
    const whole = this.#large.get(name) === counter ? undefined : await wholeOf(open());
    if (whole !== undefined) return { counter, body: whole };
    this.#large.set(name, counter);
    return { counter, body: await begun(open()) };
  }

  /** The text from `first` on, page by page. Throws LabelsChangedError, so that the client sees a broken body. */
  async *#pieces(first: LabelPage, format: LabelForm["format"]): Pieces {
    const encoder = new TextEncoder();
    const writer = openLabelWriter(format);
    const [start, end] = format === "json" ? ['{"labels":', "}"] : ["", ""];
    yield encoder.encode(start + writer.page(first.labels));
    for (let { labels } = first; labels.length === PAGE_LABELS;) {
      // Lets other requests run between pages.
      await new Promise((resolve) => setImmediate(resolve));
      const page = await this.#labels.page({ after: labels.at(-1)?.petId, limit: PAGE_LABELS });
      if (page.counter !== first.counter) throw new LabelsChangedError();
      labels = page.labels;
      yield encoder.encode(writer.page(labels));
    }
    yield encoder.encode(writer.end() + end);
  }
}

/** On another thread; a failure of `pieces` is thrown here, and an early end closes them. */
async function* compressed(pieces: Pieces): Pieces {
  const gzip = createGzip({ level: GZIP_LEVEL });
  pipeline(pieces, gzip, () => {
    // Iterating throws the error.
  });
  for await (const chunk of gzip) yield chunk as Bytes;
}

/** Undefined if there are more bytes than the limit. */
async function wholeOf(pieces: Pieces): Promise<WholeBody | undefined> {
  const read: Bytes[] = [];
  let length = 0;
  for await (const piece of pieces) {
    read.push(piece);
    length += piece.length;
    if (length > WHOLE_BYTES_MAX) return undefined;
  }
  const bytes = new Uint8Array(Buffer.concat(read));
  return { bytes, blob: new Blob([bytes]) };
}

/** Its first piece is read: a failure before it is thrown here, where the response has not begun. */
async function begun(pieces: Pieces): Promise<Pieces> {
  const { done, value: first } = await pieces.next();
  return done === true ? pieces : joined(first, pieces);
}

async function* joined(first: Bytes, rest: Pieces): Pieces {
  try {
    yield first;
    yield* rest;
  } finally {
    // Also where the client leaves before `rest` goes on.
    await rest.return(undefined);
  }
}
