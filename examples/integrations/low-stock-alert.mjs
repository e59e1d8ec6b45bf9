// Says which pets have become low: at or below the low quantity of their label, and not sold. Follows the stream of changes.
//
//   npm i http://127.0.0.1:8080/client.tgz
//   PETSTOCK_URL=http://127.0.0.1:8080 PETSTOCK_API_KEY=petstock_… node low-stock-alert.mjs
//
// With ALERT_URL each alert is posted there as {"text": …}, as chat services take it; otherwise it is printed. low.json has the pets
// that were reported: after a kill or an outage the program reports what has become low meanwhile. An alert is sent before it is
// recorded, so a kill in between repeats it, and loses none. The key needs the role reader.

import { readFile, rename, writeFile } from "node:fs/promises";
import { isLow, PetstockAdmin, RequestError } from "petstock-client";

const { PETSTOCK_URL: url, PETSTOCK_API_KEY: apiKey, ALERT_URL } = process.env;
const admin = new PetstockAdmin({ url, apiKey });
const RETRY_MS = 1_000;

/** Ids of the pets that were reported as low, as texts. */
const reported = new Set(await readFile("low.json", "utf8").then(JSON.parse, () => []));
const items = new Map();
const labels = new Map();

for (;;) {
  try {
    await follow(await readAll());
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const { code, status, message } = error;
    // position_gone: the database was restored. Any other 4xx, such as a revoked key, needs a person.
    if (code !== "position_gone" && status >= 400 && status < 500) throw error;
    console.error(message);
    await pause();
  }
}

async function readAll() {
  items.clear();
  labels.clear();
  const snapshot = await admin.snapshot();
  for await (const item of snapshot.items) items.set(item.petId, item);
  // At the position of the list or later: the stream repeats what comes between.
  for (const label of (await admin.labels()).labels) labels.set(label.petId, label);
  await report([...labels.keys(), ...[...reported].map(BigInt)]);
  return snapshot.position;
}

async function follow(since) {
  for await (const changes of admin.watchChanges({
    since,
    onTrouble: (error) => console.error(error.message),
  })) {
    for (const item of changes.items) items.set(item.petId, item);
    for (const petId of changes.removed) items.delete(petId);
    for (const label of changes.labels) labels.set(label.petId, label);
    for (const petId of changes.unlabeled) labels.delete(petId);
    const ids = [...changes.items, ...changes.labels].map(({ petId }) => petId);
    await report([...ids, ...changes.removed, ...changes.unlabeled]);
  }
}

/** Reports those of the pets that have become low, and forgets those that are low no longer. */
async function report(ids) {
  for (const petId of new Set(ids)) {
    const item = items.get(petId);
    const label = labels.get(petId);
    const low = item !== undefined && isLow(item.quantity, item.status, label?.low ?? null);
    if (low === reported.has(String(petId))) continue;
    if (low)
      await alert(`${label.name ?? petId} is low: ${item.quantity} left (pet ${petId}, low at ${label.low})`);
    if (low) reported.add(String(petId));
    else reported.delete(String(petId));
    await writeFile("low.json.new", JSON.stringify([...reported]));
    await rename("low.json.new", "low.json");
  }
}

/** Returns once the receiver has it. */
async function alert(text) {
  if (ALERT_URL === undefined) return console.log(text);
  const body = JSON.stringify({ text });
  const headers = { "Content-Type": "application/json" };
  for (;;) {
    try {
      const options = { method: "POST", headers, body, signal: AbortSignal.timeout(10_000) };
      const { ok, status } = await fetch(ALERT_URL, options);
      if (ok) return;
      console.error(`the receiver of alerts answered ${status}`);
    } catch (error) {
      console.error(`the receiver of alerts was not reached: ${error.message}`);
    }
    await pause();
  }
}

function pause() {
  return new Promise((resolve) => setTimeout(resolve, RETRY_MS));
}
