// The services that all parts of the benchmark share.

import type { Children } from "./children.ts";
import type { LoadGenerator } from "./load/load.ts";
import type { Pace } from "./pace.ts";
import type { Samples } from "./samples.ts";
import type { InventoryDatabases } from "./databases.ts";

export interface Bench {
  readonly children: Children;
  /** Notes above the report's tables, without repetitions. */
  readonly facts: Set<string>;
  /** For databases and other files; removed at the end. */
  readonly folder: string;
  readonly generator: LoadGenerator;
  readonly pace: Pace;
  readonly samples: Samples;
  readonly databases: InventoryDatabases;
  /** Reports progress on stderr. */
  readonly say: (message: string) => void;
}
