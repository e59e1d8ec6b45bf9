// A peer: the same two operations with Bun.serve and bun:sqlite alone, as an engineer writes them for speed in one file.
// Usage: bun bun-sqlite.js <file of the database>
//
// In its favour: statements are prepared once, nothing between the runtime and the database, nothing is logged. As durable as
// the service: WAL with synchronous=FULL, an update and its row in the ledger in one transaction, so one fsync for each.

import { Database } from "bun:sqlite";
import { hash, randomUUID } from "node:crypto";

const QUANTITY_MAX = 2_147_483_647;

const db = new Database(process.argv[2], { readwrite: true, strict: true });
db.run("PRAGMA journal_mode = WAL");
db.run("PRAGMA synchronous = FULL");
const findKey = db.query("SELECT name FROM api_key WHERE hash = ?");
const listPets = db.query('SELECT pet_id AS "petId", quantity, status FROM inventory ORDER BY pet_id');
const findPet = db.query('SELECT pet_id AS "petId", quantity, status FROM inventory WHERE pet_id = ?');
const setQuantity = db.query("UPDATE inventory SET quantity = ? WHERE pet_id = ?");
const addMovement = db.query(
  "INSERT INTO movement (pet_id, quantity_before, quantity_after, actor, request_id) VALUES (?, ?, ?, ?, ?)",
);

const update = db.transaction((petId, quantity, actor) => {
  const pet = findPet.get(petId);
  if (pet === null) return null;
  setQuantity.run(quantity, petId);
  addMovement.run(petId, pet.quantity, quantity, actor, randomUUID());
  return { ...pet, quantity };
});

const refuse = (status, message) => Response.json({ message }, { status });

function keyOf(request) {
  const [scheme, token = ""] = (request.headers.get("Authorization") ?? "").split(" ");
  return scheme === "Bearer" ? findKey.get(hash("sha256", token)) : null;
}

function isUpdate(body) {
  if (typeof body !== "object" || body === null || Object.keys(body).length !== 1) return false;
  return Number.isInteger(body.quantity) && body.quantity >= 0 && body.quantity <= QUANTITY_MAX;
}

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  development: false,
  routes: {
    "/v1/inventory": {
      GET: (request) => (keyOf(request) ? Response.json(listPets.all()) : refuse(401, "no valid key")),
    },
    "/v1/inventory/:petId": {
      async PATCH(request) {
        const key = keyOf(request);
        if (key === null) return refuse(401, "no valid key");
        const petId = Number(request.params.petId);
        const body = await request.json().catch(() => undefined);
        if (!Number.isSafeInteger(petId) || !isUpdate(body)) return refuse(422, "not an update");
        // Takes the lock before it reads, so that the row does not change in between.
        const pet = update.immediate(petId, body.quantity, key.name);
        return pet === null ? refuse(404, "no such pet") : Response.json(pet);
      },
    },
  },
});

process.once("SIGTERM", async () => {
  await server.stop();
  db.close();
});
process.stdout.write(`${server.url.origin}\n`);
