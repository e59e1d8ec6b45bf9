// How long everything takes: the full run, and the quick one, which skips nothing and so is only less sure.

export interface Pace {
  /** Turns that each contestant gets, beside one to warm up. */
  readonly rounds: number;
  /** The same on PostgreSQL. */
  readonly postgresRounds: number;
  readonly warmUpSeconds: number;
  readonly secondsEach: number;
  /** Starts over 1,000,000 pets, and pairs of a list unchanged and a list after a change. */
  readonly starts: number;
  readonly pairs: number;
  /** A run that hangs ends here. */
  readonly deadlineSeconds: number;
}

export const FULL: Pace = {
  rounds: 5,
  postgresRounds: 5,
  warmUpSeconds: 2,
  secondsEach: 4,
  starts: 5,
  pairs: 25,
  deadlineSeconds: 30 * 60,
};

export const QUICK: Pace = {
  rounds: 3,
  postgresRounds: 2,
  warmUpSeconds: 1,
  secondsEach: 1,
  starts: 3,
  pairs: 11,
  deadlineSeconds: 5 * 60,
};
