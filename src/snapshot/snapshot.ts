// The whole list, kept ready as bytes. Before each answer it catches up with the store, so a list never shows less than
// what any server of the same database had acknowledged when the request came.

import { andThen, type Awaitable } from "../inventory/awaitable.ts";
import { type Log, type Metrics, noMetrics } from "../inventory/ports.ts";
import type { ChangesSince, InventoryStore } from "../inventory/store.ts";
import type { Position } from "../inventory/position.ts";
import { SingleFlight } from "../inventory/single-flight.ts";
import { changeEdition, type ListVersion, makeEdition, PageBuilder } from "./list-version.ts";
import { BodyPieces, type Encoding, type WholeBody, wholeBody } from "./encode.ts";
import type { Page, PageChange } from "./page.ts";
import { Readers } from "./readers.ts";

/** Up to here a body leaves in one piece, whatever slow readers then hold of it. */
const WHOLE_BYTES_MAX = 64 * 1024;

interface SnapshotOptions {
  readonly log: Log;
  readonly readers?: Readers;
  readonly metrics?: Metrics;
}

type Catalogue = Pick<InventoryStore, "changesSince" | "readAll">;

/** Before the first catch-up; no database ever has this nonce. */
const NOWHERE: Position = { revision: 0, nonce: "" };

export class Snapshot {
  readonly #store: Catalogue;
  readonly #log: Log;
  readonly #metrics: Metrics;
  readonly readers: Readers;
  #edition: ListVersion = makeEdition(0, NOWHERE, []);
  #bodies = new Map<Encoding, WholeBody>();
  readonly #catchUps = new SingleFlight(() => this.#measuredCatchUp());

  constructor(store: Catalogue, { log, readers = new Readers(), metrics = noMetrics }: SnapshotOptions) {
    this.#store = store;
    this.#log = log;
    this.#metrics = metrics;
    this.readers = readers;
  }

  /** The list as it was when somebody last asked for it. */
  get latest(): ListVersion {
    return this.#edition;
  }

  /** Whether the list was ever read. */
  get isLoaded(): boolean {
    return this.#edition.position !== NOWHERE;
  }

  /** The list as of now; at once where the store answers at once. Throws a StoreError. */
  current(): Awaitable<ListVersion> {
    return this.#catchUps.get();
  }

  /** The body of the edition that `current` gave: in one piece while it is small, else sent at the reader's pace. */
  body(edition: ListVersion, encoding: Encoding): WholeBody | AsyncGenerator<Uint8Array<ArrayBuffer>> {
    if (edition.byteLength > WHOLE_BYTES_MAX)
      return this.#stream(new BodyPieces(edition, encoding), edition.number);
    if (edition !== this.#edition) return wholeBody(edition, encoding);
    const body = this.#bodies.get(encoding) ?? wholeBody(edition, encoding);
    this.#bodies.set(encoding, body);
    return body;
  }

  #measuredCatchUp(): Awaitable<ListVersion> {
    const known = this.#edition;
    const startedAt = this.#metrics.now();
    return andThen(this.#catchUp(), (edition) => {
      if (edition !== known) this.#metrics.caughtUp(startedAt);
      return edition;
    });
  }

  #catchUp(): Awaitable<ListVersion> {
    const known = this.#edition.position;
    if (known === NOWHERE) return this.#reload();
    return andThen(this.#store.changesSince(known), (changes) => this.#apply(changes));
  }

  #apply(changes: ChangesSince | "reload"): Awaitable<ListVersion> {
    if (changes === "reload") return this.#reload();
    if (changes.position === this.#edition.position) return this.#edition;
    const items: PageChange[] = changes.items.map((item) => ({ petId: item.petId, item }));
    const removed: PageChange[] = changes.removed.map((petId) => ({ petId, item: undefined }));
    const { edition, ...turned } = changeEdition(this.#edition, changes.position, [...items, ...removed]);
    return this.#publish(edition, turned);
  }

  async #reload(): Promise<ListVersion> {
    const startedAt = performance.now();
    const builder = new PageBuilder();
    const position = await this.#store.readAll(async (items) => {
      builder.add(items);
      // Other requests get their turn between pages.
      await new Promise((resolve) => setImmediate(resolve));
    });
    const replaced = this.#edition.pages;
    const edition = makeEdition(this.#edition.number + 1, position, builder.finish());
    this.#publish(edition, { appeared: edition.pages, replaced });
    const durationMs = Math.round(performance.now() - startedAt);
    this.#log.info("list_loaded", { revision: position.revision, bytes: edition.byteLength, durationMs });
    return edition;
  }

  #publish(
    edition: ListVersion,
    turned: { appeared: readonly Page[]; replaced: readonly Page[] },
  ): ListVersion {
    this.#edition = edition;
    this.#bodies = new Map();
    this.readers.turnPages(edition.number, turned);
    return edition;
  }

  /** Holds the pages through `pieces` alone, so that cutting a reader off frees them at once. */
  async *#stream(pieces: BodyPieces, editionNumber: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const reader = this.readers.open(editionNumber, () => {
      pieces.giveUp();
      this.#metrics.readerCutOff();
    });
    try {
      for (let piece = await pieces.next(); piece !== undefined; piece = await pieces.next()) {
        yield piece;
        this.readers.takePiece();
      }
    } finally {
      this.readers.close(reader);
    }
    if (!reader.cutOff) return;
    this.#log.warn("slow_reader_cut_off", {});
    // Breaks the chunked body, so that the client sees an error and not a short list.
    throw new Error("the reader was too slow, and what it still needed was given up");
  }
}
