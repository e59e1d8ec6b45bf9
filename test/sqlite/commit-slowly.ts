// A process that commits changes one by one and writes "acknowledged" after each; a test traces its system calls. Its
// arguments: the file, the number of changes, and "thread" for a writer thread.

import { writeSync } from "node:fs";
import { createPet } from "../store/engine.ts";
import { openSqlite, startWorker } from "./embedded.ts";

const [path = "", changes = "", mode = ""] = process.argv.slice(2);
await using store = await openSqlite(path, mode === "thread" ? { startWorker } : {});
for (let quantity = 1; quantity <= Number(changes); quantity++) {
  await store.commit([createPet(1n, quantity)]);
  writeSync(1, "acknowledged\n");
}
