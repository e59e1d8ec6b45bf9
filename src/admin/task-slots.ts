// Limits the imports, large change sets and undos that a service works on at once: each has a thread or a connection to the
// database, and a temporary file as large as its rows.

import { ApiError } from "../http/api-error.ts";

/** Two, so that one that arrives slowly does not block all others. */
const TASKS_MAX = 2;

export class TaskSlots {
  readonly #tasksMax: number;
  #taken = 0;

  constructor(tasksMax = TASKS_MAX) {
    this.#tasksMax = tasksMax;
  }

  /** Runs the task. Throws `overloaded` if too many run. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#taken >= this.#tasksMax) {
      const message = `${this.#tasksMax} imports, large change sets or undos are in progress; nothing was changed. Try again shortly.`;
      throw new ApiError("overloaded", message, { "Retry-After": "1" });
    }
    this.#taken += 1;
    try {
      return await task();
    } finally {
      this.#taken -= 1;
    }
  }
}
