// One row of the report: what is measured, what it is held against, and how good it must be.

/** Where requests go: the limits, the service over an inventory of its own, and what runs on PostgreSQL. */
export type ServerName =
  | "constant"
  | "echo"
  | "nginx"
  | "petstock-1k"
  | "petstock-1m"
  | "postgres-1"
  | "postgres-2"
  | "postgres-3"
  | "fastify";
export type RequestKind = "list" | "list-304" | "list-gzip" | "update";

export interface RequestsWork {
  readonly kind: "requests";
  readonly to: ServerName;
  readonly ask: RequestKind;
  readonly connections: number;
}

export type Work =
  | RequestsWork
  /** Groups of 64 updates straight to the engine's writer, without HTTP. */
  | { readonly kind: "groups"; readonly pets: PetCount }
  | { readonly kind: "fsync" };

export type PetCount = 1_000 | 1_000_000;
export type Unit = "per second" | "s" | "ms" | "MB" | "each";

export interface Measurement {
  readonly name: string;
  readonly words: string;
  readonly unit: Unit;
  readonly work?: Work;
  /** The ratio to another row: of the figures, or of the costs (how many times as much time each one takes). */
  readonly against?: { readonly name: string; readonly of: "figure" | "cost" };
  readonly target?: Target;
}

export interface Target {
  readonly of: "ratio" | "figure";
  readonly bound: "at least" | "at most";
  readonly value: number;
}

export const requests = (to: ServerName, ask: RequestKind, connections: number): RequestsWork => ({
  kind: "requests",
  to,
  ask,
  connections,
});
export const ratio = (bound: Target["bound"], value: number): Target => ({ of: "ratio", bound, value });
export const figure = (bound: Target["bound"], value: number): Target => ({ of: "figure", bound, value });
