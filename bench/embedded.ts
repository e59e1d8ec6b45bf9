// Who takes part on the embedded engine: the service, its peers on SQLite, and the limits.

import type { Bench } from "./bench.ts";
import type { Server } from "./children.ts";
import type { PetCount } from "./contest.ts";
import type { Field, Starters } from "./field.ts";
import { scriptCommand } from "./limits/scripts.ts";
import { startNginx } from "./limits/nginx.ts";
import { startSqlitePeer } from "./peers/sqlite-peer.ts";
import { expectSameList, type RecordedList, recordList, startService } from "./service.ts";
import { fileLedger } from "./stock.ts";
import type { Target } from "./target.ts";

export const EMBEDDED: Starters = {
  petstock: ({ bench }, pets) => startPetstock(bench, pets),
  "petstock-metrics": ({ bench }, pets) => startPetstock(bench, pets, ["--metrics-address", "127.0.0.1:0"]),
  "elysia-sqlite": ({ bench }, pets) => startSqlitePeer(bench, "elysia-sqlite", pets),
  "fastify-sqlite": ({ bench }, pets) => startSqlitePeer(bench, "fastify-sqlite", pets),
  async constant(field, pets) {
    const list = await listOf(field, pets);
    const command = scriptCommand("constant-body.ts", list.bodyPath, list.headersPath);
    const server = await field.bench.children.serve(command);
    await expectSameList(server, list);
    return limit(server, pets);
  },
  async echo({ bench }, pets) {
    return limit(await bench.children.serve(scriptCommand("echo.ts")), pets);
  },
  async nginx(field, pets) {
    const { children, stocks } = field.bench;
    const list = await listOf(field, pets);
    const server = await startNginx(children, { folder: stocks.path("nginx"), list });
    if (server === undefined) return undefined;
    await expectSameList(server, list);
    return limit(server, pets);
  },
};

async function startPetstock(
  bench: Bench,
  pets: PetCount,
  settings: readonly string[] = [],
): Promise<Target> {
  const stock = await bench.stocks.copy(pets);
  const service = await startService(bench.children, stock, { settings });
  return { servers: [service], key: stock.key, pets, ledger: () => fileLedger(stock) };
}

/** Knows no keys. */
function limit(server: Server, pets: PetCount): Target {
  return { servers: [server], key: "any", pets };
}

/** As the service sends it. */
async function listOf(field: Field, pets: PetCount): Promise<RecordedList> {
  const { servers, key } = await field.targetOrThrow("petstock", pets);
  return recordList(servers[0] as Server, { key, folder: field.bench.folder });
}
