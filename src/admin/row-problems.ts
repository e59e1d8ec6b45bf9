// The problems of rows, or of the entries of a JSON list, as Error bodies list them.

import type { ErrorDetails, Problem } from "../contract/errors.ts";
import { ApiError } from "../http/api-error.ts";
import { LISTED_MAX } from "../inventory/change-set.ts";
import type { RowProblem } from "../transfer/problem.ts";

/** Whether a problem's line is a line of rows, from 1, or the place in a list, which is an index from 0. */
export type RowPlaceName = "line" | "index";

/** Keeps the first problems, and counts all. */
export class RowProblems {
  readonly #place: RowPlaceName;
  readonly #problems: Problem[] = [];
  #total = 0;

  constructor(place: RowPlaceName) {
    this.#place = place;
  }

  add(problems: readonly RowProblem[]): void {
    for (const { line, column, value, rule } of problems) {
      const what = value === null ? rule : `"${value}" ${rule}`;
      const code = column === "petId" ? "invalid_pet_id" : "invalid_field";
      this.#add(line, { code, message: column === null ? what : `${column}: ${what}` });
    }
  }

  /** Rows that repeat a pet of an earlier row. */
  addDuplicates(
    duplicates: readonly {
      readonly row: { readonly petId: bigint; readonly line: number };
      readonly firstLine: number;
    }[],
  ): void {
    for (const { row, firstLine } of duplicates) {
      const first = this.#place === "line" ? `line ${firstLine}` : `index ${firstLine - 1}`;
      const message = `The pet is at ${first} already. Keep one of the two.`;
      this.#add(row.line, { code: "duplicate_pet", petId: row.petId, message });
    }
  }

  /** Throws `invalid_changes` if there is any. */
  throwIfAny(): void {
    if (this.#total === 0) return;
    const count = this.#total === 1 ? "one problem" : `${this.#total} problems`;
    const details: ErrorDetails = {
      problems: this.#problems.toSorted((a, b) => placeOf(a) - placeOf(b)),
      problemsTotal: this.#total,
    };
    throw new ApiError(
      "invalid_changes",
      `The body has ${count}; nothing was changed. Correct it, then send it again.`,
      {},
      details,
    );
  }

  #add(line: number, problem: Problem): void {
    this.#total += 1;
    if (this.#problems.length >= LISTED_MAX) return;
    this.#problems.push(this.#place === "line" ? { line, ...problem } : { index: line - 1, ...problem });
  }
}

function placeOf({ line, index }: Problem): number {
  return line ?? index ?? 0;
}
