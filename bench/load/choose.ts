// Chooses the load generator: wrk if it is installed, else autocannon, which is slower and so hides differences.

import { autocannon } from "./autocannon.ts";
import type { LoadGenerator, LoadOptions } from "./load.ts";
import { wrk } from "./wrk.ts";

export const LOAD_GENERATORS = ["wrk", "autocannon"] as const;

export async function chooseLoadGenerator(
  requested: string | undefined,
  options: LoadOptions,
): Promise<LoadGenerator> {
  if (requested === "autocannon") return autocannon(options);
  const found = await wrk(options);
  if (found === undefined && requested === "wrk") throw new Error("wrk is not installed");
  return found ?? autocannon(options);
}
