// One part of a run: what it measures and how. No part needs another one, so that one that fails spoils no other.

import type { Bench } from "./bench.ts";
import type { Contest, Figure } from "./contest.ts";

export interface Theme {
  readonly name: string;
  readonly title: string;
  /** What is measured, and what to know before reading the figures; Markdown. */
  readonly words: string;
  readonly contests: readonly Contest[];
  readonly figures: readonly Figure[];
  /** Leaves nothing running, whatever happens. */
  measure(bench: Bench): Promise<void>;
}

/** How it went. */
export interface ThemeResult {
  readonly theme: Theme;
  readonly seconds: number;
  /** Why it ended early; what was measured until then is in the samples. */
  readonly failure?: string;
  /** What others had of the processors meanwhile, 0 to 1; undefined where nobody knows. */
  readonly others?: number | undefined;
}
