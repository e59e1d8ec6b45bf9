// The sizes of tests, and the seed of their choices. Each half of the suite tests every promise; the long half tests more.

/** `npm test`, `npm run test:long`, and `npm run test:faults`, which takes most of a day. */
const SIZES = ["quick", "long", "hours"] as const satisfies readonly (keyof Sizes<unknown>)[];

const SIZE = SIZES.find((size) => size === process.env["PETSTOCK_TEST_SIZE"]) ?? "quick";

/** PETSTOCK_SEED repeats a run's choices; each test that makes random choices prints its seed. */
export const SEED = Number(process.env["PETSTOCK_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

/** The sizes of one test. Only a test that is in both halves has a `long` one. */
interface Sizes<T> {
  readonly quick: T;
  readonly long?: T;
  readonly hours: T;
}

/** How many rounds, histories, requests or milliseconds, or which parts. */
export function sized<T = number>(sizes: Sizes<T>): T {
  return sizes[SIZE] ?? sizes.quick;
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
