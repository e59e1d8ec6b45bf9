// The rows and problems that were read and not taken yet, in the order of the file. Holds one batch at a time.

import type { ImportRow } from "../inventory/import.ts";
import type { Fault } from "./fault.ts";
import { type RowProblem, shown } from "./problem.ts";

/** Some rows of the file, and the problems found beside them. */
export interface RowBatch<Row = ImportRow> {
  readonly rows: readonly Row[];
  readonly problems: readonly RowProblem[];
  /** Bytes of the whole file so far, for a progress bar. */
  readonly bytesRead: number;
}

interface Found {
  readonly column?: string;
  /** The file's own text, of any length. */
  readonly value?: string;
  readonly fault: Fault;
}

export class RowReport<Row = ImportRow> {
  #rows: Row[] = [];
  #problems: RowProblem[] = [];
  #isEnded = false;

  /** A problem made the rest of the file unreadable. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Rows and problems. */
  get size(): number {
    return this.#rows.length + this.#problems.length;
  }

  addRow(row: Row): void {
    this.#rows.push(row);
  }

  addProblem(line: number, { column, value, fault }: Found): void {
    this.#problems.push({
      line,
      column: column ?? null,
      value: value === undefined ? null : shown(value),
      fault,
    });
  }

  /** Gives the problems of the row that was read last its pet. */
  identify(line: number, petId: bigint): void {
    for (let i = this.#problems.length - 1; this.#problems[i]?.line === line; i--)
      this.#problems[i] = { ...this.#problems[i]!, petId };
  }

  /** Adds the last problem: nothing after it is read. */
  addFatalProblem(line: number, problem: Found): void {
    this.addProblem(line, problem);
    this.#isEnded = true;
  }

  take(bytesRead: number): RowBatch<Row> {
    const batch = { rows: this.#rows, problems: this.#problems, bytesRead };
    this.#rows = [];
    this.#problems = [];
    return batch;
  }
}
