// Limit of durable updates: how often the disk writes and syncs 4 KiB. Prints the number per second.
// Arguments: folder, seconds.

import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

const BLOCK = Buffer.alloc(4_096, 1);
/** The size of the engine's log before it is overwritten. */
const FILE_BLOCKS = 4_000;

const [folder = "", seconds = ""] = process.argv.slice(2);
const path = join(folder, `fsync-${process.pid}`);
const file = openSync(path, "w");
for (let block = 0; block < FILE_BLOCKS; block++) writeSync(file, BLOCK);
fsyncSync(file);

const started = performance.now();
const end = started + Number(seconds) * 1_000;
let times = 0;
for (; performance.now() < end; times++) {
  writeSync(file, BLOCK, 0, BLOCK.length, (times % FILE_BLOCKS) * BLOCK.length);
  fsyncSync(file);
}
process.stdout.write(String((times * 1_000) / (performance.now() - started)));
closeSync(file);
rmSync(path);
