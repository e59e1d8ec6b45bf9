// The entrants on PostgreSQL: one, two and three servers of the service on one database, and the peer with a database of its
// own, all on one database server.

import type { PostgresServer } from "../test/support/postgres-server.ts";
import type { Bench } from "./bench.ts";
import type { ThemeServers, Starters } from "./theme-servers.ts";
import { startPostgresPeer } from "./peers/postgres-peer.ts";
import { type Service, startService } from "./service.ts";
import { authorization, type Ledger, makeDatabase, type InventoryDatabase } from "./database.ts";
import type { Target } from "./target.ts";

const DATABASE = "petstock";

export interface Inventory {
  readonly postgres: PostgresServer;
  readonly databaseName: string;
  readonly database: InventoryDatabase;
}

export async function makeInventory(
  { children, databases }: Bench,
  postgres: PostgresServer,
): Promise<Inventory> {
  await postgres.run(`CREATE DATABASE ${DATABASE}`);
  const database = await makeDatabase(children, postgres.url(DATABASE), await databases.file(1_000));
  return { postgres, databaseName: DATABASE, database };
}

export function onPostgres(inventory: Inventory): Starters {
  return {
    "petstock-pg-1": (servers) => startAnother(servers, inventory, []),
    "petstock-pg-2": async (servers) =>
      startAnother(servers, inventory, (await servers.targetOrThrow("petstock-pg-1", 1_000)).servers),
    "petstock-pg-3": async (servers) =>
      startAnother(servers, inventory, (await servers.targetOrThrow("petstock-pg-2", 1_000)).servers),
    async "fastify-pg"(servers) {
      const peer = await startPostgresPeer(servers.bench, inventory.postgres);
      if (peer !== undefined) await expectSameList(peer, await servers.targetOrThrow("petstock-pg-1", 1_000));
      return peer;
    },
  };
}

/** One more server of the service, in addition to `others`. */
async function startAnother(
  { bench }: ThemeServers,
  { postgres, database }: Inventory,
  others: Target["servers"],
): Promise<Target> {
  const service: Service = await startService(bench.children, database);
  const ledger = () => ledgerOf(postgres);
  return { servers: [...others, service], key: database.key, pets: 1_000, ledger };
}

async function ledgerOf(postgres: PostgresServer): Promise<Ledger> {
  const [row] = await postgres.run(
    "SELECT max(revision) AS revision, count(*) AS commits FROM commit_mark",
    DATABASE,
  );
  return { changes: Number(row?.["revision"]), commits: Number(row?.["commits"]) };
}

/** Throws if the lists differ. The order of an item's members does not matter. */
async function expectSameList(one: Target, other: Target): Promise<void> {
  if (!Bun.deepEquals(await petsOf(one), await petsOf(other)))
    throw new Error("the lists on PostgreSQL differ");
}

/** The items without their quantities, which may have changed meanwhile. */
async function petsOf({ servers, key }: Target): Promise<unknown> {
  const response = await fetch(`${servers[0]?.url}/v1/inventory`, { headers: authorization({ key }) });
  const pets = (await response.json()) as { petId: number; status: string }[];
  return pets.map(({ petId, status }) => ({ petId, status }));
}
