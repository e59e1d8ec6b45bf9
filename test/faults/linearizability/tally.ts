// The figures of many checked histories, for the one line that a test prints.

import type { Verdict } from "./checker.ts";
import { type History, REFUSED, UNKNOWN } from "./history.ts";

export class Tally {
  histories = 0;
  operations = 0;
  unknown = 0;
  refused = 0;
  steps = 0;
  stepsMax = 0;
  readonly #begunAt = performance.now();

  add({ operations }: History, { steps }: Verdict): void {
    this.histories += 1;
    this.operations += operations.length;
    this.unknown += operations.filter(({ answer }) => answer === UNKNOWN).length;
    this.refused += operations.filter(({ answer }) => answer === REFUSED).length;
    this.steps += steps;
    this.stepsMax = Math.max(this.stepsMax, steps);
  }

  get words(): string {
    const seconds = ((performance.now() - this.#begunAt) / 1000).toFixed(1);
    return (
      `${this.histories} histories of ${this.operations} operations (${this.unknown} of unknown outcome, ` +
      `${this.refused} refused), ${this.steps} steps (at most ${this.stepsMax}) in ${seconds} s`
    );
  }
}
