// Follows the changes of the inventory over streams: opens the next one where the last one ended, so that no change is skipped.

import type { ChangesSince } from "./admin-types.ts";
import { openChanges } from "./change-stream.ts";
import type { Connection } from "./connection.ts";
import { RequestError } from "./errors.ts";
import { pause } from "./pause.ts";
import { pauseMsAfter } from "./retry.ts";

export interface FollowOptions {
  /** A position; undefined: from now on. */
  readonly since: string | undefined;
  /** Whether to open another stream after this error; other errors are thrown. */
  readonly reopensAfter: (error: RequestError, lost: LostStream) => boolean;
  /** Called with each error that does not end the iteration. */
  readonly onTrouble?: ((error: RequestError) => void) | undefined;
  /** Awaited before each stream is opened. */
  readonly before?: (() => Promise<void>) | undefined;
  /** Called with each stream's first changes, and when it was requested (`performance.now()`). */
  readonly onOpened?: ((askedAt: number) => void) | undefined;
  /** See StreamOptions. */
  readonly actors?: boolean | undefined;
  readonly silenceMs?: number | undefined;
  readonly onAlive?: (() => void) | undefined;
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface LostStream {
  /** It had given changes. */
  readonly wasOpen: boolean;
  /** How many streams were lost shortly before it. */
  readonly failures: number;
}

/** A stream that lived so long was no failure. Longer than a proxy takes to refuse one. */
const STABLE_MS = 5_000;

/** Without end, until the signal is aborted. Throws `position_gone` if the position is no longer in the history. */
export async function* followChanges(
  connection: Connection,
  { since, reopensAfter, onTrouble, before, onOpened, ...options }: FollowOptions,
): AsyncGenerator<ChangesSince, void, undefined> {
  const { signal } = options;
  let position = since;
  for (let failures = 0; ; failures++) {
    await before?.();
    signal?.throwIfAborted();
    const askedAt = performance.now();
    let retryAfterMs: number | undefined;
    let isOpen = false;
    try {
      for await (const changes of openChanges(connection, { ...options, since: position })) {
        if (!isOpen) onOpened?.(askedAt);
        isOpen = true;
        position = changes.position;
        yield changes;
        signal?.throwIfAborted();
      }
    } catch (error) {
      if (!(error instanceof RequestError) || !reopensAfter(error, { wasOpen: isOpen, failures }))
        throw error;
      onTrouble?.(error);
      retryAfterMs = error.retryAfterMs;
    }
    if (performance.now() - askedAt >= STABLE_MS) failures = 0;
    await pause(pauseMsAfter(failures, retryAfterMs), signal);
  }
}
