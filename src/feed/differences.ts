// Differences by the position that they start from. Concurrent requests of one key for one position share one reading, and the latest
// differences are kept: after a restart all streams come back with the same few positions. Large ones are read one after the other, in
// turns of keys: each has up to 3 MB and takes up to a second, and a key may ask for as many positions as the history has.

import { positionTag } from "../contract/position-tag.ts";
import type { ActorPets } from "../inventory/actors.ts";
import { andThen, type Awaitable } from "../inventory/awaitable.ts";
import { KeyTurns } from "../inventory/key-turns.ts";
import { isStillAt, type Position } from "../inventory/position.ts";
import { SingleFlight } from "../inventory/single-flight.ts";
import type { Changes, InventoryStore } from "../inventory/store.ts";
import { Difference, type ChangesText, textOf } from "./difference.ts";

/**
 * Read in one step, without a turn; more are read in pages. For streams, which are brought to now one after the other, 1,000 take 10 ms on
 * SQLite, also of pets that are far apart among 1,000,000. Many requests may come at once.
 */
const MOVEMENTS_AT_ONCE = { streams: 1_000, request: 100 } as const;
/** Kept differences. Each has up to 3 MB. */
const KEPT_MAX = 4;

export type ChangesSource = Pick<
  InventoryStore,
  "changesSince" | "readChanges" | "actorsBetween" | "readActors"
>;

/** `"gone"`: the position is not in the history, or too long ago. */
export type DifferenceOrGone = Difference | "gone";

/** The request that a difference is for. */
export interface DifferenceRequest {
  readonly keyId: string;
  readonly signal: AbortSignal;
}

export interface DifferenceOptions {
  /** Whether it names who made the changes. */
  readonly actors?: boolean;
}

/** A difference that is being read, or waits for its turn. */
class Reading {
  readonly flight: SingleFlight<DifferenceOrGone>;
  readonly #requests: (DifferenceRequest | undefined)[] = [];

  constructor(read: (reading: Reading) => Awaitable<DifferenceOrGone>) {
    this.flight = new SingleFlight(() => read(this));
  }

  join(request: DifferenceRequest | undefined): Awaitable<DifferenceOrGone> {
    this.#requests.push(request);
    const difference = this.flight.get();
    if (request === undefined || !(difference instanceof Promise)) return difference;
    return difference.catch((error: unknown) => {
      if (error instanceof AllLeftError) request.signal.throwIfAborted();
      throw error;
    });
  }

  throwIfAborted(): void {
    if (this.#requests.every((request) => request?.signal.aborted)) throw new AllLeftError();
  }
}

/** The clients of all requests have left: each request gets the reason of its own signal. */
class AllLeftError extends Error {}

interface Wanted {
  readonly position: Position;
  readonly tag: string;
  /** Null for the streams that are open. */
  readonly keyId: string | null;
  readonly actors: boolean;
  readonly reading: Reading;
}

export class Differences {
  readonly #store: ChangesSource;
  readonly #turns = new KeyTurns();
  readonly #readings = new Map<string, Reading>();
  readonly #kept = new Map<string, Difference>();
  /** Those of differences that name actors, as long as the others are kept: what they name does not change. */
  readonly #named = new WeakMap<Difference, Difference>();
  #newest: Position | undefined;

  constructor(store: ChangesSource) {
    this.#store = store;
  }

  /**
   * The difference from `position` to now: shows every change that any server has acknowledged when it is called. Without changes
   * its position equals `position`. Synchronous if the store is, and few pets have changed. Without `request` for the streams that are
   * open. Throws a StoreError; the reason of the request's signal if its client has left before a large difference is read.
   */
  since(
    position: Position,
    request?: DifferenceRequest,
    { actors = false }: DifferenceOptions = {},
  ): Awaitable<DifferenceOrGone> {
    const tag = positionTag(position);
    const keyId = request?.keyId ?? null;
    // Keys share no reading: it would wait behind all that the first of them has asked for.
    const key = `${keyId ?? ""} ${tag}${actors ? " actors" : ""}`;
    const reading =
      this.#readings.get(key) ??
      new Reading((own) => {
        const wanted = { position, tag, keyId, actors, reading: own };
        return actors ? this.#withActors(wanted) : this.#makeOrRecall(wanted);
      });
    const difference = reading.join(request);
    if (!(difference instanceof Promise)) return difference;
    this.#readings.set(key, reading);
    const end = () => void this.#readings.delete(key);
    difference.then(end, end);
    return difference;
  }

