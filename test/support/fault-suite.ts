// How long a test tries to break a promise, and with which choices. The quick form is part of every test run; the long one
// is `npm run test:faults`.

const IS_LONG = process.env["PETSTOCK_FAULTS"] === "long";

/** PETSTOCK_SEED repeats a run's choices; a test that makes any prints it. */
export const SEED = Number(process.env["PETSTOCK_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

/** How many rounds, histories or requests. */
export function sized(quick: number, long: number): number {
  return IS_LONG ? long : quick;
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
