// All labels as a response body, in pages that all readers of a form (JSON or CSV) share. A body of up to 1 MiB is kept until the
// labels change; a larger one while it is being sent, at least.

import type { Awaitable } from "../inventory/awaitable.ts";
import type { LabelStore } from "../inventory/label-store.ts";
import type { Metrics } from "../inventory/metrics.ts";
import type { Log } from "../inventory/log.ts";
import { isStillAt, type Position } from "../inventory/position.ts";
import { SingleFlight } from "../inventory/single-flight.ts";
import { type Encoding, type WholeBody, wholeBody } from "../snapshot/encode.ts";
import { type BodyPage, WHOLE_BYTES_MAX } from "../snapshot/paged-body.ts";
import { type NumberedBody, type Pieces, piecesOf } from "../snapshot/pieces.ts";
import type { ReaderMemory } from "../snapshot/reader-memory.ts";
import { Readers } from "../snapshot/readers.ts";
import { openLabelWriter } from "../transfer/write-rows.ts";
import type { EntityTag } from "../http/entity-tags.ts";

export interface LabelForm {
  readonly format: "json" | "csv";
  readonly encoding: Encoding;
}

export interface LabelBody {
  /** The position of the labels in the body. */
  readonly position: Position;
  readonly body: WholeBody | Pieces;
}

interface LabelBodyPorts {
  readonly readerMemory: ReaderMemory;
  readonly log: Log;
  readonly metrics: Metrics;
}

const encoder = new TextEncoder();

type Labels = Pick<LabelStore, "position" | "readAll">;

/** A larger body is not kept. */
const KEPT_BYTES_MAX = 1024 * 1024;
/** At least, as pages of the list: of a reader that has stopped, the runtime copies one. */
const PAGE_BYTES = 32 * 1024;
/** Encoding so many takes less than a millisecond, and they have at most 250 KB. */
const BATCH_LABELS = 100;

export class LabelBodies {
  readonly #lists: Readonly<Record<LabelForm["format"], LabelList>>;

  constructor(labels: Labels, ports: LabelBodyPorts) {
    this.#lists = { json: new LabelList("json", labels, ports), csv: new LabelList("csv", labels, ports) };
  }

  /** All labels as of now. Throws a StoreError. */
  async body({ format, encoding }: LabelForm): Promise<LabelBody> {
    const list = this.#lists[format];
    const version = await list.current();
    return { position: version.position, body: list.body(version, encoding) };
  }
}

interface LabelVersion extends NumberedBody {
  readonly position: Position;
  /** Bodies in one piece. */
  readonly whole: Map<Encoding, WholeBody>;
}

/** The labels in one format. */
class LabelList {
  readonly #format: LabelForm["format"];
  readonly #labels: Labels;
  readonly #ports: LabelBodyPorts;
  readonly #readers: Readers;
  readonly #catchUps = new SingleFlight(() => this.#catchUp());
  /** A large version can be collected once it is not sent any more. */
  #latest: Pick<WeakRef<LabelVersion>, "deref"> | undefined;
  #made = 0;

  constructor(format: LabelForm["format"], labels: Labels, ports: LabelBodyPorts) {
    this.#format = format;
    this.#labels = labels;
    this.#ports = ports;
    this.#readers = new Readers(ports.readerMemory);
  }

  /** The labels as of now, read once for all that ask meanwhile. */
  current(): Awaitable<LabelVersion> {
    return this.#catchUps.get();
  }

  body(version: LabelVersion, encoding: Encoding): WholeBody | Pieces {
    if (version.byteLength > WHOLE_BYTES_MAX)
      return piecesOf(version, encoding, { readers: this.#readers, ...this.#ports });
    const known = version.whole.get(encoding);
    if (known !== undefined) return known;
    const body = wholeBody(version, encoding);
    version.whole.set(encoding, body);
    return body;
  }

  async #catchUp(): Promise<LabelVersion> {
    const known = this.#latest?.deref();
    if (known !== undefined && isStillAt(known.position, await this.#labels.position())) return known;
    return this.#publish(await this.#read());
  }

  /** From one snapshot of the database, at full speed: slow readers hold pages, no snapshot. */
  async #read(): Promise<LabelVersion> {
    const pages: BodyPage[] = [];
    const writer = openLabelWriter(this.#format);
    const [start, end] = this.#format === "json" ? ['{"labels":', "}"] : ["", ""];
    let text = start;
    const position = await this.#labels.readAll(async (labels) => {
      for (let at = 0; at < labels.length; at += BATCH_LABELS) {
        text += writer.page(labels.slice(at, at + BATCH_LABELS));
        if (text.length < PAGE_BYTES) continue;
        pages.push({ bytes: encoder.encode(text) });
        text = "";
        // Lets other requests run between pages.
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    const ending = encoder.encode(text + writer.end() + end);
    const byteLength = pages.reduce((sum, { bytes }) => sum + bytes.length, ending.length);
    return { number: (this.#made += 1), position, pages, ending, byteLength, whole: new Map() };
  }

  #publish(version: LabelVersion): LabelVersion {
    const replaced = this.#latest?.deref()?.pages ?? [];
    this.#latest = version.byteLength <= KEPT_BYTES_MAX ? { deref: () => version } : new WeakRef(version);
    this.#readers.replacePages(version.number, { appeared: version.pages, replaced });
    return version;
  }
}

const TAG = /^([0-9]{1,16})-([0-9a-f]{16})(?:-csv)?(?:-gzip)?$/;

/** `"42-1f0c9be2a7d34c55"`, `"42-1f0c9be2a7d34c55-csv"`, `"42-1f0c9be2a7d34c55-gzip"`; without a form that of JSON. */
export function labelsTag(
  { revision, nonce }: Position,
  { format, encoding }: Partial<LabelForm> = {},
): string {
  return `"${revision}-${nonce}${format === "csv" ? "-csv" : ""}${encoding === "gzip" ? "-gzip" : ""}"`;
}

/** The positions in tags of any form. Strong comparison (RFC 9110, section 13.1.1): a weak tag never matches. */
export function positionsOf(tags: readonly EntityTag[]): Position[] {
  return tags.flatMap(({ weak, opaque }) => {
    const [, digits, nonce] = TAG.exec(opaque) ?? [];
    return weak || digits === undefined || nonce === undefined ? [] : [{ revision: Number(digits), nonce }];
  });
}
