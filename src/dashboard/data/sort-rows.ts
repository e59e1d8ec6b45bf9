// Sorts rows by keys, in steps: a radix sort, which is stable and takes a few tens of milliseconds for a million rows.

import type { Steps } from "./slices.ts";

const DIGIT_BITS = 11;
const DIGITS = 2 ** DIGIT_BITS;
/** Elements between two steps: some tenths of a millisecond. */
const STEP = 32_768;

interface Keyed {
  readonly rows: Int32Array<ArrayBuffer>;
  /** The sort key of each row. */
  readonly keys: Uint32Array<ArrayBuffer>;
}

/** Rows by ascending key; rows with the same key stay in their order. `rows` and `keys` are not changed. */
export function* sortRows(
  rows: Int32Array<ArrayBuffer>,
  keys: Uint32Array<ArrayBuffer>,
): Steps<Int32Array<ArrayBuffer>> {
  let from: Keyed = { rows, keys };
  let spare: Keyed | undefined;
  const max = yield* maxOf(keys);
  for (let shift = 0; shift < 32 && max >>> shift > 0; shift += DIGIT_BITS) {
    const to = spare ?? { rows: new Int32Array(rows.length), keys: new Uint32Array(rows.length) };
    yield* sortByDigit(from, to, shift);
    spare = from.rows === rows ? undefined : from;
    from = to;
  }
  return from.rows;
}

function* maxOf(keys: Uint32Array): Steps<number> {
  let max = 0;
  for (let at = 0; at < keys.length; at += 1) {
    if (keys[at]! > max) max = keys[at]!;
    if (at % STEP === 0) yield;
  }
  return max;
}

function* sortByDigit(from: Keyed, to: Keyed, shift: number): Steps {
  const places = yield* firstPlaces(from.keys, shift);
  for (let at = 0; at < from.keys.length; at += 1) {
    const key = from.keys[at]!;
    const place = places[(key >>> shift) % DIGITS]!++;
    to.rows[place] = from.rows[at]!;
    to.keys[place] = key;
    if (at % STEP === 0) yield;
  }
}

/** Where the keys with each digit start in the order. */
function* firstPlaces(keys: Uint32Array, shift: number): Steps<Uint32Array> {
  const places = new Uint32Array(DIGITS + 1);
  for (let at = 0; at < keys.length; at += 1) {
    places[((keys[at]! >>> shift) % DIGITS) + 1]! += 1;
    if (at % STEP === 0) yield;
  }
  for (let digit = 1; digit < DIGITS; digit += 1) places[digit]! += places[digit - 1]!;
  return places;
}
