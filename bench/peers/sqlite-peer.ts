// A peer on SQLite as a target: a database file of the same inventory with keys and a ledger, and its service.

import { Database } from "bun:sqlite";
import { createHash } from "node:crypto";
import type { Bench } from "../bench.ts";
import type { PetCount } from "../contest.ts";
import type { Ledger } from "../database.ts";
import type { Target } from "../target.ts";
import { installPeers, PEER_KEY } from "./packages.ts";
import { reasonOf } from "../reason.ts";

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

/** Undefined, with a note in the report, if its packages cannot be installed or do not run. */
export async function startSqlitePeer(
  bench: Bench,
  name: "elysia-sqlite" | "fastify-sqlite",
  pets: PetCount,
): Promise<Target | undefined> {
  const peers = await installPeers(bench);
  if (peers === undefined) return undefined;
  const path = bench.databases.path(`${name}-${pets}.db`);
  fill(path, await Bun.file(await bench.databases.file(pets)).text());
  try {
    const server = await bench.children.serve([...peers[name], path]);
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
