// Limits the imports, large change sets and undos that a service works on at once: each has a thread or a connection to the
// database, and a temporary file as large as its rows.

import { ApiError } from "../http/api-error.ts";
import { KeySlots } from "../inventory/key-slots.ts";

/** Two, so that one that arrives slowly does not block all others. */
const TASKS_MAX = 2;
/** One, so that a key that sends one after the other leaves a slot to all others. */
const KEY_TASKS_MAX = 1;

export class TaskSlots {
  readonly #ofKeys = new KeySlots(KEY_TASKS_MAX);
  #taken = 0;

  /** Runs a task of an API key. Throws `overloaded` if the key has one under way, or too many run. */
  async run<T>(keyId: string, task: () => Promise<T>): Promise<T> {
    if (this.#taken >= TASKS_MAX) throw inProgress(`${TASKS_MAX} imports, large change sets or undos are`);
    if (!this.#ofKeys.take(keyId))
      throw inProgress("Another import, large change set or undo of this API key is");
    this.#taken += 1;
    try {
      return await task();
    } finally {
      this.#taken -= 1;
      this.#ofKeys.free(keyId);
    }
  }
}

function inProgress(what: string): ApiError {
  const message = `${what} in progress; nothing was changed. Try again shortly.`;
  return new ApiError("overloaded", message, { "Retry-After": "1" });
}
