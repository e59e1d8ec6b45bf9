import { PetstockClient } from "petstock-client";

const client = new PetstockClient({
  url: "http://127.0.0.1:8080",
  apiKey: process.env.PETSTOCK_KEY,
});

// Ids are BigInt: every digit is kept.
for (const { petId, quantity, status } of await client.listInventory()) {
  console.log(petId, quantity, status);
}
