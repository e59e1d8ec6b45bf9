// The temporary table of the rows of a stage. It locks nothing, and is in a file when it is large, so that a stage is limited by the
// disk, not by memory (file/task-connection.ts).

import type { Database } from "bun:sqlite";
import type { DuplicateRow, StagedRow } from "../inventory/import.ts";
import { names, type Query } from "../ledger/sql.ts";
import {
  STAGE_COLUMNS,
  type StageColumn,
  type StagedValues,
  stagedValuesOf,
} from "../ledger/stage-columns.ts";
import { TEMPORARY_FILE, resultCode, RESULT, translateErrors } from "./errors.ts";
import { commitOrRollBack } from "./file/lock.ts";

/** Rows for each statement: with many more, binding values takes longer than the steps that are saved. */
const CHUNK_ROWS = 50;

const NAME = "temp.staged";

/** Its methods throw a StoreError. */
export class StageTable {
  readonly query: Query = names(NAME);
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
    translateErrors(TEMPORARY_FILE, () => db.run(CREATE));
  }

  /** Gives the rows that repeat a pet: they are not added. */
  add(rows: readonly StagedRow[]): DuplicateRow[] {
    return translateErrors(TEMPORARY_FILE, () => {
      this.#db.run("BEGIN");
      return commitOrRollBack(this.#db, () => this.#addChunks(rows));
    });
  }

  #addChunks(rows: readonly StagedRow[]): DuplicateRow[] {
    const repeated: DuplicateRow[] = [];
    for (let at = 0; at < rows.length; at += CHUNK_ROWS) {
      const chunk = rows.slice(at, at + CHUNK_ROWS);
      if (!this.#addChunk(chunk)) repeated.push(...this.#addEach(chunk));
    }
    return repeated;
  }

  /** False if a row repeats a pet: the statement has added no row then. */
  #addChunk(chunk: readonly StagedRow[]): boolean {
    const staged = stagedValuesOf(chunk);
    try {
      this.#db.query(insertOf(staged)).run(...staged.values.flat());
      return true;
    } catch (error) {
      if (resultCode(error) === RESULT.CONSTRAINT) return false;
      throw error;
    }
  }

  #addEach(rows: readonly StagedRow[]): DuplicateRow[] {
    const firstLine = this.#db.query(`SELECT line FROM ${NAME} WHERE pet_id = ?`);
    const repeated: DuplicateRow[] = [];
    for (const row of rows) {
      const staged = stagedValuesOf([row]);
      const put = this.#db.query(`${insertOf(staged)} ON CONFLICT DO NOTHING`);
      if (put.run(...staged.values.flat()).changes > 0) continue;
      repeated.push({ row, firstLine: Number(firstLine.values(row.petId)[0]?.[0]) });
    }
    return repeated;
  }
}

const CREATE = `CREATE TEMP TABLE staged (${Object.entries(STAGE_COLUMNS).map(definitionOf).join(", ")}) STRICT`;

function definitionOf([name, type]: readonly [string, string]): string {
  if (name === ("pet_id" satisfies StageColumn)) return `${name} INTEGER PRIMARY KEY`;
  return `${name} ${type === "text" ? "TEXT" : "INTEGER"}`;
}

/** The connection keeps the prepared statement, found by its text. */
function insertOf({ columns, values }: StagedValues): string {
  const row = `(${columns.map(() => "?").join(", ")})`;
  return `INSERT INTO ${NAME} (${columns.join(", ")}) VALUES ${Array(values.length).fill(row).join(", ")}`;
}
