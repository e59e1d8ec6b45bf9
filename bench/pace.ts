// Durations of the full run and of the quick run, which measures most of it less accurately.

import type { Contest } from "./contest.ts";

export interface Pace {
  readonly description: string;
  /** Turns of each entrant of a contest. */
  readonly rounds: number;
  readonly warmUpSeconds: number;
  /** Warms up all entrants of a contest at once, which takes less time and warms less. */
  readonly warmsUpTogether: boolean;
  /** Runs also the contests that are for the full run only. */
  readonly runsAllContests: boolean;
  readonly secondsEach: number;
  /** Starts over each inventory, and pairs of a list unchanged and a list after a change. */
  readonly starts: number;
  readonly pairs: number;
  /** Changes whose delay to a stream is measured, for each way. */
  readonly delays: number;
  /** Movements of the long ledger in the theme of years. */
  readonly movements: number;
  /** The longest duration of a run, in case it hangs. */
  readonly deadlineSeconds: number;
}

export const FULL: Pace = {
  description: "full run",
  // Short turns: a disturbance that lasts some seconds affects all entrants of a round.
  rounds: 5,
  warmUpSeconds: 2,
  warmsUpTogether: false,
  runsAllContests: true,
  secondsEach: 2,
  starts: 5,
  pairs: 25,
  delays: 200,
  movements: 10_000_000,
  deadlineSeconds: 40 * 60,
};

export const QUICK: Pace = {
  description: "quick run: one round each, so only the orders of magnitude hold",
  rounds: 1,
  warmUpSeconds: 1,
  warmsUpTogether: true,
  runsAllContests: false,
  secondsEach: 1,
  starts: 1,
  pairs: 5,
  delays: 20,
  movements: 100_000,
  deadlineSeconds: 10 * 60,
};

/** The contests that a run of this pace measures. */
export function contestsAt(pace: Pace, contests: readonly Contest[]): readonly Contest[] {
  return contests.filter(({ isForFullRun }) => pace.runsAllContests || !isForFullRun);
}
