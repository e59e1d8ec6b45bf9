// The entries of a list that the service gives in pages.

/** A page, with the cursor of the next one; null at the end. */
export interface Page<T> {
  readonly entries: readonly T[];
  readonly next: string | null;
}

/** Reads the next page when its first entry is asked for. */
export async function* entriesOf<T>(
  read: (cursor: string | undefined) => Promise<Page<T>>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void, undefined> {
  let cursor: string | undefined;
  for (;;) {
    const { entries, next } = await read(cursor);
    for (const entry of entries) {
      yield entry;
      signal?.throwIfAborted();
    }
    if (next === null) return;
    cursor = next;
  }
}
