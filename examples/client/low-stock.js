// Prints the pets that are low: at or below the low quantity of their label, and not sold.
//
//   PETSTOCK_URL=http://127.0.0.1:8080 PETSTOCK_API_KEY=petstock_… node low-stock.js

import { isLow, PetstockAdmin } from "petstock-client";

const { PETSTOCK_URL: url, PETSTOCK_API_KEY: apiKey } = process.env;
const admin = new PetstockAdmin({ url, apiKey });

const { labels } = await admin.labels();
const labelOf = new Map(labels.map((label) => [label.petId, label]));

const { items } = await admin.snapshot();
for await (const { petId, quantity, status } of items) {
  const label = labelOf.get(petId);
  if (label === undefined || !isLow(quantity, status, label.low)) continue;
  console.log(`${petId} ${label.name ?? "-"}: ${quantity}, low at ${label.low}`);
}
