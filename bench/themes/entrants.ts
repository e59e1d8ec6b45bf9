// The entrants of several contests: the service and its peers with the same work.

import type { Bound, Entrant, PetCount, RequestKind, RequestsWork, ServerName } from "../contest.ts";

export interface Load {
  readonly request: RequestKind;
  readonly pets: PetCount;
  readonly connections: number;
}

export const NAMES = {
  petstock: "petstock",
  "petstock-metrics": "petstock with metrics",
  "petstock-streams": "petstock with 1,000 streams",
  "elysia-sqlite": "Elysia + bun:sqlite",
  "fastify-sqlite": "Fastify + better-sqlite3",
} as const;

export function requests(to: ServerName, load: Load): RequestsWork {
  return { kind: "requests", to, ...load };
}

export function entrant(to: keyof typeof NAMES, load: Load, target?: Bound): Entrant {
  return { name: to, description: NAMES[to], work: requests(to, load), ...(target && { target }) };
}

/** The peers, with targets for the service's multiple of each. */
export function peers(load: Load, { elysia, fastify }: { elysia?: Bound; fastify?: Bound } = {}): Entrant[] {
  return [entrant("elysia-sqlite", load, elysia), entrant("fastify-sqlite", load, fastify)];
}
