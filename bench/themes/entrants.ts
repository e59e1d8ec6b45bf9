// The entrants of several contests: the service and its peers with the same work.

import type { Bound, Entrant, PetCount, RequestKind, RequestsWork, ServerName } from "../contest.ts";
import type { SqlitePeer } from "../peers/sqlite-peer.ts";

export interface Load {
  readonly request: RequestKind;
  readonly pets: PetCount;
  readonly connections: number;
}

export const NAMES = {
  petstock: "petstock",
  "petstock-metrics": "petstock with metrics",
  "petstock-streams": "petstock with 1,000 streams",
  "rust-sqlite": "axum + rusqlite",
  "bun-sqlite": "Bun.serve + bun:sqlite",
  "elysia-sqlite": "Elysia + bun:sqlite",
  "fastify-sqlite": "Fastify + better-sqlite3",
} as const;

const PEERS: readonly SqlitePeer[] = ["rust-sqlite", "bun-sqlite", "elysia-sqlite", "fastify-sqlite"];
type Targets = Readonly<Partial<Record<SqlitePeer, Bound>>>;

export function requests(to: ServerName, load: Load): RequestsWork {
  return { kind: "requests", to, ...load };
}

export function entrant(to: keyof typeof NAMES, load: Load, target?: Bound): Entrant {
  return { name: to, description: NAMES[to], work: requests(to, load), ...(target && { target }) };
}

/** The peers on SQLite, with targets for the service's multiple of each. */
export function peers(load: Load, targets: Targets = {}, names: readonly SqlitePeer[] = PEERS): Entrant[] {
  return names.map((name) => entrant(name, load, targets[name]));
}
