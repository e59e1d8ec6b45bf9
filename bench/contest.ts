// The measurements, as data: contests, in which several entrants do the same work in turn, and figures of one entrant.

/** The servers: the service on either engine, with metrics, and as several servers; its peers; the limits. */
export type ServerName =
  | "petstock"
  | "petstock-metrics"
  | "petstock-streams"
  | "petstock-short-ledger"
  | "petstock-long-ledger"
  | "petstock-pg-1"
  | "petstock-pg-2"
  | "petstock-pg-3"
  | "rust-sqlite"
  | "bun-sqlite"
  | "elysia-sqlite"
  | "fastify-sqlite"
  | "fastify-pg"
  | "constant"
  | "echo"
  | "nginx";

/** `mixed`: lists, and one update in MIXED_EVERY requests. */
export type RequestKind = "list" | "list-304" | "list-gzip" | "update" | "mixed";
export const MIXED_EVERY = 20;

export type PetCount = 1_000 | 10_000 | 100_000 | 1_000_000;

export interface RequestsWork {
  readonly kind: "requests";
  readonly to: ServerName;
  readonly request: RequestKind;
  readonly pets: PetCount;
  readonly connections: number;
}

export type Work =
  | RequestsWork
  /** Groups of 64 updates straight to the engine's writer, without HTTP. */
  | { readonly kind: "groups"; readonly pets: PetCount }
  | { readonly kind: "fsync" };

export interface Contest {
  readonly name: string;
  readonly description: string;
  /** The first entrant is compared with each other one: the ratio is its multiple. */
  readonly entrants: readonly Entrant[];
  /** Longer turns, for answers so slow that few fit into a turn. */
  readonly timesAsLong?: number;
  /** Not in the quick run: its differences do not show in one round, or its turns are long. */
  readonly isForFullRun?: boolean;
}

export interface Entrant {
  readonly name: string;
  readonly description: string;
  readonly work: Work;
  /** The target for the first entrant's multiple of this one. */
  readonly target?: Bound;
}

export interface Figure {
  readonly name: string;
  readonly description: string;
  readonly unit: Unit;
  /** The figure that the ratio refers to. */
  readonly against?: string;
  readonly target?: Bound & { readonly of: "ratio" | "figure" };
}

export interface Bound {
  readonly bound: "at least" | "at most";
  readonly value: number;
}

export type Unit = "s" | "ms" | "MB" | "B" | "each";

export const atLeast = (value: number): Bound => ({ bound: "at least", value });
export const atMost = (value: number): Bound => ({ bound: "at most", value });

/** The name of its samples. */
export function sampleName(contest: Pick<Contest, "name">, entrant: Pick<Entrant, "name">): string {
  return `${contest.name}/${entrant.name}`;
}
