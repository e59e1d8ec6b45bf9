// Durations of the full run and of the quick run, which measures the same less accurately.

export interface Pace {
  readonly description: string;
  /** Turns of each entrant of a contest. */
  readonly rounds: number;
  readonly warmUpSeconds: number;
  readonly secondsEach: number;
  /** Starts over each inventory, and pairs of a list unchanged and a list after a change. */
  readonly starts: number;
  readonly pairs: number;
  /** The longest duration of a run, in case it hangs. */
  readonly deadlineSeconds: number;
}

export const FULL: Pace = {
  description: "full run",
  rounds: 5,
  warmUpSeconds: 2,
  secondsEach: 3,
  starts: 5,
  pairs: 25,
  deadlineSeconds: 40 * 60,
};

export const QUICK: Pace = {
  description: "quick run: one round each, so only the orders of magnitude hold",
  rounds: 1,
  warmUpSeconds: 1,
  secondsEach: 1,
  starts: 1,
  pairs: 5,
  deadlineSeconds: 10 * 60,
};
