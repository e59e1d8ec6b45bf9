// A peer: the same two operations with Elysia and bun:sqlite, as their users write them. Bun runs a copy of it, beside
// the packages that packages.ts installs. Usage: bun elysia-sqlite.js <file of the database>
//
// In its favour: statements are prepared once, input is checked by compiled schemas, nothing is logged. As durable
// as the service: WAL with synchronous=FULL, an update and its row in the ledger in one transaction, so one fsync each.

import { Database } from "bun:sqlite";
import { hash, randomUUID } from "node:crypto";
import { Elysia, t } from "elysia";

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

const app = new Elysia()
  .resolve(({ headers }) => {
    const [scheme, token = ""] = (headers.authorization ?? "").split(" ");
    return { key: scheme === "Bearer" ? findKey.get(hash("sha256", token)) : null };
  })
  .onBeforeHandle(({ key, status }) => (key === null ? status(401, { message: "no valid key" }) : undefined))
  .get("/v1/inventory", () => listPets.all())
  .patch(
    "/v1/inventory/:petId",
    // Takes the lock before it reads, so that the row does not change in between.
    ({ params, body, key, status }) =>
      update.immediate(params.petId, body.quantity, key.name) ?? status(404, { message: "no such pet" }),
    {
      params: t.Object({ petId: t.Integer() }),
      body: t.Object(
        { quantity: t.Integer({ minimum: 0, maximum: 2_147_483_647 }) },
        { additionalProperties: false },
      ),
    },
  )
  .listen({ hostname: "127.0.0.1", port: 0 });

process.once("SIGTERM", async () => {
  await app.stop();
  db.close();
});
process.stdout.write(`http://127.0.0.1:${app.server.port}\n`);
