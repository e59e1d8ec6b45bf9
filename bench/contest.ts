// What is measured, as data: contests, in which several do the same work in turn, and figures, taken of one alone.

/** Who can be asked: the service, on either engine, with metrics, and as several servers, its peers, and the limits. */
export type ServerName =
  | "petstock"
  | "petstock-metrics"
  | "petstock-pg-1"
  | "petstock-pg-2"
  | "petstock-pg-3"
  | "elysia-sqlite"
  | "fastify-sqlite"
  | "fastify-pg"
  | "constant"
  | "echo"
  | "nginx";

/** `mixed`: lists, and among them one update in MIXED_EVERY. */
export type RequestKind = "list" | "list-304" | "list-gzip" | "update" | "mixed";
export const MIXED_EVERY = 20;

export type PetCount = 1_000 | 10_000 | 100_000 | 1_000_000;

export interface RequestsWork {
  readonly kind: "requests";
  readonly to: ServerName;
  readonly ask: RequestKind;
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
  readonly words: string;
  /** All are held against the first one: how many times as much it does. */
  readonly entrants: readonly Entrant[];
  /** Turns that are longer than others', where an answer takes so long that few fit into one. */
  readonly timesAsLong?: number;
}

export interface Entrant {
  readonly name: string;
  readonly words: string;
  readonly work: Work;
  /** For the first one's multiple of this one. */
  readonly target?: Bound;
}

export interface Figure {
  readonly name: string;
  readonly words: string;
  readonly unit: Unit;
  /** The ratio to another one. */
  readonly against?: string;
  readonly target?: Bound & { readonly of: "ratio" | "figure" };
}

export interface Bound {
  readonly bound: "at least" | "at most";
  readonly value: number;
}

export type Unit = "s" | "ms" | "MB" | "each";

export const atLeast = (value: number): Bound => ({ bound: "at least", value });
export const atMost = (value: number): Bound => ({ bound: "at most", value });

/** Where its samples are. */
export function sampleName(contest: Pick<Contest, "name">, entrant: Pick<Entrant, "name">): string {
  return `${contest.name}/${entrant.name}`;
}
