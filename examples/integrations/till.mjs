// A till that sells without a network, and sends its sales later: each exactly once, also after lost answers and power cuts.
//
//   npm i http://127.0.0.1:8080/client.tgz
//   node till.mjs sell 734980 1     # keeps the sale on disk; needs no network
//   PETSTOCK_URL=http://127.0.0.1:8080 PETSTOCK_API_KEY=petstock_… node till.mjs send
//
// Files: sales.ndjson has every sale, sent.json how many were sent, and refused.ndjson those that the service refused.
// One process at a time may send. The key needs the role clerk.

import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { PetstockAdmin, PetstockError } from "petstock-client";

const SALES = "sales.ndjson";
const SENT = "sent.json";
const REFUSED = "refused.ndjson";
/** The service knows an Idempotency-Key for 24 hours. After less, a sale that may have been sent is looked up in the ledger. */
const REPEATABLE_MS = 20 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

const [, , command, petId, count = "1"] = process.argv;
if (command === "sell") sell(BigInt(petId), Number(count));
else if (command === "send") await send();
else throw new Error("usage: till.mjs sell PETID [COUNT] | till.mjs send");

function sell(pet, sold) {
  if (!Number.isSafeInteger(sold) || sold < 1) throw new Error(`not a number of sold pets: ${count}`);
  const sale = { id: crypto.randomUUID(), petId: String(pet), sold, at: new Date().toISOString() };
  append(SALES, sale);
  console.log(`sold ${sold} of ${pet}: ${sale.id}`);
}

async function send() {
  const { PETSTOCK_URL: url, PETSTOCK_API_KEY: apiKey } = process.env;
  const admin = new PetstockAdmin({ url, apiKey });
  const sales = linesOf(SALES);
  let { sent, triedAt } = existsSync(SENT)
    ? JSON.parse(readFileSync(SENT, "utf8"))
    : { sent: 0, triedAt: null };
  for (; sent < sales.length; sent += 1, triedAt = null) {
    const sale = sales[sent];
    triedAt ??= Date.now();
    // Before the first attempt: after a power cut, the time still says how old the key is.
    replace(SENT, { sent, triedAt });
    if (Date.now() - triedAt < REPEATABLE_MS || !(await isInLedger(admin, sale))) await sendSale(admin, sale);
    replace(SENT, { sent: sent + 1, triedAt: null });
  }
  console.log(`${sent} sales are sent, ${linesOf(REFUSED).length} of them refused`);
}

/** Throws if the service cannot be reached: run `send` again later. */
async function sendSale(admin, { id, petId: pet, sold }) {
  const changes = [{ petId: pet, by: -sold }];
  try {
    await admin.applyChanges({ reason: "sold", note: `sale ${id}`, changes }, { idempotencyKey: id });
  } catch (error) {
    const isRefused =
      error instanceof PetstockError && ["invalid_changes", "insufficient_stock"].includes(error.code);
    if (!isRefused) throw error;
    // Such as an unknown pet, or fewer in stock than sold: for a person to look at, and no reason to hold up later sales.
    const isKnown = linesOf(REFUSED).some((each) => each.id === id);
    if (!isKnown) append(REFUSED, { id, petId: pet, sold, why: error.problems[0]?.message ?? error.message });
  }
}

async function isInLedger(admin, { id, petId: pet, at }) {
  // The clocks of the till and the service may differ.
  const since = new Date(Date.parse(at) - DAY_MS);
  for await (const { note } of admin.movements({ petId: pet, since })) {
    if (note === `sale ${id}`) return true;
  }
  return false;
}

/** The complete lines of a file. What a power cut has cut off was never confirmed to the customer. */
function linesOf(file) {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8").split("\n").slice(0, -1).flatMap(parsed);
}

function parsed(line) {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

/** Appends a line, and returns when it is on disk. */
function append(file, value) {
  const isCutOff = existsSync(file) && !/(^|\n)$/.test(readFileSync(file, "utf8"));
  write(file, "a", `${isCutOff ? "\n" : ""}${JSON.stringify(value)}\n`);
}

/** The file has the old content or the new one, never a part. */
function replace(file, value) {
  write(`${file}.new`, "w", JSON.stringify(value));
  renameSync(`${file}.new`, file);
}

function write(file, flags, text) {
  const descriptor = openSync(file, flags);
  writeSync(descriptor, text);
  fsyncSync(descriptor);
  closeSync(descriptor);
}
