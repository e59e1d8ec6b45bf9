// How long everything takes: the full run, and the quick one, which skips nothing and so is only less sure.

export interface Pace {
  readonly words: string;
  /** Turns that each entrant of a contest gets. */
  readonly rounds: number;
  readonly warmUpSeconds: number;
  readonly secondsEach: number;
  /** Starts over each inventory, and pairs of a list unchanged and a list after a change. */
  readonly starts: number;
  readonly pairs: number;
  /** A run that hangs ends here. */
  readonly deadlineSeconds: number;
}

export const FULL: Pace = {
  words: "full run",
  rounds: 5,
  warmUpSeconds: 2,
  secondsEach: 3,
  starts: 5,
  pairs: 25,
  deadlineSeconds: 40 * 60,
};

export const QUICK: Pace = {
  words: "quick run: one round each, so only the orders of magnitude hold",
  rounds: 1,
  warmUpSeconds: 1,
  secondsEach: 1,
  starts: 1,
  pairs: 5,
  deadlineSeconds: 10 * 60,
};
