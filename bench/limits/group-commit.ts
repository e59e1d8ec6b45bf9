// Limit of the update: the engine's writer alone, in groups of 64, without HTTP, queue or thread. Prints updates per
// second. Arguments: database, pets, seconds.

import { SqliteWriter } from "../../src/sqlite/writer.ts";
import { GROUP, randomGroup } from "../random-updates.ts";

const [path = "", pets = "", seconds = ""] = process.argv.slice(2);
const writer = new SqliteWriter({ path, lockTimeoutMs: 1_000, create: false });
const started = performance.now();
const end = started + Number(seconds) * 1_000;
let updates = 0;
for (; performance.now() < end; updates += GROUP) writer.commit(randomGroup(Number(pets)));
process.stdout.write(String((updates * 1_000) / (performance.now() - started)));
writer.close();