  #withActors(wanted: Wanted): Awaitable<DifferenceOrGone> {
    return andThen(this.#makeOrRecall(wanted), (difference) => {
      if (difference === "gone") return difference;
      return this.#named.get(difference) ?? this.#name(wanted, difference);
    });
  }

  /** After the difference is read, since its end is not known before. */
  #name(wanted: Wanted, difference: Difference): Awaitable<DifferenceOrGone> {
    const { position: since, keyId, reading } = wanted;
    const to = difference.position;
    const actors = isStillAt(to, since) ? [] : this.#store.actorsBetween({ since, to });
    return andThen(actors, (few) => {
      if (few !== "reload") return this.#keepNamed(difference, few);
      return this.#turns.run(keyId, reading, () => this.#nameInPages(wanted, difference));
    });
  }

  async #nameInPages({ position: since }: Wanted, difference: Difference): Promise<DifferenceOrGone> {
    // Another key may have read them before this turn.
    const named = this.#named.get(difference);
    if (named !== undefined) return named;
    const actors = await this.#store.readActors({ since, to: difference.position });
    return actors === "reload" ? "gone" : this.#keepNamed(difference, actors);
  }

  #keepNamed(difference: Difference, actors: readonly ActorPets[]): Difference {
    const named = difference.withActors(actors);
    this.#named.set(difference, named);
    return named;
  }

  #makeOrRecall(wanted: Wanted): Awaitable<DifferenceOrGone> {
    return this.#recall(wanted, () => this.#make(wanted));
  }

  #recall({ tag }: Wanted, make: () => Awaitable<DifferenceOrGone>): Awaitable<DifferenceOrGone> {
    const kept = this.#kept.get(tag);
    if (kept === undefined) return make();
    return andThen(this.#store.changesSince(kept.position, { movementsMax: 0 }), (changes) =>
      // Still the newest position, so the difference is the same.
      changes !== "reload" && changes.position === kept.position ? kept : make(),
    );
  }

  #make(wanted: Wanted): Awaitable<DifferenceOrGone> {
    const { position, tag, keyId, reading } = wanted;
    const movementsMax = MOVEMENTS_AT_ONCE[keyId === null ? "streams" : "request"];
    return andThen(this.#store.changesSince(position, { movementsMax, labels: true }), (changes) => {
      if (changes !== "reload")
        return this.#keep(tag, Difference.of(this.#canonical(changes.position), textOf(changes)));
      return this.#turns.run(keyId, reading, () => this.#makeInTurn(wanted));
    });
  }

  async #makeInTurn(wanted: Wanted): Promise<DifferenceOrGone> {
    // Another key may have read it before this turn.
    const difference = await this.#recall(wanted, () => this.#readInPages(wanted));
    if (!wanted.actors || difference === "gone") return difference;
    // In the same turn: differences that waited for another one would be in memory all at once.
    return (await this.#nameInPages(wanted, difference)) === "gone" ? "gone" : difference;
  }

  async #readInPages({ position: since, tag, reading }: Wanted): Promise<DifferenceOrGone> {
    const pages: ChangesText[] = [];
    const onPage = async (page: Changes) => {
      pages.push(textOf(page));
      // Lets other requests run between pages.
      await new Promise((resolve) => setImmediate(resolve));
      reading.throwIfAborted();
    };
    const position = await this.#store.readChanges(since, onPage, { labels: true });
    if (position === "reload") return "gone";
    const text = {
      items: pages.flatMap(({ items }) => items),
      removed: pages.flatMap(({ removed }) => removed),
      labels: pages.flatMap(({ labels }) => labels),
      unlabeled: pages.flatMap(({ unlabeled }) => unlabeled),
    };
    return this.#keep(tag, Difference.of(this.#canonical(position), text));
  }

  /** One object for equal positions, so that streams that stand there share the next difference. */
  #canonical(position: Position): Position {
    const newest = this.#newest;
    if (newest?.revision === position.revision && newest.nonce === position.nonce) return newest;
    this.#newest = position;
    return position;
  }

  #keep(tag: string, difference: Difference): Difference {
    this.#kept.delete(tag);
    this.#kept.set(tag, difference);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest);
    return difference;
  }
}
