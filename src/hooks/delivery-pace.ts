// How long a hook rests after a message. Updates go first: a message costs some milliseconds of the thread that answers them, however few
// changes it has. While updates wait for their commit there are fewer messages, each with more changes; while none does, no rest.

import type { Clock } from "../inventory/clock.ts";
import type { Position } from "../inventory/position.ts";

/** After a message, while updates wait all the time. */
const REST_MS = 1_000;
/** How much one look at the waiting updates counts, against all earlier ones: with five to ten looks a second, about a second. */
const LOOK_WEIGHT = 0.2;
/** More wait for no rest: beyond 1 MiB a receiver would have to read the whole list. A change has up to 100 bytes. */
const CHANGES_MAX = 5_000;

interface DeliveryPaceOptions {
  /** Whether updates wait for their commit. */
  readonly isBusy: () => boolean;
  readonly steady: Clock;
}

/** Of all hooks of a server. */
export class DeliveryPace {
  readonly #options: DeliveryPaceOptions;
  /** How often updates waited, 0 to 1. */
  #waiting = 0;

  constructor(options: DeliveryPaceOptions) {
    this.#options = options;
  }

  /** Before each look at the hooks. */
  look(): void {
    this.#waiting += (Number(this.#options.isBusy()) - this.#waiting) * LOOK_WEIGHT;
  }

  /** Whether a hook that was at `position` when its last message ended, at `endedAt` by the steady clock, is due at `newest`. */
  isRested({ endedAt, position }: { endedAt: number; position: Position }, newest: Position): boolean {
    const restedMs = this.#options.steady.now() - endedAt;
    return restedMs >= REST_MS * this.#waiting || newest.revision - position.revision >= CHANGES_MAX;
  }
}
