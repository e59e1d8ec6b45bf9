// The entrants that several contests have: the service and its peers at the same work.

import type { Bound, Entrant, PetCount, RequestKind, RequestsWork, ServerName } from "../contest.ts";

export interface Asked {
  readonly ask: RequestKind;
  readonly pets: PetCount;
  readonly connections: number;
}

export const NAMES = {
  petstock: "petstock",
  "petstock-metrics": "petstock with metrics",
  "elysia-sqlite": "Elysia + bun:sqlite",
  "fastify-sqlite": "Fastify + better-sqlite3",
} as const;

export function requests(to: ServerName, asked: Asked): RequestsWork {
  return { kind: "requests", to, ...asked };
}

export function entrant(to: keyof typeof NAMES, asked: Asked, target?: Bound): Entrant {
  return { name: to, words: NAMES[to], work: requests(to, asked), ...(target && { target }) };
}

/** The targets: for the service's multiple of each. */
export function peers(
  asked: Asked,
  { elysia, fastify }: { elysia?: Bound; fastify?: Bound } = {},
): Entrant[] {
  return [entrant("elysia-sqlite", asked, elysia), entrant("fastify-sqlite", asked, fastify)];
}
