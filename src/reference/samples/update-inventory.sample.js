import { PetstockClient } from "petstock/client";

const client = new PetstockClient({
  url: "http://127.0.0.1:8080",
  apiKey: process.env.PETSTOCK_KEY,
});

// With an idempotency key an update can be retried: it is applied once.
const item = await client.updateInventory(734980n, 12, {
  idempotencyKey: crypto.randomUUID(),
});
console.log(item.petId, item.quantity, item.status);
