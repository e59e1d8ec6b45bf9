// A program that calls services which cannot be reached or break off, in any runtime that has `fetch`. Prints its errors as JSON.

import { PetstockAdmin, PetstockClient } from "./client.js";

const [refused, untrusted, breakingUpdate, breakingDelete] = process.argv.slice(2);

const once = { retries: 0, idempotencyKey: null };

const clientOf = (url) => new PetstockClient({ url, apiKey: "k" });
const adminOf = (url) => new PetstockAdmin({ url, apiKey: "k" });

const factsOf = async (call) => {
  const error = await call.catch((reason) => reason);
  const { code, systemCode, notSent, mayBeApplied, message } = error;
  return { code, systemCode, notSent, mayBeApplied, message };
};

/** The first request opens a connection that the next one reuses. */
const onReused = async (url, call) => {
  await adminOf(url).me();
  return factsOf(call(url));
};

const seen = {
  refusedUpdate: await factsOf(clientOf(refused).updateInventory(1, 2, once)),
  refusedUndo: await factsOf(adminOf(refused).undo(1, { retries: 0 })),
  untrusted: await factsOf(clientOf(untrusted).updateInventory(1, 2, once)),
  brokenUpdate: await onReused(breakingUpdate, (url) => clientOf(url).updateInventory(1, 2, once)),
  brokenDelete: await onReused(breakingDelete, (url) => adminOf(url).revokeKey("k", { retries: 0 })),
};

console.log(JSON.stringify(seen));
