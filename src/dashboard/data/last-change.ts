// The last change of each pet on the screen. Requests a few at once, when scrolling rests.

import { type Movement, type PetstockAdmin, RequestError } from "../../client/client.ts";
import { isRetryable } from "../../client/retry.ts";
import type { StateStore } from "../state/state.ts";

export type LastChange = Pick<Movement, "at" | "actor" | "reason" | "note">;

interface LastChangesOptions {
  readonly store: StateStore;
  /** Throws when signed out. */
  readonly admin: () => PetstockAdmin;
}

/** Longer than the pause between two steps of scrolling. */
const REST_MS = 150;
/** Leaves two of a browser's six connections free. */
const REQUESTS_MAX = 4;
/** Some hundred screens; beyond, the oldest are forgotten. */
const KEPT_MAX = 5_000;

export class LastChanges {
  readonly #options: LastChangesOptions;
  /** The oldest first. */
  readonly #known = new Map<bigint, LastChange>();
  /** Pets on the screen, the first ones first. */
  #wanted: readonly bigint[] = [];
  /** By pet; a change of the pet replaces the object, so that an older answer is not kept. */
  readonly #asked = new Map<bigint, object>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDenied = false;

  constructor(options: LastChangesOptions) {
    this.#options = options;
  }

  /** Undefined until it is known; `state.lastChangesVersion` grows when it is. */
  get(petId: bigint): LastChange | undefined {
    return this.#known.get(petId);
  }

  /** Asks for the pets on the screen that are not known. Pets that were wanted before and have not been asked for are dropped. */
  want(petIds: readonly bigint[]): void {
    this.#wanted = petIds;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#askNext(), REST_MS);
  }

  /** The pets have changed. */
  forget(petIds: Iterable<bigint>): void {
    let isWanted = false;
    for (const petId of petIds) {
      this.#known.delete(petId);
      this.#asked.delete(petId);
      isWanted ||= this.#wanted.includes(petId);
    }
    if (isWanted) this.want(this.#wanted);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#known.clear();
    this.#asked.clear();
    this.#wanted = [];
    this.#isDenied = false;
  }

  #askNext(): void {
    const { me } = this.#options.store.state;
    if (this.#isDenied || me === undefined) return;
    for (const petId of this.#wanted) {
      if (this.#asked.size >= REQUESTS_MAX) return;
      if (!this.#known.has(petId) && !this.#asked.has(petId)) void this.#ask(petId);
    }
  }

  async #ask(petId: bigint): Promise<void> {
    const request = {};
    this.#asked.set(petId, request);
    try {
      const { entries } = await this.#options.admin().movementPage({ petId, pageSize: 1 });
      if (this.#asked.get(petId) === request && entries[0] !== undefined) this.#keep(petId, entries[0]);
    } catch (error) {
      // The session has ended, or the pet has changed since.
      if (this.#asked.get(petId) !== request) return;
      // Asked again when the rows on the screen change; not where the service denies it.
      this.#isDenied ||= error instanceof RequestError && !isRetryable(error, true);
      this.#wanted = [];
    } finally {
      if (this.#asked.get(petId) === request) this.#asked.delete(petId);
      this.#askNext();
    }
  }

  #keep(petId: bigint, { at, actor, reason, note }: Movement): void {
    this.#known.set(petId, { at, actor, reason, note });
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= KEPT_MAX) break;
      this.#known.delete(oldest);
    }
    const { store } = this.#options;
    store.set({ lastChangesVersion: store.state.lastChangesVersion + 1 });
  }
}
