// A temporary table of rows that are staged, one for each pet. It locks nothing, and is in a file when it is large, so that a
// stage is limited by the disk, not by memory (file/task-connection.ts).

import type { Database, SQLQueryBindings } from "bun:sqlite";
import { names, type Query } from "../ledger/sql.ts";
import { resultCode, RESULT, translateErrors } from "./errors.ts";
import { commitOrRollBack } from "./file/lock.ts";

/** Rows for each statement: with many more, binding values takes longer than the steps that are saved. */
const CHUNK_ROWS = 50;

interface PetRow {
  readonly petId: bigint;
  readonly line: number;
}

export interface StageForm<Row extends PetRow> {
  /** Without a schema. */
  readonly name: string;
  /** Definitions of its columns; with `pet_id INTEGER PRIMARY KEY` and `line`. */
  readonly columns: readonly string[];
  /** For messages: whose temporary file it is. */
  readonly owner: string;
  /** In the order of the columns. */
  valuesOf(row: Row): readonly SQLQueryBindings[];
}

/** A row whose pet is in an earlier row, and the line of that row. */
export interface Repeated<Row> {
  readonly row: Row;
  readonly firstLine: number;
}

/** Its methods throw a StoreError. */
export class StageTable<Row extends PetRow> {
  readonly query: Query;
  readonly #db: Database;
  readonly #form: StageForm<Row>;
  readonly #file: string;
  readonly #insertChunk: string;

  constructor(db: Database, form: StageForm<Row>) {
    this.#db = db;
    this.#form = form;
    this.#file = `${form.owner} temporary file (SQLITE_TMPDIR names its folder)`;
    this.#insertChunk = insertOf(form, CHUNK_ROWS);
    this.query = names(`temp.${form.name}`);
    const create = `CREATE TEMP TABLE ${form.name} (${form.columns.join(", ")}) STRICT`;
    translateErrors(this.#file, () => db.run(create));
  }

  /** Gives the rows that repeat a pet: they are not added. */
  add(rows: readonly Row[]): Repeated<Row>[] {
    return translateErrors(this.#file, () => {
      this.#db.run("BEGIN");
      return commitOrRollBack(this.#db, () => this.#addChunks(rows));
    });
  }

  #addChunks(rows: readonly Row[]): Repeated<Row>[] {
    const repeated: Repeated<Row>[] = [];
    for (let at = 0; at < rows.length; at += CHUNK_ROWS) {
      const chunk = rows.slice(at, at + CHUNK_ROWS);
      if (chunk.length < CHUNK_ROWS || !this.#addChunk(chunk)) repeated.push(...this.#addEach(chunk));
    }
    return repeated;
  }

  /** False if a row repeats a pet: the statement has added no row then. */
  #addChunk(chunk: readonly Row[]): boolean {
    const values: SQLQueryBindings[] = [];
    for (const row of chunk) values.push(...this.#form.valuesOf(row));
    try {
      this.#db.query(this.#insertChunk).run(...values);
      return true;
    } catch (error) {
      if (resultCode(error) === RESULT.CONSTRAINT) return false;
      throw error;
    }
  }

  #addEach(rows: readonly Row[]): Repeated<Row>[] {
    const { name, valuesOf } = this.#form;
    const put = this.#db.query(`${insertOf(this.#form, 1)} ON CONFLICT DO NOTHING`);
    const firstLine = this.#db.query(`SELECT line FROM temp.${name} WHERE pet_id = ?`);
    const repeated: Repeated<Row>[] = [];
    for (const row of rows) {
      if (put.run(...valuesOf(row)).changes > 0) continue;
      repeated.push({ row, firstLine: Number(firstLine.values(row.petId)[0]?.[0]) });
    }
    return repeated;
  }
}

function insertOf({ name, columns }: Pick<StageForm<never>, "name" | "columns">, rows: number): string {
  const row = `(${columns.map(() => "?").join(", ")})`;
  return `INSERT INTO temp.${name} VALUES ${Array(rows).fill(row).join(", ")}`;
}
