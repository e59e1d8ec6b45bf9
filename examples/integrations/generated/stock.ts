// A client of generated types and `fetch`: sets the quantity of a pet, exactly once and with every digit of its id, and lists.
//
//   npm i bun        (or Node.js 22.18 or later, which runs TypeScript, in place of bun)
//   PETSTOCK_URL=http://127.0.0.1:8080 PETSTOCK_API_KEY=petstock_… npx bun stock.ts 734980 12
//
// generate.mjs writes the types first. JSON.parse rounds numbers beyond 2^53, so its reviver reads ids from their text.

import type { paths } from "./inventory.d.ts";

type Method = "get" | "patch";
type Json<T> = T extends { content: { "application/json": infer Content } } ? Content : undefined;
type Operation<Path extends keyof paths, M extends Method> = NonNullable<paths[Path][M]>;
type Answer<O> = O extends { responses: { 200: infer Success } } ? Json<Success> : never;
type Body<O> = O extends { requestBody: infer Request } ? Json<Request> : undefined;

/** An answer of the service that no repetition changes. */
class Refusal extends Error {}

const { PETSTOCK_URL = "http://127.0.0.1:8080", PETSTOCK_API_KEY } = process.env;
const ATTEMPTS = 5;
const TEMPORARY = new Set([429, 502, 503, 504]);

const [, , petId = "", quantity = ""] = process.argv;
const pet = await call(
  "patch",
  "/inventory/{petId}",
  { petId: BigInt(petId) },
  { quantity: Number(quantity) },
);
console.log(`${pet.petId} now has ${pet.quantity}`);
for (const item of await call("get", "/inventory", {}, undefined)) {
  console.log(`${item.petId} ${item.quantity} ${item.status}`);
}

/** Repeats a change with the same key after a lost answer, so that it is applied once. Throws with the service's message. */
async function call<Path extends keyof paths, M extends Method>(
  method: M,
  path: Path,
  inPath: Readonly<Record<string, bigint>>,
  body: Body<Operation<Path, M>>,
): Promise<Answer<Operation<Path, M>>> {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => String(inPath[name]));
  const headers = {
    Authorization: `Bearer ${PETSTOCK_API_KEY}`,
    ...(body !== undefined && { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() }),
  };
  const request = {
    method: method.toUpperCase(),
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await fetch(`${PETSTOCK_URL}/v1${address}`, {
        ...request,
        signal: AbortSignal.timeout(40_000),
      });
      const text = await response.text();
      if (response.ok) return parse(text) as Answer<Operation<Path, M>>;
      if (!TEMPORARY.has(response.status) || attempt === ATTEMPTS) throw new Refusal(text);
    } catch (error) {
      if (error instanceof Refusal || attempt === ATTEMPTS) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** attempt));
  }
}

function parse(text: string): unknown {
  // The types of JSON.parse lack the source of a value.
  const reviver = (name: string, value: unknown, context?: { source: string }) =>
    name === "petId" ? BigInt(context!.source) : value;
  return JSON.parse(text, reviver as (name: string, value: unknown) => unknown);
}
