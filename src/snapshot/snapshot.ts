// The whole list, kept in memory as bytes. It catches up with the store before each response, so a list shows every update
// that any server of the same database had acknowledged when the request arrived.

import { andThen, type Awaitable } from "../inventory/awaitable.ts";
import { type Metrics, noMetrics } from "../inventory/metrics.ts";
import type { Log } from "../inventory/log.ts";
import type { Changes, ChangesSince, InventoryStore } from "../inventory/store.ts";
import type { Position } from "../inventory/position.ts";
import { SingleFlight } from "../inventory/single-flight.ts";
import {
  changeInSteps,
  changeListVersion,
  type ListVersion,
  makeListVersion,
  PageBuilder,
} from "./list-version.ts";
import { type Encoding, type WholeBody, wholeBody } from "./encode.ts";
import type { Page, PageChange } from "./page.ts";
import { WHOLE_BYTES_MAX } from "./paged-body.ts";
import { type Pieces, piecesOf } from "./pieces.ts";
import { Readers } from "./readers.ts";

interface SnapshotOptions {
  readonly log: Log;
  readonly readers?: Readers;
  readonly metrics?: Metrics;
}

type ListSource = Pick<InventoryStore, "changesSince" | "readChanges" | "readAll">;

/** Caught up with in one step: some 15 ms on SQLite for pets that are far apart among 1,000,000, each of whose pages is copied. */
const MOVEMENTS_AT_ONCE = 500;

/** The position before the first load. No database has this nonce. */
const NOT_LOADED: Position = { revision: 0, nonce: "" };

export class Snapshot {
  readonly #store: ListSource;
  readonly #log: Log;
  readonly #metrics: Metrics;
  readonly readers: Readers;
  #version: ListVersion = makeListVersion(0, NOT_LOADED, []);
  #bodies = new Map<Encoding, WholeBody>();
  readonly #catchUps = new SingleFlight(() => this.#measuredCatchUp());

  constructor(store: ListSource, { log, readers = new Readers(), metrics = noMetrics }: SnapshotOptions) {
    this.#store = store;
    this.#log = log;
    this.#metrics = metrics;
    this.readers = readers;
  }

  /** The list as of the last catch-up. */
  get latest(): ListVersion {
    return this.#version;
  }

  /** Whether the list has been loaded once. */
  get isLoaded(): boolean {
    return this.#version.position !== NOT_LOADED;
  }

  /** The list as of now; synchronous if the store answers synchronously. Throws a StoreError. */
  current(): Awaitable<ListVersion> {
    return this.#catchUps.get();
  }

  /** The body of a version that `current` gave: in one piece if small, else in pieces at the reader's pace. */
  body(version: ListVersion, encoding: Encoding): WholeBody | Pieces {
    if (version.byteLength > WHOLE_BYTES_MAX)
      return piecesOf(version, encoding, { readers: this.readers, log: this.#log, metrics: this.#metrics });
    if (version !== this.#version) return wholeBody(version, encoding);
    const known = this.#bodies.get(encoding);
    if (known !== undefined) return known;
    const body = wholeBody(version, encoding);
    this.#bodies.set(encoding, body);
    return body;
  }

  #measuredCatchUp(): Awaitable<ListVersion> {
    const known = this.#version;
    const startedAt = this.#metrics.now();
    return andThen(this.#catchUp(), (version) => {
      if (version !== known) this.#metrics.caughtUp(startedAt);
      return version;
    });
  }

  #catchUp(): Awaitable<ListVersion> {
    const known = this.#version.position;
    if (known === NOT_LOADED) return this.#reload();
    return andThen(this.#store.changesSince(known, { movementsMax: MOVEMENTS_AT_ONCE }), (changes) =>
      changes === "reload" ? this.#catchUpInSteps(known) : this.#apply(changes),
    );
  }

  #apply(changes: ChangesSince): ListVersion {
    const { position } = changes;
    if (position === this.#version.position) return this.#version;
    const { version, ...replacement } = changeListVersion(this.#version, position, pageChangesOf(changes));
    return this.#publish(version, replacement);
  }

  /** Many changes, such as an import: other requests run between the steps. */
  async #catchUpInSteps(known: Position): Promise<ListVersion> {
    const changes: PageChange[] = [];
    const position = await this.#store.readChanges(known, async (page) => {
      changes.push(...pageChangesOf(page));
      await nextTurn();
    });
    if (position === "reload") return this.#reload();
    const steps = changeInSteps(this.#version, position, changes);
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return this.#publish(step.value.version, step.value);
      await nextTurn();
    }
  }

  async #reload(): Promise<ListVersion> {
    const startedAt = performance.now();
    const builder = new PageBuilder();
    const position = await this.#store.readAll(async (items) => {
      // Reading a page and encoding it take some ms each.
      await nextTurn();
      builder.add(items);
      await nextTurn();
    });
    const replaced = this.#version.pages;
    const version = makeListVersion(this.#version.number + 1, position, builder.finish());
    this.#publish(version, { appeared: version.pages, replaced });
    const durationMs = Math.round(performance.now() - startedAt);
    this.#log.info("list_loaded", { revision: position.revision, bytes: version.byteLength, durationMs });
    return version;
  }

  #publish(
    version: ListVersion,
    replacement: { appeared: readonly Page[]; replaced: readonly Page[] },
  ): ListVersion {
    this.#version = version;
    this.#bodies = new Map();
    this.readers.replacePages(version.number, replacement);
    return version;
  }
}

function pageChangesOf({ items, removed }: Changes): PageChange[] {
  const changed: PageChange[] = items.map((item) => ({ petId: item.petId, item }));
  return [...changed, ...removed.map((petId) => ({ petId, item: undefined }))];
}

/** Lets other requests run. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
