// Fills an empty database with a history of the past, in one transaction: after a crash it has all of it or none. The only code that
// gives movements another time than that of their commit; only the quickstart may use it (test/architecture/rules.ts).

import type { Database } from "bun:sqlite";
import { foldChanges } from "../inventory/fold.ts";
import { makeNonce } from "../inventory/nonce.ts";
import type { Position } from "../inventory/position.ts";
import type { DatedChangeSet } from "../inventory/seed.ts";
import { TaskConnection, type TaskOptions } from "./file/task-connection.ts";
import { MovementTables } from "./movement-tables.ts";
import { prepareNewestForWriting, readNewest } from "./newest-commit.ts";

/** False, and nothing was done, if the inventory has ever changed. Blocks this thread. Throws a StoreError. */
export function seedHistory(options: TaskOptions, history: readonly DatedChangeSet[]): boolean {
  using connection = new TaskConnection(options);
  const { db } = connection;
  return connection.write(() => {
    const newest = readNewest(prepareNewestForWriting(db));
    if (newest.revision > 0) return false;
    beginBefore(db, history);
    writeAll(db, newest, history);
    return true;
  });
}

/** The first commit, of the empty inventory, was made when the file was; times of commits must ascend. */
function beginBefore(db: Database, [first]: readonly DatedChangeSet[]): void {
  if (first !== undefined)
    db.query("UPDATE commit_mark SET at = min(at, ?) WHERE revision = 0").run(first.at);
}

function writeAll(db: Database, start: Position, history: readonly DatedChangeSet[]): void {
  const tables = new MovementTables(db);
  const petOf = (petId: bigint) => tables.petOf(petId);
  const labelOf = (petId: bigint) => tables.labelOf(petId);
  let newest = start;
  for (const { at, ...set } of history) {
    const context = { petOf, labelOf, newest, nonce: makeNonce(), at };
    const { outcomes, ...folded } = foldChanges([{ ...set, dryRun: false }], context);
    const [outcome] = outcomes;
    if (outcome?.kind !== "applied")
      throw new Error(`a change set of the seed is not valid: ${outcome?.kind}`);
    if (folded.movements.length > 0) tables.append({ newest, ...folded, at });
    newest = folded.position;
  }
}
