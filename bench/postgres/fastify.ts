// The rival as a target: a database of the same inventory with a ledger, and its service.

import { createHash } from "node:crypto";
import type { PostgresServer } from "../../test/support/postgres-server.ts";
import type { Bench } from "../bench.ts";
import type { Target } from "../target.ts";
import type { FastifyPackages } from "./fastify-packages.ts";

const DATABASE = "fastify";
const KEY = "the-key-of-the-benchmark";

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

/** `file`: the inventory, as a file for `import`. */
export async function startFastify(
  { children }: Bench,
  { postgres, packages, file }: { postgres: PostgresServer; packages: FastifyPackages; file: string },
): Promise<Target> {
  await postgres.run(`CREATE DATABASE ${DATABASE}`);
  const hash = createHash("sha256").update(KEY).digest("hex");
  const filling = [
    `INSERT INTO inventory VALUES ${await valuesOf(file)}`,
    `INSERT INTO api_key VALUES ('${hash}', 'bench')`,
  ];
  for (const statement of [...TABLES, ...filling]) await postgres.run(statement, DATABASE);
  const server = await children.serve([packages.node, packages.script, postgres.url(DATABASE)]);
  const ledger = async () => {
    const [row] = await postgres.run("SELECT count(*) AS count FROM movement", DATABASE);
    // Each update is a transaction.
    return { changes: Number(row?.["count"]), commits: Number(row?.["count"]) };
  };
  return { servers: [server], key: KEY, pets: 1_000, ledger };
}

/** The file's rows as SQL: the statuses alone are text, and none of them has a quote in it. */
async function valuesOf(file: string): Promise<string> {
  const [, ...rows] = (await Bun.file(file).text()).trim().split("\n");
  return rows.map((row) => `(${row.replace(/[a-z]+/, "'$&'")})`).join(", ");
}
