// One part of a run: its measurements and how they are made. Themes are independent, so that a failure affects one theme.

import type { Bench } from "./bench.ts";
import type { Contest, Figure } from "./contest.ts";

export interface Theme {
  readonly name: string;
  readonly title: string;
  /** Explains the measurements and how to read the figures; Markdown. */
  readonly description: string;
  readonly contests: readonly Contest[];
  readonly figures: readonly Figure[];
  /** Installs and builds what it needs; not part of its time. */
  prepare?(bench: Bench): Promise<void>;
  /** Leaves no process running, also if it throws. */
  measure(bench: Bench): Promise<void>;
}

/** The outcome of a theme. */
export interface ThemeResult {
  readonly theme: Theme;
  readonly seconds: number;
  /** The reason why it ended early; the samples have the figures until then. */
  readonly failure?: string;
  /** The share of the processors that other programs used, 0 to 1; undefined if unknown. */
  readonly otherLoad?: number | undefined;
}
