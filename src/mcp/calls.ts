// The calls of assistants under way: limited for each API key, and ended with it, as its streams and downloads are.

import { ApiError } from "../http/api-error.ts";
import { KeySlots } from "../inventory/key-slots.ts";
import type { KeyRecord } from "../inventory/key-store.ts";
import { ToolError } from "./tool.ts";

/** An assistant makes a few at once. Each holds a server of its own, some 100 KB. */
export const KEY_CALLS_MAX = 32;

/** `watch` calls back when the key was revoked or has expired; it returns a function that ends the watch. */
export interface Endings {
  watch(keyId: string, onEnd: () => void): () => void;
}

export class Calls {
  readonly #endings: Endings;
  readonly #ofKeys = new KeySlots(KEY_CALLS_MAX);

  constructor(endings: Endings) {
    this.#endings = endings;
  }

  /** `work` gets a signal that is aborted when the key ends or the client disconnects. Throws `rate_limited`. */
  async run<T>(
    { id, name }: KeyRecord,
    client: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (!this.#ofKeys.take(id)) throw limitReached(name);
    const ended = new AbortController();
    const stopWatching = this.#endings.watch(id, () => ended.abort(keyEnded()));
    try {
      return await work(AbortSignal.any([client, ended.signal]));
    } finally {
      stopWatching();
      this.#ofKeys.free(id);
    }
  }
}

function keyEnded(): ToolError {
  return new ToolError("invalid_api_key: The API key was revoked or has expired during the call.");
}

function limitReached(name: string): ApiError {
  const problem = `The API key "${name}" has ${KEY_CALLS_MAX} calls under way; this one was not made.`;
  return new ApiError("rate_limited", `${problem} Try again after the time in Retry-After.`, {
    "Retry-After": "1",
  });
}
