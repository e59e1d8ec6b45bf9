// Load, what makes it, and what comes of it.

import type { Children } from "../children.ts";

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

/** Beyond it an answer counts as failed. A whole list of 100,000 pets by a peer takes some seconds where 32 want one. */
export const ANSWER_SECONDS_MAX = 30;

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
