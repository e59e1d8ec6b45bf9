// Counts all problems of a file and keeps the first ones, so that a large file of bad rows fills neither memory nor a
// screen.

import type { RowProblem } from "./problem.ts";

const NAMED_MAX = 100;

export interface Problems {
  /** The first ones, in the order in which they were found. */
  readonly named: readonly RowProblem[];
  /** Number of all problems. */
  readonly count: number;
}

export class ProblemList implements Problems {
  readonly named: RowProblem[] = [];
  count = 0;

  /** Returns the problems that are kept. */
  add(problems: readonly RowProblem[]): readonly RowProblem[] {
    const kept = problems.slice(0, NAMED_MAX - this.named.length);
    this.named.push(...kept);
    this.count += problems.length;
    return kept;
  }
}
