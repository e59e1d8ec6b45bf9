// The peer on PostgreSQL as a target: a database of the same inventory with keys and a ledger, and its service.

import { createHash } from "node:crypto";
import type { PostgresServer } from "../../test/support/postgres-server.ts";
import type { Bench } from "../bench.ts";
import type { Target } from "../target.ts";
import { installPeers, PEER_KEY } from "./packages.ts";

const DATABASE = "fastify";

const TABLES = [
  `CREATE TABLE inventory (
    pet_id bigint PRIMARY KEY,
    quantity integer NOT NULL CHECK (quantity >= 0),
    status text NOT NULL CHECK (status IN ('available', 'pending', 'sold'))
  )`,
  `CREATE TABLE movement (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    pet_id bigint NOT NULL,
    quantity_before integer NOT NULL,
    quantity_after integer NOT NULL,
    actor text NOT NULL,
    request_id text NOT NULL,
    at timestamptz NOT NULL DEFAULT now()
  )`,
  "CREATE TABLE api_key (hash text PRIMARY KEY, name text NOT NULL)",
];

/** Undefined if its packages cannot be installed. */
export async function startPostgresPeer(bench: Bench, postgres: PostgresServer): Promise<Target | undefined> {
  const peers = await installPeers(bench);
  if (peers === undefined) return undefined;
  const file = await bench.databases.file(1_000);
  await postgres.run(`CREATE DATABASE ${DATABASE}`);
  const hash = createHash("sha256").update(PEER_KEY).digest("hex");
  const filling = [
    `INSERT INTO inventory VALUES ${await valuesOf(file)}`,
    `INSERT INTO api_key VALUES ('${hash}', 'bench')`,
  ];
  for (const statement of [...TABLES, ...filling]) await postgres.run(statement, DATABASE);
  const server = await bench.children.serve([...peers["fastify-pg"], postgres.url(DATABASE)]);
  const ledger = async () => {
    const [row] = await postgres.run("SELECT count(*) AS count FROM movement", DATABASE);
    // Each update is a transaction.
    return { changes: Number(row?.["count"]), commits: Number(row?.["count"]) };
  };
  return { servers: [server], key: PEER_KEY, pets: 1_000, ledger };
}

/** The file's rows as SQL. Only the statuses are text, and they contain no quotes. */
async function valuesOf(file: string): Promise<string> {
  const [, ...rows] = (await Bun.file(file).text()).trim().split("\n");
  return rows.map((row) => `(${row.replace(/[a-z]+/, "'$&'")})`).join(", ");
}
