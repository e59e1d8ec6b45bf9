// Who takes part on PostgreSQL: one database of the service, which one, two and three servers of it serve, and the peer
// with a database of its own. All on one database server.

import type { PostgresServer } from "../test/support/postgres-server.ts";
import type { Bench } from "./bench.ts";
import type { Field, Starters } from "./field.ts";
import { startPostgresPeer } from "./peers/postgres-peer.ts";
import { type Service, startService } from "./service.ts";
import { authorization, type Ledger, makeStock, type Stock } from "./stock.ts";
import type { Target } from "./target.ts";

const DATABASE = "petstock";

export interface Inventory {
  readonly postgres: PostgresServer;
  readonly database: string;
  readonly stock: Stock;
}

export async function makeInventory(
  { children, stocks }: Bench,
  postgres: PostgresServer,
): Promise<Inventory> {
  await postgres.run(`CREATE DATABASE ${DATABASE}`);
  const stock = await makeStock(children, postgres.url(DATABASE), await stocks.file(1_000));
  return { postgres, database: DATABASE, stock };
}

export function onPostgres(inventory: Inventory): Starters {
  return {
    "petstock-pg-1": (field) => startAnother(field, inventory, []),
    "petstock-pg-2": async (field) =>
      startAnother(field, inventory, (await field.targetOrThrow("petstock-pg-1", 1_000)).servers),
    "petstock-pg-3": async (field) =>
      startAnother(field, inventory, (await field.targetOrThrow("petstock-pg-2", 1_000)).servers),
    async "fastify-pg"(field) {
      const peer = await startPostgresPeer(field.bench, inventory.postgres);
      if (peer !== undefined) await expectSameList(peer, await field.targetOrThrow("petstock-pg-1", 1_000));
      return peer;
    },
  };
}

/** One more server of the service beside the others. */
async function startAnother(
  { bench }: Field,
  { postgres, stock }: Inventory,
  others: Target["servers"],
): Promise<Target> {
  const service: Service = await startService(bench.children, stock);
  const ledger = () => ledgerOf(postgres);
  return { servers: [...others, service], key: stock.key, pets: 1_000, ledger };
}

async function ledgerOf(postgres: PostgresServer): Promise<Ledger> {
  const [row] = await postgres.run(
    "SELECT max(revision) AS revision, count(*) AS commits FROM commit_mark",
    DATABASE,
  );
  return { changes: Number(row?.["revision"]), commits: Number(row?.["commits"]) };
}

/** Throws where one gives another list than the other; the order of an item's members is anybody's own. */
async function expectSameList(one: Target, other: Target): Promise<void> {
  if (!Bun.deepEquals(await petsOf(one), await petsOf(other)))
    throw new Error("the lists on PostgreSQL differ");
}

/** The items but for their quantities, which by now may have been changed. */
async function petsOf({ servers, key }: Target): Promise<unknown> {
  const response = await fetch(`${servers[0]?.url}/v1/inventory`, { headers: authorization({ key }) });
  const pets = (await response.json()) as { petId: number; status: string }[];
  return pets.map(({ petId, status }) => ({ petId, status }));
}
