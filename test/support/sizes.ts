// The sizes of tests, and the seed of their choices. Each half of the suite tests every promise; the long half tests more.

/** `npm test`, `npm run test:long`, and `npm run test:hours`, which takes most of a day. */
const SIZES = ["quick", "long", "hours"] as const;
type Size = (typeof SIZES)[number];

const SIZE = SIZES.find((size) => size === process.env["PETSTOCK_TEST_SIZE"]) ?? "quick";

/** PETSTOCK_SEED repeats a run's choices; each test that makes random choices prints its seed. */
export const SEED = Number(process.env["PETSTOCK_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

/** How many rounds, histories, requests or milliseconds. */
export function sized(sizes: Readonly<Record<Size, number>>): number {
  return sizes[SIZE];
}

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
