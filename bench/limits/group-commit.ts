// Limit of the update: the engine's writer alone, in groups of 64, without HTTP, queue or thread. Prints updates per
// second. Arguments: database, pets, seconds.

import type { Change } from "../../src/inventory/change.ts";
import { SqliteWriter } from "../../src/sqlite/writer.ts";
import { ID_STEP, QUANTITY_COUNT, QUANTITY_MIN } from "../inventories.ts";

const GROUP = 64;

const [path = "", pets = "", seconds = ""] = process.argv.slice(2);
const writer = new SqliteWriter({ path, lockTimeoutMs: 1_000, create: false });
const started = performance.now();
const end = started + Number(seconds) * 1_000;
let updates = 0;
for (; performance.now() < end; updates += GROUP) writer.commit(Array.from({ length: GROUP }, randomChange));
process.stdout.write(String((updates * 1_000) / (performance.now() - started)));
writer.close();

function randomChange(): Change {
  return {
    petId: BigInt((1 + randomBelow(Number(pets))) * ID_STEP),
    quantity: QUANTITY_MIN + randomBelow(QUANTITY_COUNT),
    reason: "update",
    by: { actor: "key:bench", keyId: "0123456789ab", requestId: crypto.randomUUID() },
  };
}

function randomBelow(count: number): number {
  return Math.floor(Math.random() * count);
}
