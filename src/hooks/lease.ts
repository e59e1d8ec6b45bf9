// The lease by which one server of several delivers. By the steady clock of each server alone: a holder counts as one for VALID_MS from
// the start of its last beat, and another server takes over where it has seen the same beat for TAKE_OVER_MS.

import type { Clock } from "../inventory/clock.ts";
import type { HookLease, HookStore, StoredProgress } from "../inventory/hook-store.ts";

const BEAT_MS = 1_000;
/** Less than TAKE_OVER_MS by more than a slow beat takes. */
const VALID_MS = 3_000;
const TAKE_OVER_MS = 5_000;

export class DeliveryLease {
  readonly #holder: string;
  readonly #store: Pick<HookStore, "beat">;
  readonly #clock: Clock;
  #lease: HookLease | undefined;
  /** When the lease was first seen as it is. */
  #seenAt = Number.NEGATIVE_INFINITY;
  #validUntil = Number.NEGATIVE_INFINITY;
  #beatAt = Number.NEGATIVE_INFINITY;

  constructor(holder: string, { store, clock }: { store: Pick<HookStore, "beat">; clock: Clock }) {
    this.#holder = holder;
    this.#store = store;
    this.#clock = clock;
  }

  get isHeld(): boolean {
    return this.#clock.now() < this.#validUntil;
  }

  get isBeatDue(): boolean {
    return this.#clock.now() - this.#beatAt >= BEAT_MS;
  }

  /** Claims or keeps the lease, and stores progress; false if another server has it, and nothing was stored. */
  async beat(progress: readonly StoredProgress[]): Promise<boolean> {
    const startedAt = this.#clock.now();
    this.#beatAt = startedAt;
    const stopped = startedAt - this.#seenAt >= TAKE_OVER_MS ? this.#lease : undefined;
    const lease = await this.#store.beat({ holder: this.#holder, stopped, progress });
    if (lease.holder !== this.#lease?.holder || lease.beat !== this.#lease.beat) this.#seenAt = startedAt;
    this.#lease = lease;
    const isHeld = lease.holder === this.#holder;
    this.#validUntil = isHeld ? startedAt + VALID_MS : Number.NEGATIVE_INFINITY;
    return isHeld;
  }
}
