// A peer: the same two operations with Fastify and pg, as their users write them. Node runs a copy of it, beside the
// packages that packages.ts installs. Usage: node fastify-pg.js <address of the database>
//
// In its favour: an update and its row in the ledger are one statement, so one transaction in one round trip, durable by
// PostgreSQL's default; the keys that the database knew are remembered for a minute; the list is serialised by a schema;
// nothing is logged.

import { createHash } from "node:crypto";
import Fastify from "fastify";
import pg from "pg";

/** Twice pg's default, which was slower. */
const POOL_CONNECTIONS = 20;
const KEY_REMEMBERED_MS = 60_000;

const PET = {
  type: "object",
  required: ["petId", "quantity", "status"],
  properties: { petId: { type: "integer" }, quantity: { type: "integer" }, status: { type: "string" } },
};
const UPDATE = {
  params: { type: "object", properties: { petId: { type: "integer" } } },
  body: {
    type: "object",
    required: ["quantity"],
    additionalProperties: false,
    properties: { quantity: { type: "integer", minimum: 0, maximum: 2_147_483_647 } },
  },
  response: { 200: PET },
};

const pool = new pg.Pool({ connectionString: process.argv[2], max: POOL_CONNECTIONS });
const app = Fastify();

const remembered = new Map();

async function keyOf(token) {
  const hash = createHash("sha256").update(token).digest("hex");
  const known = remembered.get(hash);
  if (known !== undefined && known.until > Date.now()) return known.key;
  const { rows } = await pool.query("SELECT name FROM api_key WHERE hash = $1", [hash]);
  if (rows.length > 0) remembered.set(hash, { key: rows[0], until: Date.now() + KEY_REMEMBERED_MS });
  return rows[0];
}

app.addHook("onRequest", async (request, reply) => {
  const [scheme, token = ""] = (request.headers.authorization ?? "").split(" ");
  request.key = scheme === "Bearer" ? await keyOf(token) : undefined;
  if (request.key === undefined) return reply.code(401).send({ message: "no valid key" });
});

app.get("/v1/inventory", { schema: { response: { 200: { type: "array", items: PET } } } }, async () => {
  const { rows } = await pool.query(
    'SELECT pet_id AS "petId", quantity, status FROM inventory ORDER BY pet_id',
  );
  return rows;
});

app.patch("/v1/inventory/:petId", { schema: UPDATE }, async (request, reply) => {
  const { rows } = await pool.query(
    `WITH updated AS (
       UPDATE inventory SET quantity = $1 WHERE pet_id = $2
       RETURNING pet_id, old.quantity AS quantity_before, new.quantity, status
     ), moved AS (
       INSERT INTO movement (pet_id, quantity_before, quantity_after, actor, request_id)
       SELECT pet_id, quantity_before, quantity, $3, $4 FROM updated
     )
     SELECT pet_id AS "petId", quantity, status FROM updated`,
    [request.body.quantity, request.params.petId, request.key.name, request.id],
  );
  return rows[0] ?? reply.code(404).send({ message: "no such pet" });
});

process.once("SIGTERM", async () => {
  await app.close();
  await pool.end();
});
process.stdout.write(`${await app.listen({ host: "127.0.0.1", port: 0 })}\n`);
