// The entrants on the embedded engine: the service, its peers on SQLite, and the limits.

import { join } from "node:path";
import type { Bench } from "./bench.ts";
import type { Server } from "./children.ts";
import type { PetCount } from "./contest.ts";
import type { ThemeServers, Starters } from "./theme-servers.ts";
import { scriptCommand } from "./limits/scripts.ts";
import { startNginx } from "./limits/nginx.ts";
import { startSqlitePeer } from "./peers/sqlite-peer.ts";
import { expectSameList, type RecordedList, recordList, startService } from "./service.ts";
import { fileLedger, type InventoryDatabase } from "./database.ts";
import type { Target } from "./target.ts";

export const EMBEDDED: Starters = {
  petstock: ({ bench }, pets) => startPetstock(bench, pets),
  "petstock-metrics": ({ bench }, pets) => startPetstock(bench, pets, ["--metrics-address", "127.0.0.1:0"]),
  async "petstock-streams"({ bench }, pets) {
    const target = await startPetstock(bench, pets, STREAM_SETTINGS);
    await holdStreams(bench, target.servers[0] as Server, target.key);
    return target;
  },
  "rust-sqlite": ({ bench }, pets) => startSqlitePeer(bench, "rust-sqlite", pets),
  "bun-sqlite": ({ bench }, pets) => startSqlitePeer(bench, "bun-sqlite", pets),
  "elysia-sqlite": ({ bench }, pets) => startSqlitePeer(bench, "elysia-sqlite", pets),
  "fastify-sqlite": ({ bench }, pets) => startSqlitePeer(bench, "fastify-sqlite", pets),
  async constant(servers, pets) {
    const list = await listOf(servers, pets);
    const command = scriptCommand("constant-body.ts", list.bodyPath, list.headersPath);
    const server = await servers.bench.children.serve(command);
    await expectSameList(server, list);
    return limit(server, pets);
  },
  async echo({ bench }, pets) {
    return limit(await bench.children.serve(scriptCommand("echo.ts")), pets);
  },
  async nginx(servers, pets) {
    const { children, databases } = servers.bench;
    const list = await listOf(servers, pets);
    const server = await startNginx(children, { folder: databases.path("nginx"), list });
    if (server === undefined) return undefined;
    await expectSameList(server, list);
    return limit(server, pets);
  },
};

export const STREAMS = 1_000;
/** All streams have one key. */
export const STREAM_SETTINGS: readonly string[] = ["--key-streams-limit", "2000"];

/** A process that holds the streams open; it ends with the service. */
export function holdStreams({ children }: Bench, { url }: Server, key: string): Promise<Server> {
  const script = join(import.meta.dir, "stream-holder.ts");
  return children.serve([process.execPath, script, url, key, String(STREAMS)]);
}

async function startPetstock(
  bench: Bench,
  pets: PetCount,
  settings: readonly string[] = [],
): Promise<Target> {
  return serveDatabase(bench, await bench.databases.copy(pets), { pets, settings });
}

/** The service on a database in a file. */
export async function serveDatabase(
  { children }: Bench,
  database: InventoryDatabase,
  { pets, settings = [] }: { pets: PetCount; settings?: readonly string[] },
): Promise<Target> {
  const service = await startService(children, database, { settings });
  return { servers: [service], key: database.key, pets, ledger: () => fileLedger(database) };
}

/** A database without keys. */
function limit(server: Server, pets: PetCount): Target {
  return { servers: [server], key: "any", pets };
}

/** The list in the service's form. */
async function listOf(themeServers: ThemeServers, pets: PetCount): Promise<RecordedList> {
  const { servers, key } = await themeServers.targetOrThrow("petstock", pets);
  return recordList(servers[0] as Server, { key, folder: themeServers.bench.folder });
}
