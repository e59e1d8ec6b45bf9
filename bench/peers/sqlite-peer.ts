// A peer on SQLite as a target: a database file of the same inventory with keys and a ledger, and its service.

import { Database } from "bun:sqlite";
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Bench } from "../bench.ts";
import type { PetCount } from "../contest.ts";
import type { Ledger } from "../database.ts";
import type { Target } from "../target.ts";
import { installPeers, PEER_KEY } from "./packages.ts";
import { reasonOf } from "../reason.ts";
import { buildRustPeer } from "./rust.ts";

const TABLES = `
  PRAGMA journal_mode = WAL;
  CREATE TABLE inventory (
    pet_id INTEGER PRIMARY KEY,
    quantity INTEGER NOT NULL CHECK (quantity >= 0),
    status TEXT NOT NULL CHECK (status IN ('available', 'pending', 'sold'))
  ) STRICT;
  CREATE TABLE movement (
    id INTEGER PRIMARY KEY,
    pet_id INTEGER NOT NULL,
    quantity_before INTEGER NOT NULL,
    quantity_after INTEGER NOT NULL,
    actor TEXT NOT NULL,
    request_id TEXT NOT NULL,
    at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
  ) STRICT;
  CREATE TABLE api_key (hash TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT`;

/** The command of each peer, which takes the database as its last argument; undefined if it is not available. */
const COMMANDS = {
  "rust-sqlite": buildRustPeer,
  "bun-sqlite": async () => [process.execPath, join(import.meta.dir, "bun-sqlite.js")],
  "elysia-sqlite": async (bench) => (await installPeers(bench))?.["elysia-sqlite"],
  "fastify-sqlite": async (bench) => (await installPeers(bench))?.["fastify-sqlite"],
} satisfies Record<string, (bench: Bench) => Promise<readonly string[] | undefined>>;

export type SqlitePeer = keyof typeof COMMANDS;

/** Installs and builds all of them, which takes minutes at first. A peer that is not available gets a note in the report. */
export async function prepareSqlitePeers(bench: Bench): Promise<void> {
  for (const command of Object.values(COMMANDS)) await command(bench);
}

/** Undefined, with a note in the report, if it is not available or does not run. */
export async function startSqlitePeer(
  bench: Bench,
  name: SqlitePeer,
  pets: PetCount,
): Promise<Target | undefined> {
  const command = await COMMANDS[name](bench);
  if (command === undefined) return undefined;
  const path = bench.databases.path(`${name}-${pets}.db`);
  fill(path, await Bun.file(await bench.databases.file(pets)).text());
  try {
    const server = await bench.children.serve([...command, path]);
    return { servers: [server], key: PEER_KEY, pets, ledger: () => ledgerOf(path) };
  } catch (error) {
    bench.facts.add(`**${name} is not measured**: ${reasonOf(error)}`);
    return undefined;
  }
}

function fill(path: string, csv: string): void {
  using db = new Database(path, { create: true, strict: true });
  db.run(TABLES);
  const add = db.query("INSERT INTO inventory VALUES (?, ?, ?)");
  const [, ...rows] = csv.trim().split("\n");
  db.transaction(() => {
    for (const row of rows) add.run(...row.split(","));
    db.run("INSERT INTO api_key VALUES (?, 'bench')", [createHash("sha256").update(PEER_KEY).digest("hex")]);
  })();
}

/** Each update is a transaction, and each transaction one fsync. */
function ledgerOf(path: string): Ledger {
  using db = new Database(path, { readonly: true });
  const [row = [0]] = db.query("SELECT coalesce(max(id), 0) FROM movement").values();
  return { changes: Number(row[0]), commits: Number(row[0]) };
}
