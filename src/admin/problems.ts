// The problems of a body's entries: the first ones, and the number of all.

import type { Problem } from "../contract/errors.ts";
import { ApiError } from "../http/api-error.ts";
import { LISTED_MAX } from "../inventory/change-set.ts";

export class Problems {
  readonly #listed: Problem[] = [];
  #total = 0;

  get total(): number {
    return this.#total;
  }

  add(problem: Problem): void {
    this.#total += 1;
    if (this.#listed.length < LISTED_MAX) this.#listed.push(problem);
  }

  /** Whether further problems are only counted. */
  get isFull(): boolean {
    return this.#listed.length >= LISTED_MAX;
  }

  count(further: number): void {
    this.#total += further;
  }

  throwIfAny(): void {
    if (this.#total > 0) throw invalidChanges(this.#listed, this.#total);
  }
}

export function invalidChanges(problems: readonly Problem[], total: number): ApiError {
  const [first] = problems;
  const which = total === 1 ? "1 change is invalid" : `${total} changes are invalid`;
  const more = total === 1 ? "" : "; the first: ";
  const message = `${which}${total === 1 ? ": " : more}${first?.message ?? ""} Nothing was changed; correct and send all again.`;
  return new ApiError("invalid_changes", message, {}, { problems, problemsTotal: total });
}
