// Takes a revision back, by sets: a million movements cost no more memory than one.

import type { Database } from "bun:sqlite";
import {
  CHANGED_PETS_MAX,
  type ChangedPet,
  type UndoOptions,
  type UndoRefusal,
  type UndoResult,
  refusalIfChanged,
  refusalOutsideHistory,
  undoRequestId,
} from "../inventory/undo.ts";
import { countDifference, makeDifference } from "./difference.ts";
import { beginningOf, prepareHead, prepareHeadForWriting, readHead } from "./head.ts";
import { OwnConnection, type OwnOptions } from "./file/own-connection.ts";

export function undo(own: OwnOptions, options: UndoOptions): UndoResult {
  using connection = new OwnConnection(own);
  const { db } = connection;
  return options.dryRun
    ? connection.read(() => undoIn(db, options))
    : connection.write(() => undoIn(db, options));
}

function undoIn(db: Database, options: UndoOptions): UndoResult {
  const { revision, dryRun, by } = options;
  const { revision: newest } = readHead(dryRun ? prepareHead(db) : prepareHeadForWriting(db));
  const refusal =
    refusalOutsideHistory({ newest, begins: beginningOf(db) }, revision) ?? whereChanged(db, revision);
  if (refusal !== undefined) return refusal;
  const difference = backwards(revision);
  if (dryRun) return { kind: "undone", ...countDifference(db, difference), revision: newest };
  const made = {
    revision: newest + 1,
    reason: "undo",
    by: { ...by, requestId: undoRequestId(options) },
  } as const;
  return { kind: "undone", ...makeDifference(db, difference, made), revision: newest + 1 };
}

function whereChanged(db: Database, revision: number): UndoRefusal | undefined {
  const [row = []] = db.query(`SELECT count(*) ${CHANGED}`).values(revision);
  const first = db.query(
    `SELECT m.pet_id, i.revision ${CHANGED} ORDER BY m.pet_id LIMIT ${CHANGED_PETS_MAX}`,
  );
  const pets = (first.values(revision) as [bigint, bigint][]).map(([petId, changedIn]): ChangedPet => ({
    petId,
    revision: Number(changedIn),
  }));
  return refusalIfChanged(Number(row[0]), pets);
}

const CHANGED = `
  FROM movement m JOIN inventory i ON i.pet_id = m.pet_id
  WHERE m.revision = ? AND i.revision <> m.revision`;

/** Each movement of the revision the other way round. */
const backwards = (revision: number) => `
  SELECT pet_id, quantity_after AS quantity_before, quantity_before AS quantity_after,
    status_after AS status_before, status_before AS status_after
  FROM movement WHERE revision = ${revision}`;
