import { PetstockClient } from "petstock-client";

const client = new PetstockClient({
  url: "http://127.0.0.1:8080",
  apiKey: process.env.PETSTOCK_KEY,
});

// Sent again after a lost answer, and applied once: the client generates an Idempotency-Key.
const item = await client.updateInventory(734980n, 12);
console.log(item.petId, item.quantity, item.status);
