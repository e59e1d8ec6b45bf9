// A nightly report of all movements since the last one, each in exactly one file: movements-1-3970.csv, movements-3971-4002.csv …
//
//   npm i http://127.0.0.1:8080/client.tgz
//   PETSTOCK_URL=http://127.0.0.1:8080 PETSTOCK_API_KEY=petstock_… node report.mjs [FOLDER]
//
// It begins after the last revision that a file's name has, so that there is no other state to lose. A file gets its name when it is
// complete. Movements that are made while it reads are in this report or in the next one. The key needs the role reader.

import { open, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { PetstockAdmin } from "petstock-client";

const [, , folder = "."] = process.argv;
const { PETSTOCK_URL: url, PETSTOCK_API_KEY: apiKey } = process.env;
const admin = new PetstockAdmin({ url, apiKey });
const HEADER = "revision,at,petId,quantityBefore,quantityAfter,statusBefore,statusAfter,reason,note,actor";

const last = await lastReported();
const movements = await movementsAfter(last);
if (movements.length === 0) {
  console.log(`nothing has happened since revision ${last}`);
} else {
  const name = `movements-${last + 1}-${movements.at(-1).revision}.csv`;
  await writeWhole(join(folder, name), [HEADER, ...movements.map(rowOf), ""].join("\n"));
  console.log(`${name}: ${movements.length} movements`);
}

async function lastReported() {
  const names = await readdir(folder);
  return Math.max(0, ...names.map((name) => Number(/^movements-\d+-(\d+)\.csv$/.exec(name)?.[1] ?? 0)));
}

/** Oldest first. Each commit has higher revisions than all before it, so that nothing is missed. */
async function movementsAfter(revision) {
  for await (const newest of admin.revisions({ pageSize: 1 })) {
    if (newest.revision >= revision) break;
    throw new Error(`the inventory is at revision ${newest.revision}, before ${revision}: it was restored`);
  }
  const found = [];
  const options = { order: "asc", afterRevision: revision, pageSize: 1_000 };
  for await (const movement of admin.movements(options)) found.push(movement);
  return found;
}

function rowOf({ revision, at, petId, before, after, reason, note, actor }) {
  const stock = [before?.quantity, after?.quantity, before?.status, after?.status];
  return [revision, at, petId, ...stock, reason, note, actor].map(cellOf).join(",");
}

function cellOf(value) {
  const text = String(value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The file is there with all its content, or not at all. */
async function writeWhole(path, text) {
  const file = await open(`${path}.new`, "w");
  await file.writeFile(text);
  await file.sync();
  await file.close();
  await rename(`${path}.new`, path);
}
