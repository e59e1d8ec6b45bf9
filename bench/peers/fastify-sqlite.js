// A peer: the same two operations with Fastify and better-sqlite3, as their users write them. Node runs a copy of it,
// beside the packages that packages.ts installs. Usage: node fastify-sqlite.js <file of the database>
//
// In its favour: statements are prepared once, the list is serialised by a schema, nothing is logged. As durable as the
// service: WAL with synchronous=FULL, an update and its row in the ledger in one transaction, so one fsync for each.

import { hash, randomUUID } from "node:crypto";
import Database from "better-sqlite3";
import Fastify from "fastify";

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

const db = new Database(process.argv[2]);
db.pragma("journal_mode = WAL");
db.pragma("synchronous = FULL");
const findKey = db.prepare("SELECT name FROM api_key WHERE hash = ?");
const listPets = db.prepare('SELECT pet_id AS "petId", quantity, status FROM inventory ORDER BY pet_id');
const findPet = db.prepare('SELECT pet_id AS "petId", quantity, status FROM inventory WHERE pet_id = ?');
const setQuantity = db.prepare("UPDATE inventory SET quantity = ? WHERE pet_id = ?");
const addMovement = db.prepare(
  "INSERT INTO movement (pet_id, quantity_before, quantity_after, actor, request_id) VALUES (?, ?, ?, ?, ?)",
);

const update = db.transaction((petId, quantity, by) => {
  const pet = findPet.get(petId);
  if (pet === undefined) return undefined;
  setQuantity.run(quantity, petId);
  addMovement.run(petId, pet.quantity, quantity, by.actor, by.requestId);
  return { ...pet, quantity };
});

const app = Fastify({ genReqId: () => randomUUID() });

app.addHook("onRequest", async (request, reply) => {
  const [scheme, token = ""] = (request.headers.authorization ?? "").split(" ");
  request.key = scheme === "Bearer" ? findKey.get(hash("sha256", token)) : undefined;
  if (request.key === undefined) return reply.code(401).send({ message: "no valid key" });
});

app.get("/v1/inventory", { schema: { response: { 200: { type: "array", items: PET } } } }, async () =>
  listPets.all(),
);

app.patch("/v1/inventory/:petId", { schema: UPDATE }, async (request, reply) => {
  const by = { actor: request.key.name, requestId: request.id };
  // Takes the lock before it reads, so that the row does not change in between.
  const pet = update.immediate(request.params.petId, request.body.quantity, by);
  return pet ?? reply.code(404).send({ message: "no such pet" });
});

process.once("SIGTERM", async () => {
  await app.close();
  db.close();
});
process.stdout.write(`${await app.listen({ host: "127.0.0.1", port: 0 })}\n`);
