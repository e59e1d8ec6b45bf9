// Limits on how much of an inventory is read at once, for both engines.

/** With more movements, reloading page by page is cheaper than merging, and needs less memory. */
export const MOVEMENTS_MAX = 50_000;

/** Pets in memory at once during a reload. */
export const PAGE_ROWS = 4_096;
