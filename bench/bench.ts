// What every part of the benchmark has at hand.

import type { Children } from "./children.ts";
import type { LoadGenerator } from "./load/load.ts";
import type { Pace } from "./pace.ts";
import type { Samples } from "./samples.ts";
import type { Stocks } from "./stocks.ts";

export interface Bench {
  readonly children: Children;
  /** What the report says above its tables; each once. */
  readonly facts: Set<string>;
  /** For databases and all else; gone at the end. */
  readonly folder: string;
  readonly generator: LoadGenerator;
  readonly pace: Pace;
  readonly samples: Samples;
  readonly stocks: Stocks;
  /** Tells the person who waits what is going on. */
  readonly say: (words: string) => void;
}
