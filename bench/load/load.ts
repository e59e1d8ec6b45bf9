// Load, and what makes it: wrk where it is installed, else autocannon, which is slower and so hides differences.

import type { Children } from "../children.ts";
import { autocannon } from "./autocannon.ts";
import { wrk } from "./wrk.ts";

export interface Load {
  /** Address of the list; an update's is one step below. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  /** A whole number. */
  readonly seconds: number;
  /** One request in `every` is an update: of so many pets one at random, with a random quantity. */
  readonly updates?: { readonly of: number; readonly every: number };
  /** The one status that is a success. */
  readonly status: 200 | 304;
}

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds in which half and 99 of 100 were answered. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers with another status, broken connections, timeouts. */
  readonly failures: number;
}

export interface LoadGenerator {
  readonly name: string;
  run(load: Load): Promise<LoadResult>;
}

export interface LoadOptions {
  readonly children: Children;
  /** For scripts. */
  readonly folder: string;
}

export const LOAD_GENERATORS = ["wrk", "autocannon"] as const;

export async function chooseLoadGenerator(
  wanted: string | undefined,
  options: LoadOptions,
): Promise<LoadGenerator> {
  if (wanted === "autocannon") return autocannon(options);
  const found = await wrk(options);
  if (found === undefined && wanted === "wrk") throw new Error("wrk is not installed");
  return found ?? autocannon(options);
}
