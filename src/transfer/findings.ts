// What was read so far and not handed on yet: rows and problems, in the order of the file. Holds one batch at a time.

import type { ImportRow } from "../inventory/import.ts";
import { type RowProblem, shown } from "./problem.ts";

/** Some rows of the file, and the problems found beside them. */
export interface RowBatch {
  readonly rows: readonly ImportRow[];
  readonly problems: readonly RowProblem[];
  /** Of the whole file so far, for a progress bar. */
  readonly bytesRead: number;
}

/** What is wrong, as it is found: `value` is the file's own text. */
interface Finding {
  readonly column?: string;
  readonly value?: string;
  readonly rule: string;
}

export class Findings {
  #rows: ImportRow[] = [];
  #problems: RowProblem[] = [];
  #broken = false;

  /** True once the file turned out to be so broken that there is no reading on. */
  get broken(): boolean {
    return this.#broken;
  }

  get size(): number {
    return this.#rows.length + this.#problems.length;
  }

  addRow(row: ImportRow): void {
    this.#rows.push(row);
  }

  addProblem(line: number, { column, value, rule }: Finding): void {
    this.#problems.push({
      line,
      column: column ?? null,
      value: value === undefined ? null : shown(value),
      rule,
    });
  }

  /** Adds the last problem: nothing after it is read. */
  breakOff(line: number, finding: Finding): void {
    this.addProblem(line, finding);
    this.#broken = true;
  }

  take(bytesRead: number): RowBatch {
    const batch = { rows: this.#rows, problems: this.#problems, bytesRead };
    this.#rows = [];
    this.#problems = [];
    return batch;
  }
}
