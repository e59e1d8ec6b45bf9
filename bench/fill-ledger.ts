// Makes a database with the ledger of ten years in a minute: the product's own writer commits random updates in groups of 64,
// so that every row is as the service writes it, whatever the schema. Their times are spread evenly over the ten years.
// Arguments: file of the new database, pets, movements (up to 63 more are made).

import type { Change } from "../src/inventory/change.ts";
import { SqliteWriter } from "../src/sqlite/writer.ts";
import { randomGroup, randomUpdate } from "./random-updates.ts";

const YEARS_MS = 10 * 365 * 24 * 60 * 60 * 1_000;

const [path = "", pets = "", movements = ""] = process.argv.slice(2);
const endedAt = Date.now();
let made = 0;

setClock(0);
const writer = new SqliteWriter({ path, lockTimeoutMs: 1_000, create: true });
commit(Array.from({ length: Number(pets) }, (_, at) => created(1 + at)));
while (made < Number(movements)) {
  setClock(made / Number(movements));
  commit(randomGroup(Number(pets)));
}
writer.close();

/** Counts the movements: a random quantity is sometimes the current one. */
function commit(group: readonly Change[]): void {
  for (const { kind } of writer.commit(group)) if (kind === "updated") made += 1;
}

function created(place: number): Change {
  return { ...randomUpdate(place), status: "available", create: true, reason: "set" };
}

/** Sets the clock that the writer reads: 0 is ten years ago, 1 is now. */
function setClock(share: number): void {
  const at = Math.floor(endedAt - YEARS_MS * (1 - share));
  Date.now = () => at;
}
