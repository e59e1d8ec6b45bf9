// Searches the decimal digits of ids without making a bigint and a text of each: several times as fast.

/** Digits and sign of the largest safe integer. */
const CHARS_MAX = 17;
const NINE_DIGITS = 1_000_000_000;
const MINUS = 45;
const ZERO = 48;
/** The high half of a safe integer is below this. */
const HIGH_MAX = 2 ** 21;

/** Says whether the decimal digits of the id at `row`, with a minus sign if it is negative, contain the text. */
export type IdMatch = (ids: BigInt64Array, row: number) => boolean;

export function idContains(text: string): IdMatch {
  const wanted = Uint8Array.from(text, (char) => char.charCodeAt(0));
  const digits = new Uint8Array(CHARS_MAX);
  // Halves of the ids. Every processor that browsers run on stores the low half first.
  let halves = new Int32Array();
  return (ids, row) => {
    if (halves.buffer !== ids.buffer) halves = new Int32Array(ids.buffer as ArrayBuffer);
    const high = halves[2 * row + 1]!;
    if (high >= HIGH_MAX || high < -HIGH_MAX) return String(ids[row]).includes(text);
    const id = high * 2 ** 32 + (halves[2 * row]! >>> 0);
    return includes(digits, writeDigits(digits, id), wanted);
  };
}

/** Right-aligned. Returns where they start. */
function writeDigits(digits: Uint8Array, id: number): number {
  const magnitude = Math.abs(id);
  const higher = Math.floor(magnitude / NINE_DIGITS);
  let start = CHARS_MAX;
  let rest = (magnitude - higher * NINE_DIGITS) | 0;
  if (higher > 0) {
    for (let count = 0; count < 9; count += 1, rest = (rest / 10) | 0) digits[--start] = ZERO + (rest % 10);
    rest = higher | 0;
  }
  do {
    digits[--start] = ZERO + (rest % 10);
    rest = (rest / 10) | 0;
  } while (rest > 0);
  if (id < 0) digits[--start] = MINUS;
  return start;
}

function includes(digits: Uint8Array, start: number, wanted: Uint8Array): boolean {
  const last = CHARS_MAX - wanted.length;
  for (let at = start; at <= last; at += 1) {
    let same = 0;
    while (same < wanted.length && digits[at + same] === wanted[same]) same += 1;
    if (same === wanted.length) return true;
  }
  return false;
}
