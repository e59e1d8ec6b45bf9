// How much of an inventory is read at once, on every engine.

/** Beyond so many movements, reading everything page by page is cheaper than merging, and holds less memory. */
export const MOVEMENTS_MAX = 50_000;

/** Pets in memory at once while everything is read. */
export const PAGE_ROWS = 4_096;
