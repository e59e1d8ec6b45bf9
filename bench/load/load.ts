// A load, its generator and its result.

import type { Children } from "../children.ts";

export interface Load {
  /** Address of the list; an update's is one step below. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  /** A whole number. */
  readonly seconds: number;
  /** One request in `every` is an update of a random pet of `pets`, with a random quantity. */
  readonly updates?: { readonly of: number; readonly every: number };
  /** The only status that counts as a success. */
  readonly status: 200 | 304;
}

/** A slower answer counts as failed. A peer takes some seconds for 32 concurrent lists of 100,000 pets. */
export const ANSWER_SECONDS_MAX = 30;

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  /** Median and 99th percentile, in milliseconds. */
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
  /** Options for scripts. */
  readonly folder: string;
}
