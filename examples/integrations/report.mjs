// A nightly report of all movements since the last one, each in exactly one file: movements-1-3970.csv, movements-3971-4002.csv …
//
//   npm i http://127.0.0.1:8080/client.tgz
//   PETSTOCK_URL=http://127.0.0.1:8080 PETSTOCK_API_KEY=petstock_… node report.mjs [FOLDER]
//
// It begins after the last revision that a file's name has, so that there is no other state to lose. A file gets its name when it is
// complete, and a run that fails leaves none. Movements that are made while it reads are in this report or in the next one. The key
// needs the role reader.

import { createWriteStream } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { PetstockAdmin } from "petstock-client";

const [, , folder = "."] = process.argv;
const { PETSTOCK_URL: url, PETSTOCK_API_KEY: apiKey } = process.env;
const admin = new PetstockAdmin({ url, apiKey });
const HEADER = "revision,at,petId,quantityBefore,quantityAfter,statusBefore,statusAfter,reason,note,actor";

const last = await lastReported();
await throwIfRestored();
const report = { movements: 0, newest: last };
const unfinished = join(folder, "movements.csv.new");
await pipeline(linesAfter(last), createWriteStream(unfinished, { flush: true }));
if (report.movements === 0) {
  await rm(unfinished);
  console.log(`nothing has happened since revision ${last}`);
} else {
  const name = `movements-${last + 1}-${report.newest}.csv`;
  await rename(unfinished, join(folder, name));
  console.log(`${name}: ${report.movements} movements`);
}

async function lastReported() {
  const names = await readdir(folder);
  return Math.max(0, ...names.map((name) => Number(/^movements-\d+-(\d+)\.csv$/.exec(name)?.[1] ?? 0)));
}

async function throwIfRestored() {
  for await (const { revision } of admin.revisions({ pageSize: 1 })) {
    if (revision >= last) return;
    throw new Error(`the inventory is at revision ${revision}, before ${last}: it was restored`);
  }
}

/** Oldest first, as they arrive. Each commit has higher revisions than all before it, so that nothing is missed. */
async function* linesAfter(revision) {
  yield `${HEADER}\n`;
  for await (const movement of admin.streamMovements({ order: "asc", afterRevision: revision })) {
    report.movements += 1;
    report.newest = movement.revision;
    yield `${rowOf(movement)}\n`;
  }
}

function rowOf({ revision, at, petId, before, after, reason, note, actor }) {
  const stock = [before?.quantity, after?.quantity, before?.status, after?.status];
  return [revision, at, petId, ...stock, reason, note, actor].map(cellOf).join(",");
}

function cellOf(value) {
  const text = String(value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
