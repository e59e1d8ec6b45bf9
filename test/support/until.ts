// Waits for a condition, with a generous limit. Tests wait in no other way.

const LIMIT_MS = 30_000;
const PAUSE_MS = 5;

/** Resolves with the first value that is neither undefined nor false; throws, naming `what`, after the limit. */
export async function until<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
  limitMs: number = LIMIT_MS,
): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const value = await look();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > deadline) throw new Error(`waited ${limitMs} ms for ${what}`);
    await Bun.sleep(PAUSE_MS);
  }
}
