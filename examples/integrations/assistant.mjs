// An assistant's program in small: a client of the Model Context Protocol that orders what is low, after a person agrees.
//
//   npm i @modelcontextprotocol/client
//   PETSTOCK_URL=http://127.0.0.1:8080 PETSTOCK_API_KEY=petstock_… node assistant.mjs 10
//
// It asks the service at /mcp which pets are low, previews a delivery that fills each up to the given quantity, and applies exactly what it
// has shown if the answer is y. The key needs the role clerk.

import { createInterface } from "node:readline/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const full = Number(process.argv[2] ?? "10");
const { PETSTOCK_URL, PETSTOCK_API_KEY } = process.env;
const headers = { Authorization: `Bearer ${PETSTOCK_API_KEY}` };

const client = new Client({ name: "restock", version: "1.0.0" });
await client.connect(
  new StreamableHTTPClientTransport(new URL("/mcp", PETSTOCK_URL), { requestInit: { headers } }),
);
try {
  await restock();
} finally {
  await client.close();
}

async function restock() {
  const low = await lowPets();
  if (low.length === 0) return console.log("nothing is low");
  // An id beyond 2^53 is a text, and stays one.
  const changes = low
    .map(({ petId, quantity }) => ({ petId, by: full - quantity }))
    .filter(({ by }) => by > 0);
  if (changes.length === 0) return console.log(`nothing is below ${full}`);
  const order = { changes, reason: "received", note: "restocked by the assistant" };
  const { pets, confirm } = await call("change", order);
  for (const { petId, name, before, after } of pets)
    console.log(`${petId} ${name ?? ""}: ${before.quantity} -> ${after.quantity}`);
  if (!(await agrees())) return console.log("nothing was changed");
  // Made exactly as shown, or refused: also safe to repeat after a lost answer.
  const { revision } = await call("change", { ...order, confirm });
  console.log(`applied as revision ${revision}`);
}

/** At most 100, as many as one change may have. */
async function lowPets() {
  const { pets } = await call("list", { low: true, limit: 100 });
  return pets;
}

/** The result of a tool. Throws with its message if it fails. */
async function call(name, input) {
  const { content, isError } = await client.callTool({ name, arguments: input });
  const text = content.map((block) => block.text).join("\n");
  if (isError) throw new Error(text);
  return JSON.parse(text);
}

async function agrees() {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question("Apply? [y/N] ");
  terminal.close();
  return answer.trim().toLowerCase() === "y";
}
