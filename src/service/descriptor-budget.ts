// How many streams and large bodies may be open at once, so that file descriptors are left for requests and the database: a service
// without any accepts no connection, and opens no file.

import type { Config } from "../config.ts";
import { countDescriptors, descriptorLimit } from "../files/descriptors.ts";
import type { Log } from "../inventory/log.ts";

/** Of what is free at the start. The rest is for short requests, idle connections and temporary files. */
const STREAMS_SHARE = 0.5;
const DOWNLOADS_SHARE = 0.25;
/** Connections to the database, and threads, that are opened later. */
const LATER = { sqlite: 8, postgres: 16 } as const;

export interface DescriptorBudget {
  readonly streamsLimit: number;
  readonly downloadsLimit: number;
}

type BudgetSettings = Pick<Config, "database" | "streamsLimit">;

/** Logs where the limit of the settings is lowered. Where the system tells no limit there is none. */
export function descriptorBudget({ database, streamsLimit }: BudgetSettings, log: Log): DescriptorBudget {
  const descriptors = descriptorLimit();
  const free = Math.max(0, descriptors - countDescriptors() - LATER[database.engine]);
  if (!Number.isFinite(free)) return { streamsLimit, downloadsLimit: Number.POSITIVE_INFINITY };
  const affordable = Math.floor(free * STREAMS_SHARE);
  if (affordable < streamsLimit)
    log.warn("streams_limited", { limit: affordable, wanted: streamsLimit, descriptors });
  return {
    streamsLimit: Math.min(streamsLimit, affordable),
    downloadsLimit: Math.max(1, Math.floor(free * DOWNLOADS_SHARE)),
  };
}
